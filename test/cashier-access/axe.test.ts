/** Accessibility of every page, in every language, light and dark, on a narrow phone. */
import { expect } from 'vitest';
import { languages } from '../../simulator/cashier/messages/messages.ts';
import { pages, translated } from '../screenshots/shots.ts';
import { startVisit } from '../screenshots/visit.ts';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { campaign, full, noteFigure } from '../support/campaign.ts';
import { sample, sampled } from '../support/sample.ts';
import { startSandbox } from '../support/sandbox.ts';

const seed = 31;
const codes = Object.keys(languages);
const schemes = ['light', 'dark'] as const;
const samplePages = 2;

/** `npm test` checks some pages, each in one language and one scheme. */
const rows = sample(pages, samplePages, seed).flatMap((shot, index) => {
	const views = codes.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));
	return sample(views, 1, seed + index).map((view) => ({ shot, ...view }));
});

browserTest(
	`axe finds no violation at 320 px (${sampled(seed)})`,
	{ timeout: campaign({ sample: 180_000, full: 1_200_000 }) },
	async () => {
		expect(rows.length).toBe(full ? pages.length * codes.length * schemes.length : samplePages);
		const sandbox = await startSandbox();
		const page = await openPage({
			viewport: { width: 320, height: 700 },
			reducedMotion: 'reduce',
			bypassCSP: true,
		});
		for (const { shot, language, scheme } of rows) {
			await sandbox.configure({ cashier: { languages: codes, fallback: language } });
			await page.emulateMedia({ colorScheme: scheme });
			const { start, steps } = translated(language, shot);
			const visit = await startVisit(sandbox, page, start);
			await steps?.(visit);
			const view = `${shot.name} in ${language}, ${scheme}`;
			await expectAccessible(page, view);
			const still = await page.evaluate(
				`document.documentElement.lang + ' ' + document.getAnimations().filter(({ playState }) => playState === 'running').length`,
			);
			expect([view, still]).toEqual([view, `${language.toLowerCase()} 0`]);
		}
		noteFigure(`${rows.length} views, no violation`);
	},
);
