import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { header, setupRepeats, withKeys } from '../support/repeats.ts';
import { post } from '../support/sandbox.ts';

/** The example with its fields in another order, and blanks between them. */
const inOtherOrder = JSON.stringify(
	Object.fromEntries(Object.entries(paymentOptionsExample).reverse()),
	null,
	4,
);

test('the same request with the same key gets the same bytes, also with its fields in another order', async () => {
	const { sandbox, askUnder, payments } = await setupRepeats(withKeys);
	const first = await askUnder('k');
	await sandbox.configure({ ids: { optionScope: 'catalog' } });
	const again = await askUnder('k', inOtherOrder);
	expect([again.status, again.text]).toEqual([200, first.text]);
	expect([first.replayed, again.replayed]).toEqual([null, 'true']);
	expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
	expect(again.headers.get('x-sandbox-assumptions')).toContain('D-35');
	expect(await payments()).toBe(1);
	expect((await askUnder('other')).text).not.toBe(first.text);
});

test('http.simHeaders = off also leaves out Idempotent-Replayed', async () => {
	const { sandbox, askUnder } = await setupRepeats(withKeys);
	const first = await askUnder('k');
	await sandbox.configure({ http: { simHeaders: 'off' } });
	const { text, replayed } = await askUnder('k');
	expect({ text, replayed }).toEqual({ text: first.text, replayed: null });
});

test('a fault in the place of a repeated response is no repeated response', async () => {
	const { sandbox, askUnder } = await setupRepeats(withKeys);
	await askUnder('k');
	const fault = { kind: 'status', status: 503 } as const;
	await sandbox.faults.add({ match: {}, phase: 'after', times: 1, fault });
	const broken = await askUnder('k');
	expect([broken.status, broken.replayed]).toEqual([503, null]);
	expect((await askUnder('k')).replayed).toBe('true');
});

test.each([
	['unit and decimals', { amount: { unit: 'minor' } }, {}],
	['rounding', { amount: { excess: 'round' } }, { amount: 10.009 }],
	['case', { validation: { case: 'fold' } }, {}],
	['unknown fields', { validation: { unknownFields: 'ignore' } }, { colour: 'red' }],
])(
	'a repeated request stays the same when settings of %s change in between',
	async (_, then, changes) => {
		const { sandbox, askUnder } = await setupRepeats(withKeys);
		const polish = { ...paymentOptionsExample, country: 'PL', currency: 'PLN', ...changes };
		const first = await askUnder('k', polish);
		await sandbox.configure(then);
		const again = await askUnder('k', polish);
		expect([again.status, again.text]).toEqual([200, first.text]);
	},
);

test('another outcome header with the same key is a conflict, and the same header is not', async () => {
	const { askUnder } = await setupRepeats(withKeys);
	const steered = (outcome: string) =>
		askUnder('k', paymentOptionsExample, { 'X-Sandbox-Outcome': outcome });
	const first = await steered('hold');
	expect((await steered('HOLD')).text).toBe(first.text);
	for (const { status, text } of [await steered('FUNDS'), await askUnder('k')]) {
		expect([status, JSON.parse(text).code]).toEqual([409, 'idempotency_conflict']);
		expect(JSON.parse(text).detail).toContain('X-Sandbox-Outcome');
	}
});

test('the payment records every repeated call, accepted or refused', async () => {
	const { sandbox, ask, askUnder } = await setupRepeats({
		...withKeys,
		reference: { duplicate: 'reject' },
	});
	const { sessionId } = JSON.parse((await askUnder('k')).text);
	await askUnder('k');
	await askUnder('k', { ...paymentOptionsExample, amount: 5 });
	await ask();
	const { calls } = await sandbox.payment(sessionId);
	expect(calls.map(({ call, result }) => [call, result])).toEqual([
		['payment-options', 'ok'],
		['payment-options', 'ok'],
		['payment-options', 'idempotency_conflict'],
		['payment-options', 'duplicate_reference'],
	]);
});

test.each<[string, object, object, string | null]>([
	['for another order', { paymentReference: 'order-a' }, { paymentReference: 'order-b' }, null],
	['without a reference', { paymentReference: undefined }, { amount: 5 }, null],
	['for the same order', { paymentReference: 'order-a' }, { amount: 5 }, 'order-a'],
])(
	'a conflict %s is a call of the payment only with its reference',
	async (_, first, change, own) => {
		const { sandbox, askUnder } = await setupRepeats(withKeys);
		const request = { ...paymentOptionsExample, ...first };
		const { sessionId, transactionId } = JSON.parse((await askUnder('k', request)).text);
		expect((await askUnder('k', { ...request, ...change })).status).toBe(409);
		const of = own === null ? { transactionId: null } : { transactionId, paymentReference: own };
		const { entries } = await sandbox.journal();
		expect(entries[0]).toMatchObject({ problem: 'idempotency_conflict', ...of });
		const { calls } = await sandbox.payment(sessionId);
		expect(calls.map(({ result }) => result)).toEqual(
			own === null ? ['ok'] : ['ok', 'idempotency_conflict'],
		);
		const { story } = await sandbox.explain(sessionId);
		expect(story.some(({ text }) => text.includes('idempotency_conflict'))).toBe(own !== null);
	},
);

test('another request with the same key is a conflict, and changes nothing', async () => {
	const { askUnder, payments } = await setupRepeats(withKeys);
	const first = await askUnder('k');
	const { status, text, replayed } = await askUnder('k', { ...paymentOptionsExample, amount: 5 });
	expect([status, replayed]).toEqual([409, null]);
	expect(JSON.parse(text)).toMatchObject({ code: 'idempotency_conflict', param: header });
	expect(JSON.parse(text).fix).toContain('A refused request does not use its key');
	expect((await askUnder('k')).text).toBe(first.text);
	expect(await payments()).toBe(1);
});

test('a refused request does not use its key', async () => {
	const { askUnder } = await setupRepeats(withKeys);
	expect((await askUnder('k', { ...paymentOptionsExample, amount: -1 })).status).toBe(400);
	expect((await askUnder('k', '{')).status).toBe(400);
	const { status, replayed } = await askUnder('k');
	expect([status, replayed]).toEqual([200, null]);
});

test('the key is checked before the reference', async () => {
	const { ask, askUnder } = await setupRepeats({ ...withKeys, reference: { duplicate: 'reject' } });
	const first = await askUnder('k');
	expect((await askUnder('k')).text).toBe(first.text);
	expect((await askUnder('other')).status).toBe(409);
	expect((await ask()).body.code).toBe('duplicate_reference');
	const renamed = { ...paymentOptionsExample, paymentReference: 'order-2' };
	expect(JSON.parse((await askUnder('k', renamed)).text).code).toBe('idempotency_conflict');
	// The key of a request that was refused for its reference belongs to no payment.
	expect((await askUnder('other', renamed)).status).toBe(200);
});

test('a key whose request repeated a reference belongs to the payment of that reference', async () => {
	const { sandbox, askUnder, payments } = await setupRepeats({
		...withKeys,
		reference: { duplicate: 'replay' },
	});
	const first = await askUnder('a');
	await sandbox.advance(3_600_000);
	const again = await askUnder('b');
	expect([again.status, again.text, again.replayed]).toEqual([200, first.text, null]);
	const renamed = { ...paymentOptionsExample, paymentReference: 'order-2' };
	const other = await askUnder('b', renamed);
	expect([other.status, JSON.parse(other.text).code]).toEqual([409, 'idempotency_conflict']);
	expect(await askUnder('b')).toMatchObject({ text: first.text, replayed: 'true' });
	expect(await payments()).toBe(1);
	// The lifetime of the key starts with its own first call.
	await sandbox.advance(23 * 3_600_000);
	expect((await askUnder('b', renamed)).status).toBe(409);
	expect((await askUnder('a', renamed)).status).toBe(200);
});

test('a payment keeps its first key and the latest ten keys of repeated requests', async () => {
	const duplicate = 'replay';
	const { askUnder } = await setupRepeats({ ...withKeys, reference: { duplicate } });
	const others = Array.from({ length: 11 }, (_, index) => `other-${index}`);
	for (const key of ['first', ...others]) expect((await askUnder(key)).status).toBe(200);
	const renamed = { ...paymentOptionsExample, paymentReference: 'order-2' };
	const [forgotten = '', ...kept] = others;
	for (const key of ['first', ...kept]) expect((await askUnder(key, renamed)).status).toBe(409);
	expect((await askUnder(forgotten, renamed)).status).toBe(200);
});

test('after its lifetime a key creates a new payment, and belongs to it from then on', async () => {
	const { sandbox, askUnder, payments } = await setupRepeats(withKeys);
	const first = await askUnder('k');
	await sandbox.advance(24 * 3_600_000 - 1);
	expect((await askUnder('k')).text).toBe(first.text);
	await sandbox.advance(1);
	const second = await askUnder('k', { ...paymentOptionsExample, amount: 5 });
	expect([second.status, second.replayed]).toEqual([200, null]);
	expect((await askUnder('k')).status).toBe(409);
	expect(await payments()).toBe(2);
});

test('a key is deleted with its payment', async () => {
	const { sandbox, askUnder } = await setupRepeats({ ...withKeys, limits: { maxPayments: 1 } });
	const first = await askUnder('k');
	await sandbox.act(JSON.parse(first.text).sessionId, { action: 'cancel' });
	expect((await askUnder('other')).status).toBe(200);
	const again = await askUnder('k');
	expect([again.status, again.replayed]).toEqual([200, null]);
	expect(again.text).not.toBe(first.text);
});

test('a full sandbox still repeats a stored response', async () => {
	const { sandbox, askUnder } = await setupRepeats({ ...withKeys, limits: { maxPayments: 1 } });
	const first = await askUnder('k');
	const { sessionId, paymentOptions } = JSON.parse(first.text);
	const paymentOptionId = paymentOptions.at(-1).paymentOptionId;
	await post(sandbox.url + servicePaths.hybridPayment, { sessionId, paymentOptionId });
	await sandbox.act(sessionId, { action: 'open' });
	expect((await askUnder('other')).status).toBe(503);
	expect((await askUnder('k')).text).toBe(first.text);
});

test.each([
	['empty', ''],
	['too long', 'k'.repeat(256)],
])('a key that is %s is refused, and the error names its header', async (_name, key) => {
	const { askUnder, payments } = await setupRepeats(withKeys);
	const { status, text } = await askUnder(key);
	expect(status).toBe(400);
	expect(JSON.parse(text)).toMatchObject({ code: 'invalid_idempotency_key', param: header });
	expect(await payments()).toBe(0);
	expect((await askUnder('k'.repeat(255))).status).toBe(200);
});

test('the key may be in a configured header, in any letter case', async () => {
	const { ask } = await setupRepeats({ idempotency: { header: 'X-Once' } });
	const first = await ask({}, { 'x-once': 'k' });
	expect((await ask({}, { 'X-ONCE': 'k' })).body).toEqual(first.body);
	expect((await ask({}, { [header]: 'k' })).body).not.toEqual(first.body);
});

test('the other two calls ignore a key', async () => {
	const { sandbox, ask } = await setupRepeats(withKeys);
	const { body } = await ask({}, { [header]: 'k' });
	const [bank, card] = body.paymentOptions;
	const { sessionId } = body;
	const call = (path: string, sent: object) => post(sandbox.url + path, sent, { [header]: 'k' });
	const list = { sessionId, paymentOptionId: bank.paymentOptionId };
	expect((await call(servicePaths.paymentSuboptions, list)).status).toBe(200);
	for (const { paymentOptionId } of [card, card]) {
		const { status, headers } = await call(servicePaths.hybridPayment, {
			sessionId,
			paymentOptionId,
		});
		expect([status, headers.get('idempotent-replayed')]).toEqual([200, null]);
	}
});
