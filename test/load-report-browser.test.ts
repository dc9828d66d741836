import { expect } from 'vitest';
import { renderHtml } from '../reports/html/page.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { browserTest, expectAccessible, openPage } from './support/browser.ts';
import { full } from './support/campaign.ts';
import {
	averageRun,
	breakpointRun,
	errorRun,
	loadReports,
	oldRun,
	readyRun,
	repeatedRun,
	shopRun,
	spikeRun,
} from './support/load-reports.ts';
import { firstRows } from './support/sample.ts';

/** Every part that a page may have, with few points: the audit looks at each cell of each table. */
const everything: LoadReport = {
	...spikeRun,
	series: spikeRun.series.slice(0, 20),
	...{ levels: breakpointRun.levels, capacity: breakpointRun.capacity },
	...{ merchant: shopRun.merchant, idempotency: repeatedRun.idempotency },
};

const views = [
	{ width: 360, colorScheme: 'dark' as const, few: { everything } },
	{ width: 1280, colorScheme: 'light' as const, few: { readyRun } },
];

browserTest.for(firstRows(views))(
	'a report of a load run is accessible ($width px, $colorScheme)',
	async ({ width, colorScheme, few }) => {
		const audited = full ? { ...loadReports, everything } : few;
		const page = await openPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
		for (const [name, report] of Object.entries(audited)) {
			await page.setContent(renderHtml(report));
			await page.evaluate(
				"document.querySelectorAll('details').forEach((each) => { each.open = true })",
			);
			await expectAccessible(page, name);
		}
	},
);

browserTest('paper has a place for a signature, and the screen does not', async () => {
	const page = await openPage({ javaScriptEnabled: false });
	for (const report of [averageRun, errorRun, oldRun]) {
		await page.setContent(renderHtml(report));
		expect(await page.locator('.signature').isVisible()).toBe(false);
		await page.emulateMedia({ media: 'print' });
		expect(await page.locator('.signature dt').allTextContents()).toEqual([
			...['Name', 'Date', 'Signature'],
		]);
		expect(await page.locator('.signature').isVisible()).toBe(true);
		await page.emulateMedia({ media: 'screen' });
	}
});
