/** Every option of every market reaches every final state in the browser, with scripts and without. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cards, testBanks } from '../simulator/contract/test-values.ts';
import { browserTest, openPage } from './support/browser.ts';
import { campaign, noteFigure } from './support/campaign.ts';
import { typeCard } from './support/filling.ts';
import type { Offer } from './support/options.ts';
import { everyOption, reachOption } from './support/options.ts';
import { sample, sampled } from './support/sample.ts';
import type { Sandbox } from './support/sandbox.ts';
import { startSandbox } from './support/sandbox.ts';

const seed = 6;

const ends = ['confirmed', 'declined', 'cancelled'] as const;
type End = (typeof ends)[number];

const stories = everyOption.flatMap((offer) => ends.map((end) => ({ ...offer, end })));

const declining = testBanks.find(({ outcome }) => outcome === 'DECLINE')?.name ?? '';

/** Chooses the outcome by a test bank, or by a header for an option without banks. A card chooses it by its number. */
function triggersOf({ option }: Offer, end: End) {
	const isNeeded = end === 'declined' && option.kind !== 'card';
	const hasBanks = option.banks.length > 0;
	return {
		bank: isNeeded && hasBanks ? declining : undefined,
		headers: isNeeded && !hasBanks ? { 'X-Sandbox-Outcome': 'DECLINE' } : undefined,
	};
}

async function play(page: Page, sandbox: Sandbox, { end, ...offer }: Offer & { end: End }) {
	const shop = `${sandbox.url}/?order=${offer.option.code}-${end}`;
	const { market, option } = offer;
	const { bank, headers } = triggersOf(offer, end);
	const names = [market.country, option.name, bank] as const;
	const changes = { redirectUrl: shop };
	const { page: address, sessionId } = await reachOption(sandbox.url, names, changes, headers);
	await page.goto(address);
	if (end === 'cancelled') {
		await page.getByTestId('pay-cancel').click();
	} else {
		const number = end === 'declined' ? cards.decline : cards.approve;
		if (offer.option.kind === 'card') await typeCard(page, number);
		await page.getByTestId('pay-submit').click();
		await page.locator('[data-state="processing"]').waitFor();
		await sandbox.advance('5s');
		// Faster than the next poll of the page.
		await page.reload();
	}
	await page.locator(`[data-state="${end}"]`).waitFor();
	await page.getByTestId('return-link').click();
	await page.waitForURL(shop);
	const { state, attempts } = await sandbox.payment(sessionId);
	expect([state, attempts.length]).toEqual([end, end === 'cancelled' ? 0 : 1]);
}

browserTest.each([
	{ scripts: 'with scripts', javaScriptEnabled: true },
	{ scripts: 'without scripts', javaScriptEnabled: false },
])(
	`every market, option and final state is reached $scripts (${sampled(seed)})`,
	{ timeout: campaign({ sample: 60_000, full: 900_000 }) },
	async ({ javaScriptEnabled }) => {
		const sandbox = await startSandbox();
		const page = await openPage({ javaScriptEnabled });
		const played = sample(stories, 1, seed + Number(javaScriptEnabled));
		for (const story of played) {
			const { market, option, end } = story;
			await play(page, sandbox, story).catch((error: unknown) => {
				throw new Error(`${market.country} ${option.name} to ${end}`, { cause: error });
			});
		}
		noteFigure(`${played.length} payments reached their end by clicks`);
	},
);
