/** Orders of a small shop against the payments of a real sandbox. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMerchantFile } from '../../scenarios/merchant-mode/merchant-file.ts';
import { startTestShop } from '../../test/merchants/test-shop.ts';
import { campaign, fullTest } from '../../test/support/campaign.ts';
import { firstRows } from '../../test/support/sample.ts';
import { atEnd } from '../../test/support/shared.ts';
import {
	customers,
	note,
	openShop,
	plan,
	seed,
	settingsOfPlan,
	story,
} from '../../test/support/sold-orders.ts';
import { orderReference } from '../merchant-orders.ts';
import { averagePlan } from '../profiles.ts';
import { openLoadShop, readBeforeLoad } from './merchant-shop.ts';

test('orders that are paid as their payments are right', async () => {
	const { sell, verify } = await openShop();
	await sell();
	await sell();
	expect(await verify()).toMatchObject({ orders: 2, confirmed: 2, verified: 2, wrongState: 0 });
});

const declines = { settings: { defaultOutcome: 'DECLINE' } };

test.each([
	['confirmed', {}],
	['declined', declines],
])(
	'an order that the return alone has made paid is wrong, and counts once: its payment is %s',
	async (_state, options) => {
		const shopOptions = { paysAfterReturnMs: 0 };
		const { sell, comeBack, verify } = await openShop({ ...options, shopOptions });
		const [first] = [await sell(), await sell(), await sell()];
		await comeBack(first);
		expect(await verify()).toMatchObject({
			...{ verified: 3, wrongState: 1, beforeSettle: { orders: 3, read: 3, paid: 1 } },
			examples: [`paid before settle: ${first.reference} is "paid"`],
		});
	},
);

test('without settle a shop may be told in another way, so no order is read before', async () => {
	const { sell, comeBack, verify } = await openShop({
		...{ shopOptions: { paysAfterReturnMs: 0 }, settles: false },
	});
	await comeBack(await sell());
	const counted = await verify();
	expect(counted).toMatchObject({ verified: 1, wrongState: 0 });
	expect(counted).not.toHaveProperty('beforeSettle');
});

test('declined payments are counted, and their orders are not paid', async () => {
	const { sell, verify } = await openShop(declines);
	await sell();
	expect(await verify()).toMatchObject({ confirmed: 0, declined: 1, wrongState: 0 });
});

test('an order that is paid once the shop is told of a decline is wrong', async () => {
	const order = { paid: ['paid', 'failed'], failed: ['lost'] };
	const { sell, verify } = await openShop({ ...declines, order });
	const { reference } = await sell();
	expect(await verify()).toMatchObject({
		...{ confirmed: 0, declined: 1, wrongState: 1 },
		examples: [
			`order state: ${reference}: the shop says "failed", and no payment of it is confirmed`,
		],
	});
});

test('a shop that processes reports in a queue may not pay declined orders a moment later', async () => {
	const shopOptions = { settlesAfterMs: 400, paysOn: 'declined' } as const;
	const { sell, shop, verify } = await openShop({ shopOptions, within: '3s' });
	await sell();
	await shop.environment.sandbox.changeSettings({ defaultOutcome: 'DECLINE' });
	const { reference } = await sell();
	expect(await verify()).toMatchObject({
		...{ confirmed: 1, declined: 1, wrongState: 1 },
		examples: [
			`order state: ${reference}: the shop says "paid", and no payment of it is confirmed`,
		],
	});
});

test('a shop may have no order whose checkout failed', async () => {
	const { tally, sell, verify } = await openShop();
	await sell();
	tally.orders.set(orderReference('l1', 'hold', 7), { story, session: undefined });
	expect(await verify()).toMatchObject({ orders: 2, verified: 2, wrongState: 0, examples: [] });
});

test.each(firstRows(['status 503', 'no answer'] as const))(
	'an order whose checkout failed is not taken as open after %s',
	async (unknownOrder) => {
		const { tally, sell, verify } = await openShop({ shopOptions: { unknownOrder } });
		await sell();
		const reference = orderReference('l1', 'hold', 7);
		tally.orders.set(reference, { story, session: undefined });
		expect(await verify()).toMatchObject({
			...{ orders: 2, wrongState: 1 },
			examples: [expect.stringContaining(reference)],
		});
	},
);

test('a shop that refuses a report that it has already is right, as in the stories', async () => {
	const { sell, settle, verify } = await openShop({
		...{ ...declines, shopOptions: { refusesReports: 'known' } },
	});
	const declined = await sell();
	await settle({ ...declined.settle, state: 'declined' }, note);
	expect(await verify()).toMatchObject({ orders: 1, verified: 1, wrongState: 0 });
});

test('a shop that is busy at the first report gets it once more, as in the stories', async () => {
	const { sell, verify } = await openShop({ shopOptions: { refusesReports: 'at first' } });
	await sell();
	expect(await verify()).toMatchObject({ orders: 1, verified: 1, wrongState: 0 });
});

test('an order whose checkout failed is not paid', async () => {
	const { tally, sell, settle, shop, verify } = await openShop();
	const paid = await sell();
	await settle(paid.settle, note);
	// Its payment and its session are gone, as if the checkout had failed before them.
	await shop.environment.sandbox.reset();
	tally.orders.set(paid.reference, { story, session: undefined });
	expect(await verify()).toMatchObject({
		wrongState: 1,
		examples: [expect.stringContaining('the shop says "paid", and no payment of it is confirmed')],
	});
});

test('of payments under one reference, those whose answer was lost are no second ones', async () => {
	const { sell, verify, createAgain, loseAnswers } = await openShop();
	const [once, twice] = [await sell(), await sell()];
	await createAgain(twice);
	await loseAnswers();
	await createAgain(once);
	expect(await verify('idempotency')).toMatchObject({
		...{ orphans: 2, secondPayments: 0, createdTwice: 1 },
		examples: [expect.stringMatching(`^two payments: ${twice.reference}: `)],
	});
	expect(await verify()).toMatchObject({ orphans: 2, secondPayments: 0 });
});

fullTest('orders whose session the sandbox does not have are not compared', async () => {
	const { tally, sell, settle, shop, verify } = await openShop();
	const paid = await sell();
	await settle(paid.settle, note);
	await shop.environment.sandbox.reset();
	tally.orders.set(paid.reference, { story, session: randomUUID() });
	expect(await verify()).toMatchObject({ unknownSessions: 1, verified: 0, wrongState: 0 });
});

test('the report shows both amounts when a payment has another one than its order, also when it reads no order', async () => {
	const { sell, verify } = await openShop({ share: 0 });
	const { settle } = await sell();
	await sell({ amount: 7 });
	expect(await verify()).toMatchObject({
		wrongAmount: 1,
		examples: [
			expect.stringMatching(/^order amount: l1-hold-0000001: \d+ \w{3}, and its payment has 7 /),
		],
	});
	expect(settle.amount).toBeGreaterThan(7);
});

test('shoppers who got the payment of each other are noticed, whatever the references are', async () => {
	const { sell, tally, verify } = await openShop({ shopOptions: { hasOpaqueReferences: true } });
	const [one, other] = [(await sell()).reference, (await sell()).reference];
	const [mine, theirs] = [tally.orders.get(one), tally.orders.get(other)];
	tally.orders.set(one, { story, session: theirs?.session });
	tally.orders.set(other, { story, session: mine?.session });
	const { examples, ...counted } = (await verify()) ?? {};
	expect(counted).toMatchObject({ wrongOrder: 2, wrongAmount: 2, wrongCustomer: 2 });
	const [first, second] = [0, 1].map((index) => JSON.parse(customers.CO?.[index] ?? ''));
	expect(examples).toContain(
		`order customer: ${one}: ${first.name} <${first.email}>, and its payment has ${second.name} <${second.email}>`,
	);
});

test('a payment with the customer of the order before is noticed, also when the run reads no order', async () => {
	const shopOptions = { takesFromOrderBefore: 'customer' } as const;
	const { sell, verify } = await openShop({ share: 0, shopOptions });
	await sell();
	await sell();
	expect(await verify()).toMatchObject({ wrongOrder: 0, wrongAmount: 0, wrongCustomer: 1 });
});

test('a payment with another option than the shopper chose is noticed', async () => {
	const { sell, verify } = await openShop();
	await sell();
	await sell({ option: 'Nequi' });
	expect(await verify()).toMatchObject({
		wrongMethod: 1,
		examples: ['order option: l1-hold-0000001: Card, and its payment has Nequi'],
	});
});

fullTest('a shop with customers of its own is right', async () => {
	const { shop, sell, verify } = await openShop();
	const own = shop.merchant.file.prepare[0]?.json as Record<string, string>;
	await sell({ name: 'The Shop', email: 'accounts@shop.example' });
	Object.assign(own, { name: 'The Shop', email: 'accounts@shop.example' });
	expect(await verify()).toMatchObject({ wrongCustomer: 0, examples: [] });
});

test('an order that is flagged as paid twice after one payment is in a wrong state', async () => {
	const { sell, verify } = await openShop({
		order: { open: ['new'], paid: ['done'], flagged: ['paid'] },
	});
	await sell();
	expect(await verify()).toMatchObject({
		wrongState: 1,
		examples: [expect.stringContaining('the shop says "paid", and one payment of it is confirmed')],
	});
});

test('it is wrong also beside a second payment that no shopper has reached', async () => {
	const { sell, verify, createAgain } = await openShop({
		order: { open: ['new'], paid: ['done'], flagged: ['paid'] },
	});
	await createAgain(await sell());
	expect(await verify()).toMatchObject({ wrongState: 1, orphans: 1 });
});

test('an order that is paid and a moment later no longer is is wrong', async () => {
	const { sell, verify } = await openShop({ shopOptions: { losesPaidAfterReads: 1 } });
	const { reference } = await sell();
	expect(await verify()).toMatchObject({
		...{ verified: 1, wrongState: 1 },
		examples: [
			`order state: ${reference}: the shop says "failed", a moment after it was as expected`,
		],
	});
});

test('an interrupted run says that the orders were not compared', async () => {
	const { sell, verifyInterrupted } = await openShop();
	await sell();
	const { found, reasons } = await verifyInterrupted();
	expect(found).toBeUndefined();
	expect(reasons).toMatchObject([{ id: 'orders-unread', severity: 'inconclusive' }]);
});

test('all orders wait for their payment together', async () => {
	const { sell, verify } = await openShop({
		...{ order: { open: ['new', 'paid'], paid: ['done'] }, within: '2s' },
	});
	const orders = campaign({ sample: 24, full: 64 });
	for (let order = 0; order < orders; order += 1) await sell();
	const startMs = performance.now();
	expect(await verify()).toMatchObject({
		...{ verified: orders, wrongState: orders },
		examples: expect.arrayContaining([
			expect.stringMatching(/says "paid" 2 s after its payment was reported as confirmed$/),
		]),
	});
	// Eight at a time, they would take two seconds for each eight.
	expect(performance.now() - startMs).toBeLessThan((orders / 8) * 1_500 + 500);
}, 60_000);

test('a sandbox that is too small for the payments is announced', async () => {
	const { shop } = await openShop({ settings: { limits: { maxPayments: 50 } } });
	const said: string[] = [];
	await readBeforeLoad(shop, plan, (text) => said.push(text));
	expect(said.join('')).toMatch(/keeps 50 payments, and this load has about 60 orders: .* Raise /);
	await readBeforeLoad(shop, { ...plan, scenarios: [] }, (text) => said.push(text));
	expect(said).toHaveLength(1);
});

test('the sandbox that a run starts evicts no payment', async () => {
	const path = await startTestShop({ sandbox: 'http://127.0.0.1:9' });
	const script = "require('http').createServer((_, to) => to.end()).listen(process.env.PORT)";
	const own = {
		...{ command: [process.execPath, '-e', script], env: { PORT: '{port}' } },
		ready: 'http://127.0.0.1:{port}',
	};
	writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...own }));
	const shop = await openLoadShop({
		...{ merchant: readMerchantFile(path, '/'), url: undefined, seed, shopper: 'http' },
		...{ losesAnswers: false, runId: 'run', env: process.env, warn: note },
		signal: new AbortController().signal,
	});
	atEnd(() => shop.close());
	const said: string[] = [];
	const day = averagePlan({ ...settingsOfPlan, ratePerSecond: 20, holdMs: 12 * 3_600_000 });
	await readBeforeLoad(shop, day, (text) => said.push(text));
	expect(said).toEqual([]);
});
