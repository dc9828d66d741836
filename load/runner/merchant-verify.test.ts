/** Orders of a small shop against the payments of a real sandbox. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMerchantFile } from '../../scenarios/merchant-mode/merchant-file.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { TestShopOptions } from '../../test/merchants/test-shop.ts';
import { startTestShop } from '../../test/merchants/test-shop.ts';
import { campaign, fullTest } from '../../test/support/campaign.ts';
import { firstRows } from '../../test/support/sample.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import { atEnd } from '../../test/support/shared.ts';
import {
	merchantStories,
	merchantStoryName,
	orderPlaceholderValues,
	orderReference,
} from '../merchant-orders.ts';
import { averagePlan } from '../profiles.ts';
import { customersByMarket } from './measure.ts';
import { newestPaymentBeforeLoad, openLoadShop } from './merchant-shop.ts';
import { verifyShop } from './merchant-verify.ts';
import { createTally } from './tally.ts';

const seed = 1;
const story = merchantStoryName('card');
const settingsOfPlan = { mix: { [story]: 1 }, stories: merchantStories(true) };
const plan = averagePlan({ ...settingsOfPlan, ratePerSecond: 5, holdMs: 10_000 });
const customers = customersByMarket(seed);
const note = () => {};

interface OpenShopOptions {
	order?: object;
	settings?: object;
	within?: string;
	share?: number;
	shopOptions?: Partial<TestShopOptions>;
}

/** `order` changes what the merchant file says about the states of an order. */
interface Sold {
	reference: string;
	settle: { amount: unknown };
}

async function openShop({
	order = {},
	settings = {},
	within = '1s',
	share = 1,
	shopOptions = {},
}: OpenShopOptions = {}) {
	const sandbox = await startSandbox({
		...{ clock: 'real', settings: { processing: { default: 'none' }, ...settings } },
	});
	const path = await startTestShop({ sandbox: sandbox.url, ...shopOptions });
	const content = JSON.parse(readFileSync(path, 'utf8'));
	const load = { verify: { within, share } };
	writeFileSync(path, JSON.stringify({ ...content, order: { ...content.order, ...order }, load }));
	const io = { out: note, err: note, isTerminal: false, env: {}, cwd: '/' };
	const { signal } = new AbortController();
	const shop = await openLoadShop({
		...{ merchant: readMerchantFile(path, '/'), url: sandbox.url, seed, shopper: 'http' },
		...{ losesAnswers: false, runId: 'run', env: {}, signal, warn: note },
	});
	atEnd(() => shop.close());
	const tally = createTally();
	const { environment, offers } = shop;
	const client = environment.shop();
	let orders = 0;
	return {
		shop,
		tally,
		/** The order is checked out and paid. Returns its reference. */
		async sell(changed: Partial<ReturnType<typeof orderPlaceholderValues>> = {}) {
			const reference = orderReference('l1', 'hold', orders);
			orders += 1;
			const values = {
				...environment.values(),
				...orderPlaceholderValues(reference, story, {
					...{ offers, markets: marketSamples, customers: (market) => customers[market] ?? [] },
				}),
			};
			const sent = { ...values, ...changed };
			await client.prepare(sent, false, note);
			const answer = await client.checkOut(sent, note);
			if (answer.kind !== 'cashier') throw new Error(answer.detail);
			const { sessionId } = answer;
			const { transactionId } = await environment.sandbox.act(sessionId, { action: 'submit' });
			tally.orders.set(reference, { story, session: sessionId });
			return { reference, settle: { ...values, transactionId, state: 'confirmed' } };
		},
		settle: client.settle,
		async verify(profile = 'average') {
			const played = { shop, tally, plan: { profile }, lastBefore: undefined, prefix: 'l1', seed };
			const { found } = await verifyShop({ ...played, io: { ...io, signal } });
			return found?.merchant;
		},
		/** Creates another payment of the order. */
		async createAgain({ reference: paymentReference, settle: { amount } }: Sold) {
			const headers = { 'Content-Type': 'application/json' };
			const body = JSON.stringify({ ...paymentOptionsExample, amount, paymentReference });
			const url = `${sandbox.url}${servicePaths.paymentOptions}`;
			return fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
		},
		loseAnswers: () =>
			sandbox.configure({ faults: [{ match: {}, phase: 'after', fault: { kind: 'close' } }] }),
		async verifyInterrupted() {
			const options = { shop, tally, plan, lastBefore: undefined, prefix: 'l1', seed };
			return await verifyShop({ ...options, io: { ...io, signal: AbortSignal.abort() } });
		},
	};
}

test('orders that are paid as their payments are right', async () => {
	const { sell, verify } = await openShop();
	await sell();
	await sell();
	expect(await verify()).toMatchObject({ orders: 2, confirmed: 2, verified: 2, wrongState: 0 });
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
	expect(await verify()).toMatchObject({ orphans: 2, secondPayments: 0, wrongState: 0 });
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
	await newestPaymentBeforeLoad(shop, plan, (text) => said.push(text));
	expect(said.join('')).toMatch(/keeps 50 payments, and this load has about 60 orders: .* Raise /);
	await newestPaymentBeforeLoad(shop, { ...plan, scenarios: [] }, (text) => said.push(text));
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
	await newestPaymentBeforeLoad(shop, day, (text) => said.push(text));
	expect(said).toEqual([]);
});
