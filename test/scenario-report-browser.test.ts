import { expect } from 'vitest';
import { renderHtml } from '../reports/html/page.ts';
import { browserTest, expectAccessible, fullBrowserTest, openPage } from './support/browser.ts';
import { full } from './support/campaign.ts';
import { firstRows } from './support/sample.ts';
import { failedRun, merchantRun, passedRun } from './support/scenario-reports.ts';

const reports = { passedRun, failedRun, merchantRun };

/** A merchant run has every part of a page, and its diagrams are the widest. */
const views = [
	{ width: 360, colorScheme: 'dark' as const, audited: full ? reports : { merchantRun } },
	{ width: 1280, colorScheme: 'light' as const, audited: full ? reports : { passedRun } },
];

browserTest.for(firstRows(views))(
	'a report of scenarios is accessible ($width px, $colorScheme)',
	async ({ width, colorScheme, audited }) => {
		const page = await openPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
		for (const [name, report] of Object.entries(audited)) {
			await page.setContent(renderHtml(report));
			await page.evaluate(
				"document.querySelectorAll('details').forEach((each) => { each.open = true })",
			);
			await expectAccessible(page, name);
			const outside = await page.evaluate(
				`[...document.querySelectorAll('.sequence text')]
				.filter((text) => {
					const { left, right } = text.getBoundingClientRect();
					return left < 0 || right > document.documentElement.clientWidth;
				})
				.map((text) => text.textContent)`,
			);
			expect([name, outside]).toEqual([name, []]);
		}
	},
);

browserTest('paper shows the diagram of a failed story, without scripts', async () => {
	const page = await openPage({ javaScriptEnabled: false });
	await page.setContent(renderHtml(merchantRun));
	await page.emulateMedia({ media: 'print' });
	expect(await page.locator('.scenario[open] .sequence').isVisible()).toBe(true);
	await page.emulateMedia({ media: 'screen' });
	await page.locator('summary', { hasText: 'merchant/declined' }).click();
	expect(await page.locator('.scenario[open]').count()).toBe(2);
});

fullBrowserTest('a link to a folded story opens it, without scripts', async () => {
	const page = await openPage({ javaScriptEnabled: false });
	await page.setContent(renderHtml(failedRun));
	const passed = page.locator('.scenario', { hasText: 'bank/approved' });
	expect(await passed.locator('.body').isVisible()).toBe(false);
	await page.locator('.overview a', { hasText: 'bank/approved' }).click();
	await passed.locator('.body').waitFor();
	expect(await passed.locator('summary').first().isVisible()).toBe(true);
});
