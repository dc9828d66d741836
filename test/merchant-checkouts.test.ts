/** Merchant mode with shops that are wrong only in a later call, a later checkout or a later visit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';

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
	['double-click', { forgetsFirstClick: true }, /"new" \(open\), expected paid within 2 s/],
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
	['outage', { blocksAfterFailed: true }, /gets no cashier page, but an error: 502/],
	['paid-during-checkout', { reopensPaid: true }, /"new" \(open\), expected paid within 2 s/],
	['reported-twice', { failsReportsAtOnce: true }, /"failed" \(failed\), expected paid/],
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

test('a shop that is right handles these stories', async () => {
	const lax = (reference: string) => `cart-${reference}=1; Path=/; SameSite=Lax`;
	const results = await play({ cookie: lax }, [...new Set(wrong.map(([story]) => story))]);
	expect(results).toEqual(results.map(() => ['passed', undefined]));
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
