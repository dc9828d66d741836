/** Everybody can use every page: in every state and language, light and dark, on a narrow phone. */
import { expect } from 'vitest';
import { languages } from '../../simulator/cashier/messages/messages.ts';
import { pages, spokenIn } from '../screenshots/shots.ts';
import { startVisit } from '../screenshots/visit.ts';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { campaign, full } from '../support/campaign.ts';
import { sample, sampled } from '../support/sample.ts';
import { startSandbox } from '../support/sandbox.ts';

const seed = 31;
const spoken = Object.keys(languages);
const schemes = ['light', 'dark'] as const;

const half = Math.ceil(pages.length / 2);
/** `npm test` checks half of the pages, each in one language and one scheme. */
const rows = sample(pages, half, seed).flatMap((shot, index) => {
	const views = spoken.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));
	return sample(views, 1, seed + index).map((view) => ({ shot, ...view }));
});

browserTest(
	`axe finds nothing on the pages at 320 px (${sampled(seed)})`,
	{ timeout: campaign({ sample: 180_000, full: 1_200_000 }) },
	async () => {
		expect(rows.length).toBe(full ? pages.length * spoken.length * schemes.length : half);
		const sandbox = await startSandbox();
		const page = await openPage({
			viewport: { width: 320, height: 700 },
			reducedMotion: 'reduce',
			bypassCSP: true,
		});
		for (const { shot, language, scheme } of rows) {
			await sandbox.configure({ cashier: { languages: spoken, fallback: language } });
			await page.emulateMedia({ colorScheme: scheme });
			const { start, steps } = spokenIn(language, shot);
			const visit = await startVisit(sandbox, page, start);
			await steps?.(visit);
			const seen = `${shot.name} in ${language}, ${scheme}`;
			await expectAccessible(page, seen);
			const still = await page.evaluate(
				`document.documentElement.lang + ' ' + document.getAnimations().filter(({ playState }) => playState === 'running').length`,
			);
			expect([seen, still]).toEqual([seen, `${language.toLowerCase()} 0`]);
		}
	},
);
