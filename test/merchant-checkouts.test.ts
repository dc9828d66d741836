/** Merchant mode with shops that are wrong only in a later call, a later checkout or a later visit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { fullTest } from './support/campaign.ts';
import { createIo, resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { firstRows, sample, sampled } from './support/sample.ts';

async function play(shop: Omit<TestShopOptions, 'sandbox'>, stories: readonly string[]) {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, ...shop });
	const names = stories.map((name) => `merchant/${name}`);
	return resultsOf(await run(merchant, names, { target })).map(([, ...result]) => result);
}

const thanks = /the shopper sees 200 "Thank you for your order\.", with no header Location/;
const strictCookie = (reference: string) => `cart=${reference}; Path=/; SameSite=Strict`;

const wrong: [story: string, Omit<TestShopOptions, 'sandbox'>, RegExp][] = [
	['server-error', { thanksAfterFailed: 'hybrid-payment' }, thanks],
	['html-error-page', { thanksAfterFailed: 'payment-suboptions' }, thanks],
	[
		'each-option',
		{ listsEachOption: true },
		/calls the service, and then shows an error\. If it does not/,
	],
	['second-order', { keepsAddressOfBrowser: true }, /its paymentReference names order/],
	['double-click', { forgetsFirstClick: true }, /"new" \(open\) after 2 s/],
	[
		'changed-method',
		{ keepsMethod: true, retriesFailed: 'right' },
		/its payment has the option Card, not PSE/,
	],
	[
		'changed-method',
		{ keepsBank: true, retriesFailed: 'right' },
		/its payment has the option PSE, /,
	],
	['outage', { thanksAfterFailed: 'payment-options' }, thanks],
	[
		'outage',
		{ blocksAfterFailed: true },
		/the service works again, and .* gets no cashier page, but an error: 502/,
	],
	['server-error', { locksAfterFailed: true }, /let the shop return a state of order\.failed$/],
	[
		'first-tab-declined',
		{ failsPaidOnDecline: true },
		/"failed"; at the service: 1 confirmed, 1 declined/,
	],
	[
		'rate-limited',
		{ retriesAfterMs: 150 },
		/^Retry-After ignored \(risky\): .*\nCalls: #1 .* ms later/,
	],
	['rate-limited', { retriesAfterMs: 0 }, /retried_without_pause[\s\S]*Retry-After ignored/],
	['never-returns', { refusesReports: 'always' }, /the shop did not take "confirmed" .* → 503/],
	['paid-during-checkout', { reopensPaid: true }, /"new" \(open\) after 2 s/],
	['reported-twice', { failsReportsAtOnce: true }, /"failed" after /],
	[
		'declined-then-new-payment',
		{ keepsAddress: 'always', retriesFailed: 'right' },
		/still sends the shopper to a payment that has ended/,
	],
	['two-shoppers', { showsCustomer: 'first' }, /its return page shows the customer .*@/],
	[
		'card-paid',
		{ cookie: strictCookie },
		/status 403, not 2xx\. .* no cookie with SameSite=Strict \(cart\): use SameSite=Lax/,
	],
];

test.each(firstRows(wrong))('%s finds a shop with %j', async (story, shop, message) => {
	expect(await play(shop, [story])).toEqual([['failed', expect.stringMatching(message)]]);
});

test(`a shop that is right handles these stories (${sampled(12)})`, async () => {
	const lax = (reference: string) => `cart-${reference}=1; Path=/; SameSite=Lax`;
	const stories = [...new Set(wrong.map(([story]) => story))];
	const results = await play({ cookie: lax }, sample(stories, 5, 12));
	expect(results).toEqual(results.map(() => ['passed', undefined]));
});

test('a cookie of 127.0.0.1 is not sent to localhost, and the failure says why', async () => {
	const { url: target } = await startedSandbox();
	const cookie = (reference: string) => `cart=${reference}; Path=/`;
	const merchant = await startTestShop({ sandbox: target, cookie });
	writeFileSync(merchant, readFileSync(merchant, 'utf8').replaceAll('localhost', '127.0.0.1'));
	const why =
		/status 403, not 2xx\. A browser does not send a cookie of 127\.0\.0\.1 \(cart\) to localhost: use one host name in the merchant file and in the shop/;
	const report = await run(merchant, ['merchant/card-paid'], { target });
	expect(resultsOf(report)).toEqual([['merchant/card-paid', 'failed', expect.stringMatching(why)]]);
	const { io, written } = createIo();
	expect(await checkMerchant({ file: merchant, target, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(why);
});

fullTest('no-answer finds a shop that waits for minutes', async () => {
	const waits = /\/pay\/\S+ failed: no answer within 30 s/;
	expect(await play({}, ['no-answer'])).toEqual([['failed', expect.stringMatching(waits)]]);
});

test('a shop that waits a few seconds for an answer handles its loss, and slow answers', async () => {
	const stories = firstRows(['no-answer', 'slow-answer']);
	const results = await play({ hybridTimeoutMs: 4_000 }, stories);
	expect(results).toEqual(results.map(() => ['passed', undefined]));
});

test('no-answer is not skipped for a shop that shows an error, and leaves its call open', async () => {
	const results = await play({ abandonsCallsAfterMs: 1_000 }, ['no-answer']);
	expect(results).toEqual([['passed', undefined]]);
});

test('a shop that chooses another method in the open session of the order handles it', async () => {
	const shop = { keepsOpenSession: true, retriesFailed: 'right' } as const;
	expect(await play(shop, ['changed-method'])).toEqual([['passed', undefined]]);
});

test('a shop that gets the payment method with the order only does not play another one', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.checkout.json = {};
	writeFileSync(merchant, JSON.stringify(file));
	const { scenarios } = await run(merchant, ['merchant/changed-method'], { target });
	expect(scenarios.map(({ skipReason }) => skipReason)).toEqual([
		expect.stringMatching(/ does not send it at the checkout \(\{option\} or /),
	]);
});

test('an order that is refunded because its payment was confirmed late is right', async () => {
	expect(await play({ refundsLate: true }, ['late-confirmation'])).toEqual([['passed', undefined]]);
});

test.each([
	[['Card', 'PSE', 'Nequi'], 'passed', undefined],
	[['Card', 'PSE'], 'skipped', 'the shop offers none of the other options: Nequi, Efecty'],
] as const)('each-option says what a shop with %j does not offer', async (offers, ...expected) => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, offers });
	const [result] = (await run(merchant, ['merchant/each-option'], { target })).scenarios;
	expect([result?.status, result?.skipReason]).toEqual(expected);
	const untried = (result?.steps ?? []).filter(({ name }) => /^not tried/.test(name));
	expect(untried.map(({ name }) => name)).toEqual(
		expected[0] === 'passed' ? ['not tried in CO: Efecty, which the shop does not offer'] : [],
	);
});

test('a story that fails at its first checkout has the cost of that, not of what it is about', async () => {
	const { url: target } = await startedSandbox();
	const inNewMarket = { country: 'CO', does: 'shows an error' } as const;
	const shop = await startTestShop({ sandbox: target, inNewMarket });
	const { scenarios } = await run(shop, ['merchant/declined', 'merchant/lost-options-answer'], {
		target,
	});
	expect(scenarios.map(({ name, cost }) => [name, cost])).toEqual([
		['merchant/declined', 'Shoppers who cannot pay, although the service works.'],
		// Its checkout fails after a lost answer, which this story is about.
		['merchant/lost-options-answer', expect.not.stringContaining('although the service works')],
	]);
});
