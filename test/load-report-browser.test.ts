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

browserTest('a chart with a single point shows a mark that can be seen', async () => {
	const page = await openPage({ javaScriptEnabled: false });
	await page.setContent(renderHtml({ ...averageRun, series: averageRun.series.slice(0, 1) }));
	for (const chart of await page.locator('svg:has(.line:not(.started))').all()) {
		const marks = chart.locator('circle.lone');
		expect(await marks.count()).toBeGreaterThan(0);
		const { width = 0 } = (await marks.first().boundingBox()) ?? {};
		expect(width).toBeGreaterThan(5);
	}
});

browserTest('no row of tiles ends with a gap', async () => {
	for (const width of [360, 390, 721, 800, 1024, 1280]) {
		const page = await openPage({ javaScriptEnabled: false, viewport: { width, height: 800 } });
		for (const report of [averageRun, spikeRun]) {
			await page.setContent(renderHtml(report));
			const tiles = page.locator('.tiles').first();
			const right = async (one: typeof tiles) => {
				const box = await one.boundingBox();
				return Math.round((box?.x ?? 0) + (box?.width ?? 0));
			};
			const gap = (await right(tiles)) - (await right(tiles.locator('> div').last()));
			expect([width, gap <= 1]).toEqual([width, true]);
			const isCut =
				"[...document.querySelectorAll('.tiles > div')].some((one) => one.scrollWidth > one.clientWidth)";
			expect([width, await page.evaluate(isCut)]).toEqual([width, false]);
		}
	}
});
