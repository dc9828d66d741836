/** The finding about two payments of one purchase: which payments are compared, and which are not. */
import { expect, test } from 'vitest';
import { choose, options } from './support/calls.ts';
import { codesIn } from './support/findings.ts';
import type { Sandbox } from './support/sandbox.ts';
import { reachCashier, startPayment, startSandbox } from './support/sandbox.ts';

test('a payment that has ended unpaid is no duplicate of the next one', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.act(sessionId, { action: 'cancel' });
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-3' });
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test('two spellings of a currency that are both accepted are one currency', async () => {
	const sandbox = await startSandbox({ settings: { validation: { case: 'fold' } } });
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1', currency: 'COP' });
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2', currency: ' cop' });
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test('customers whose names the journal masks are not compared', async () => {
	const sandbox = await startSandbox();
	for (const number of [1, 2]) {
		const customer = { name: `Guest 173280000000${number}` };
		await reachCashier(sandbox.url, 'card', { paymentReference: `order-${number}`, customer });
	}
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
});

test('customers whose telephone number passes for a card number are compared with it and the name', async () => {
	const sandbox = await startSandbox();
	const start = (number: number, customer: object) =>
		reachCashier(sandbox.url, 'card', { paymentReference: `order-${number}`, customer });
	const ana = { name: 'Ana Torres', phone: '+5511910000000' };
	await start(1, ana);
	await start(2, { ...ana, name: 'Luis Torres' });
	const { entries } = await sandbox.journal({ endpoint: 'paymentOptions' });
	expect(entries[0]?.request).toMatchObject({ customer: { phone: '+551191***0000' } });
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
	await start(3, ana);
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test.each(['order-1', 'order-2'])(
	'two payments that were open together stay a duplicate when that of %s is cancelled',
	async (cancelled) => {
		const sandbox = await startSandbox();
		for (const paymentReference of ['order-1', 'order-2']) {
			await reachCashier(sandbox.url, 'card', { paymentReference });
		}
		await sandbox.advance('1s');
		const [payment] = await sandbox.payments({ reference: cancelled });
		await sandbox.act(payment?.sessionId ?? '', { action: 'cancel' });
		expect(await codesIn(sandbox)).toContain('money duplicate_order');
	},
);

test('a newer payment that ended unpaid does not hide an open one of the same order', async () => {
	const sandbox = await startSandbox();
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.advance('1s');
	const { sessionId } = await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.advance('1s');
	await sandbox.act(sessionId, { action: 'cancel' });
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test('of two payments at one time of a manual clock, the later one may end first', async () => {
	const sandbox = await startSandbox();
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	const { sessionId } = await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	await sandbox.act(sessionId, { action: 'cancel' });
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test.each([
	['without references', [undefined]],
	['under a new reference each time', ['order-1', 'order-2', 'order-3', 'order-4', 'order-5']],
])(
	'%s, payments whose cashier address was not received have no duplicate, and others have',
	async (_, references) => {
		const sandbox = await startSandbox();
		let count = 0;
		const next = () => ({ paymentReference: references[count++ % references.length] });
		const loseNext = (endpoint: 'paymentOptions' | 'hybridPayment') =>
			sandbox.faults.add({
				...{ match: { endpoint }, fault: { kind: 'status', status: 503 } },
				...{ phase: 'after', times: 1 },
			});
		await options(sandbox, next());
		await loseNext('paymentOptions');
		await options(sandbox, next());
		// The answer with the address of the cashier is lost.
		await loseNext('hybridPayment');
		const { sessionId, cardId } = await startPayment(sandbox.url, next());
		await choose(sandbox, { sessionId, paymentOptionId: cardId });
		await reachCashier(sandbox.url, 'card', next());
		expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
		await reachCashier(sandbox.url, 'card', next());
		expect(await codesIn(sandbox)).toContain('money duplicate_order');
	},
);

test('a payment that was submitted has duplicates, although its cashier address was not received', async () => {
	const sandbox = await startSandbox();
	await sandbox.faults.add({
		match: { endpoint: 'hybridPayment' },
		fault: { kind: 'close' },
		phase: 'after',
		times: 1,
	});
	const first = await startPayment(sandbox.url, { paymentReference: 'order-1' });
	const choice = { sessionId: first.sessionId, paymentOptionId: first.cardId };
	await choose(sandbox, choice).catch(() => {});
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
	await sandbox.act(first.sessionId, { action: 'submit' });
	expect(await codesIn(sandbox)).toContain('money duplicate_order');
});

test('a payment that a repeated call returns is not created again', async () => {
	const sandbox = await startSandbox({ settings: { reference: { duplicate: 'replay' } } });
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.advance('2m');
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	await options(sandbox, { paymentReference: 'order-1' });
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
});

test('two orders a week apart on a manual clock are two orders', async () => {
	const sandbox = await startSandbox();
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.advance('168h');
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
});

test('payments are compared in the order of their creation, which a delay can make another one', async () => {
	const sandbox = await startSandbox();
	const fault = { kind: 'delay', law: { fixed: '1s' } } as const;
	await sandbox.faults.add({
		match: { endpoint: 'paymentOptions' },
		phase: 'before',
		times: 1,
		fault,
	});
	const held = reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	await sandbox.advance('2m');
	await held;
	expect(await codesIn(sandbox)).not.toContain('money duplicate_order');
});

test.each(['before', 'after'] as const)(
	'an answer that is delayed %s its creation, while the clock is advanced, is ready at the new time',
	async (phase) => {
		const sandbox = await startSandbox();
		const fault = { kind: 'delay', law: { fixed: '1s' } } as const;
		await sandbox.faults.add({ match: { endpoint: 'paymentOptions' }, phase, times: 1, fault });
		const held = reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
		await expect.poll(sandbox.callsInFlight).toBe(1);
		const { now } = await sandbox.advance('10m');
		await held;
		await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
		const { entries } = await sandbox.journal({ endpoint: 'paymentOptions' });
		expect(entries.map(({ at }) => at)).toEqual([now, now]);
		expect(await codesIn(sandbox)).toContain('money duplicate_order');
	},
);

test.each<[string, object]>([
	['without an option', {}],
	['with an optionId of another type', { optionId: 5 }],
])('a payment was used by a call %s, although it was refused', async (_, rest) => {
	const sandbox = await startSandbox();
	const createdTwice = async () => (await codesIn(sandbox)).includes('risky payment_created_twice');
	const { sessionId } = await startPayment(sandbox.url);
	expect((await choose(sandbox, { sessionId, ...rest })).status).toBe(400);
	await options(sandbox);
	expect(await createdTwice()).toBe(false);
	await options(sandbox);
	expect(await createdTwice()).toBe(true);
});

test('a payment that was evicted before its next call was used by this call', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 1 } } });
	const first = await startPayment(sandbox.url, { paymentReference: 'order-1' });
	await options(sandbox, { paymentReference: 'order-2' });
	const choice = { sessionId: first.sessionId, paymentOptionId: first.cardId };
	expect((await choose(sandbox, choice)).status).toBe(404);
	await options(sandbox, { paymentReference: 'order-1' });
	expect(await codesIn(sandbox)).not.toContain('risky payment_created_twice');
});

test.each<[string, (place: Sandbox, sessionId: string) => Promise<unknown>]>([
	['had expired', (place) => place.advance('10s')],
	['was cancelled', (place, sessionId) => place.act(sessionId, { action: 'cancel' })],
])('a second payment is not created twice if the first %s before', async (_, end) => {
	const sandbox = await startSandbox({ settings: { session: { ttl: '10s' } } });
	const createdTwice = async () => (await codesIn(sandbox)).includes('risky payment_created_twice');
	const { sessionId } = await startPayment(sandbox.url);
	await end(sandbox, sessionId);
	const second = await startPayment(sandbox.url);
	expect(await createdTwice()).toBe(false);
	await sandbox.advance('1s');
	await options(sandbox);
	expect(await createdTwice()).toBe(true);
	await sandbox.advance('1s');
	await sandbox.act(second.sessionId, { action: 'cancel' });
	expect(await createdTwice()).toBe(true);
});
