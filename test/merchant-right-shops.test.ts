/** Merchant mode with shops that are right, each in a way of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { full, fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { createIo, resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';

async function startShopWithOwnPrices(shop: TestShopOptions): Promise<string> {
	const merchant = await startTestShop(shop);
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	const own = { amount: 150_001, name: 'The Shop', email: 'accounts@shop.example' };
	Object.assign(file.prepare[0].json, own);
	writeFileSync(merchant, JSON.stringify(file));
	return merchant;
}

/** How the payments of a shop with prices of its own look alike. */
const lookalikes = [{ omitsReferences: true }, { hasOpaqueReferences: true }];

test('a shop with customers and prices of its own mixes nothing up', async () => {
	const { url: target } = await startedSandbox();
	const shop = { sandbox: target, hasOpaqueReferences: true };
	const merchant = await startShopWithOwnPrices(shop);
	const names = [
		...['next-order', 'declined-then-paid', 'two-shoppers', 'server-error'],
		...(full ? ['bank-paid', 'unknown-fields', 'each-market', 'html-error-page'] : []),
	].map((name) => `merchant/${name}`);
	const report = await run(merchant, [...names, 'merchant/amount-cop'], { target });
	const seen = report.scenarios.map(({ name, status, skipReason }) => [name, status, skipReason]);
	const compares =
		/^compares the amount of the order, and \S+ sends the shop neither \{amount\} nor/;
	const untried = ['merchant/amount-cop', 'skipped', expect.stringMatching(compares)];
	const passed = names.map((name) => [name, 'passed', undefined]);
	expect(seen.toSorted()).toEqual([...passed, untried].toSorted());
});

test('a shop may have another reference for each attempt: after a lost answer, no shopper can pay the first payment', async () => {
	const { url: target } = await startedSandbox();
	const lost = ['lost-options-answer', 'lost-hybrid-answer'];
	const alsoLost = ['lost-suboptions-answer', 'not-json'];
	const failed = ['server-error', 'rate-limited', 'connection-reset', 'html-page-as-success'];
	const refused = ['html-error-page', 'refused-bank', 'hidden-bank'];
	const names = [...lost, ...(full ? [...alsoLost, ...failed, ...refused] : [])].map(
		(name) => `merchant/${name}`,
	);
	const shop = { sandbox: target, hasOpaqueReferences: true };
	for (const start of firstRows([startTestShop, startShopWithOwnPrices])) {
		const report = await run(await start(shop), names, { target });
		const expected = names.map((name) => [name, 'passed', undefined]);
		expect(resultsOf(report).toSorted()).toEqual(expected.toSorted());
	}
});

test('a shop whose return address has numbers like those of a card gets it back as it sent it', async () => {
	const { url: target } = await startedSandbox();
	const returnQuery = '&verification_code=8317&number=4111111111111111';
	const merchant = await startTestShop({ sandbox: target, returnQuery });
	const names = ['merchant/returned-while-processing', 'merchant/forged-return'];
	const { io, written } = createIo();
	const report = await run(merchant, names, { target, io });
	expect(written.err).toContain(
		`Before each story and after the last, ${target} is reset: its payments are gone, `,
	);
	expect(resultsOf(report).map(([name, status]) => [name, status])).toEqual(
		expect.arrayContaining(names.map((name) => [name, 'passed'])),
	);
	const text = JSON.stringify(report);
	expect(text).toContain('&verification_code=…&number=411111******1111');
	expect(text).not.toMatch(/verification_code=8317|4111111111111111/);
});

test('two payments of one order are a duplicate, also beside another order that looks alike', async () => {
	const { url: target } = await startedSandbox();
	const own = join(temporaryFolder(), 'own.mjs');
	const story = (name: string, orders: string) =>
		`export const ${name} = { name: 'own/${name}', title: 'Twice', tags: ['own'], needs: 'merchant',
			async run({ merchant: { newOrder, checkOut } }) {
				const [one, other] = [await newOrder({ flow: 'card' }), await newOrder({ flow: 'card' })];
				for (const order of ${orders}) await checkOut(order);
			} };`;
	const sequence = story('sequence', '[one, one, other]');
	writeFileSync(own, `${sequence}\n${story('between', '[one, other, one]')}`);
	for (const shop of firstRows(lookalikes)) {
		const merchant = await startShopWithOwnPrices({ sandbox: target, ...shop });
		expect(resultsOf(await run(merchant, [own], { target }))).toEqual(
			['own/sequence', 'own/between'].map((name) => [
				name,
				'failed',
				expect.stringContaining('duplicate_order (money)'),
			]),
		);
	}
});

test('orders that look alike are not taken for one, also when each is paid by its second payment', async () => {
	const { url: target } = await startedSandbox();
	const names = ['cancelled-then-paid', 'expired-then-paid'].map((name) => `merchant/${name}`);
	for (const shop of firstRows(lookalikes)) {
		const retries = { sandbox: target, retriesFailed: 'right', ...shop } as const;
		const report = await run(await startShopWithOwnPrices(retries), names, { target });
		expect(resultsOf(report)).toEqual(names.map((name) => [name, 'passed', undefined]));
	}
});

fullTest(
	'an order whose checkout failed may be one that can no longer be paid, and a shop may know itself by another loopback name',
	async () => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, givesUp: true });
		const names = ['merchant/rate-limited', 'merchant/refused-bank', 'merchant/lost-hybrid-answer'];
		const report = await run(merchant, names, { target });
		expect(resultsOf(report)).toEqual(
			expect.arrayContaining(names.map((name) => [name, 'passed', undefined])),
		);
	},
);

fullTest('a shop may delete an order whose checkout failed', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, forgetsFailed: true });
	const names = ['merchant/server-error', 'merchant/refused-bank', 'merchant/outage'];
	const report = await run(merchant, names, { target });
	const passed = names.map((name) => [name, 'passed', undefined]);
	expect(resultsOf(report).toSorted()).toEqual(passed.toSorted());
});

test.each(firstRows(['status 422', 'status 400'] as const))(
	'a shop that has deleted an order may answer its checkout with %s',
	async (unknownOrder) => {
		const { url: target } = await startedSandbox();
		const shop = { sandbox: target, forgetsFailed: true, unknownOrder };
		const report = await run(await startTestShop(shop), ['merchant/refused-bank'], { target });
		expect(resultsOf(report)).toEqual([['merchant/refused-bank', 'passed', undefined]]);
	},
);

test('a shop that sends no call again has no finding about its pauses in an outage', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const { scenarios, findings } = await run(merchant, ['merchant/outage'], { target });
	const codes = findings?.map(({ code }) => code);
	expect([scenarios[0]?.status, codes]).toEqual([
		'passed',
		expect.not.arrayContaining(['retried_without_pause']),
	]);
});

fullTest('a shop may send a call again after the time in Retry-After', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, retriesAfterMs: 1_000 });
	const report = await run(merchant, ['merchant/rate-limited'], { target });
	expect(resultsOf(report)).toEqual([['merchant/rate-limited', 'passed', undefined]]);
});

const refusals = [
	['known', ['reported-twice', 'declined-then-new-payment', 'cancelled-then-paid']],
	['of paid orders', ['first-tab-paid', 'first-tab-cancelled', 'first-tab-declined']],
	['at first', ['never-returns', 'reported-twice']],
] as const;

test.each(firstRows(refusals))(
	'a shop may refuse reports, %s, if its order is right',
	async (refusesReports, stories) => {
		const { url: target } = await startedSandbox();
		const shop = { sandbox: target, retriesFailed: 'right', refusesReports } as const;
		const names = stories.map((name) => `merchant/${name}`);
		const report = await run(await startTestShop(shop), names, { target });
		const passed = names.map((name) => [name, 'passed', undefined]);
		expect(resultsOf(report).toSorted()).toEqual(passed.toSorted());
	},
);

test('a shop whose checkout creates the order has none before, and must have it afterwards', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, ordersAtCheckout: true });
	const names = ['merchant/card-paid', 'merchant/rate-limited'];
	const report = await run(merchant, names, { target });
	expect(resultsOf(report)).toEqual(names.map((name) => [name, 'passed', undefined]));
	const check = async () => {
		const { io, written } = createIo();
		return { code: await checkMerchant({ file: merchant, target, seed: 1 }, io), out: written.out };
	};
	const right = await check();
	expect(right).toMatchObject({ code: 0, out: expect.stringContaining('"no order yet" (open)') });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	const unlisted = { ...file, order: { ...file.order, open: ['begun'] } };
	writeFileSync(merchant, JSON.stringify(unlisted));
	expect((await check()).out).toContain('is "new", which the merchant file does not list');
	file.order.url = file.order.url.replace('{reference}', 'other-{reference}');
	writeFileSync(merchant, JSON.stringify(file));
	const wrong = await check();
	expect(wrong.code).toBe(1);
	expect(wrong.out).toMatch(/✓ shopper checks out .*(\n .*)*\n✗ expect order \S+ to be open/);
});

test('a shop with a queue may send the shopper to a payment until it learns that it has ended', async () => {
	const { url: target } = await startedSandbox();
	const shop = { sandbox: target, settlesAfterMs: 700 };
	const names = ['declined-then-new-payment', 'cancelled-then-paid', 'expired-then-paid'].map(
		(name) => `merchant/${name}`,
	);
	const variants = [
		{ keepsSession: true, hasOpaqueReferences: true },
		{ keepsAddress: 'until ended' },
		{ keepsSession: true },
	] as const;
	for (const kept of firstRows(variants)) {
		const report = await run(await startTestShop({ ...shop, ...kept }), names, { target });
		expect(resultsOf(report)).toEqual(names.map((name) => [name, 'passed', undefined]));
	}
});

test('a shop with a queue may try its open session first, also for another payment method', async () => {
	const { url: target } = await startedSandbox();
	const shop = { sandbox: target, settlesAfterMs: 700, keepsOpenSession: true };
	const names = [...(full ? ['cancelled-then-paid'] : []), 'changed-method'].map(
		(name) => `merchant/${name}`,
	);
	const report = await run(await startTestShop(shop), names, { target });
	expect(resultsOf(report)).toEqual(names.map((name) => [name, 'passed', undefined]));
});

test('orders that look alike are two orders, also if a session starts with each order', async () => {
	const { url: target } = await startedSandbox();
	const shop = { sandbox: target, givesUp: true, startsSessionWithOrder: true };
	const names = ['merchant/lost-hybrid-answer'];
	const report = await run(await startShopWithOwnPrices(shop), names, { target });
	expect(resultsOf(report)).toEqual([[names[0], 'passed', undefined]]);
});

test('a shop may show a new order a moment later, within order.within', async () => {
	const { url: target } = await startedSandbox();
	for (const [showsOrderAfterMs, status, message] of [
		[300, 'passed', undefined],
		[4_000, 'failed', expect.stringMatching(/was refused: 404/)],
	] as const) {
		const merchant = await startTestShop({ sandbox: target, showsOrderAfterMs });
		const report = await run(merchant, ['merchant/cancelled'], { target });
		expect(resultsOf(report)).toEqual([['merchant/cancelled', status, message]]);
	}
});

test('merchant check fails for amounts in the wrong unit, and for a shop that believes the return', async () => {
	const { url: target } = await startedSandbox();
	const checkOf = async (file: string) => {
		const { io, written } = createIo();
		return [await checkMerchant({ file, target, seed: 1 }, io), written.out] as const;
	};
	const inMinorUnits = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(inMinorUnits, 'utf8'));
	file.markets = ['MX'];
	file.prepare[0].json.amount = '{amountMinor}';
	writeFileSync(inMinorUnits, JSON.stringify(file));
	const wrongUnit = expect.stringMatching(/Mixed orders[\s\S]*amount \d+ MXN, not[\s\S]*FAILED/);
	expect(await checkOf(inMinorUnits)).toEqual([1, wrongUnit]);
	const believes = await startTestShop({ sandbox: target, paysAfterReturnMs: 0 });
	const paid = expect.stringMatching(/returns "paid"[\s\S]*at the service: processing/);
	expect(await checkOf(believes)).toEqual([1, paid]);
});

test('without settle, a run says that no story checks a paid order', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const { settle: _, ...file } = JSON.parse(readFileSync(merchant, 'utf8'));
	writeFileSync(merchant, JSON.stringify(file));
	const { io, written } = createIo();
	const report = await run(merchant, ['merchant/card-paid'], { target, io });
	const text = 'Without "settle", no story checks that an order is paid';
	expect(report).toMatchObject({
		verdict: 'PASSED',
		environment: { 'paid orders': expect.stringContaining(text) },
	});
	expect(written.out).toContain(text);
});

test('a service that answers with 201 has received the calls', async () => {
	const http = {
		successStatus: { paymentOptions: 201, paymentSuboptions: 201, hybridPayment: 201 },
	};
	const { url: target } = await startSandbox({ clock: 'scaled:2', settings: { http } });
	const names = ['merchant/bank-paid', 'merchant/amount-cop'];
	const report = await run(await startTestShop({ sandbox: target }), names, { target });
	const passed = names.map((name) => [name, 'passed', undefined]);
	expect(resultsOf(report).toSorted()).toEqual(passed.toSorted());
});
