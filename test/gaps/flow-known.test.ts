import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { post, send, startSandbox } from '../support/sandbox.ts';

const header = 'Idempotency-Key';
const withKeys = { idempotency: { header } };

async function setup(settings: SandboxOptions['settings'], options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ ...options, settings: settings ?? {} });
	const url = sandbox.url + servicePaths.paymentOptions;
	const ask = (changes: object = {}, headers: Record<string, string> = {}) =>
		post(url, { ...paymentOptionsExample, ...changes }, headers);
	return {
		sandbox,
		ask,
		/** The same under a key; the text of the answer as it came. */
		async askUnder(key: string, body: unknown = paymentOptionsExample) {
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			const headers = { 'Content-Type': 'application/json', [header]: key };
			const answer = await fetch(url, { method: 'POST', headers, body: text });
			return {
				status: answer.status,
				text: await answer.text(),
				replayed: answer.headers.get('idempotent-replayed'),
				headers: answer.headers,
			};
		},
		async payments() {
			const { body } = await send('GET', sandbox.url + controlPaths.payments);
			return body.payments.length as number;
		},
	};
}

/** The example with its fields in another order, and blanks between them. */
const inOtherOrder = JSON.stringify(
	Object.fromEntries(Object.entries(paymentOptionsExample).reverse()),
	null,
	4,
);

test('a reference that is taken is refused, and the refusal names the transaction', async () => {
	const { sandbox, ask, payments } = await setup({ reference: { duplicate: 'reject' } });
	const { body: first } = await ask();
	await sandbox.act(first.sessionId, { action: 'cancel' });
	for (const changes of [{}, { amount: 5 }]) {
		const { status, body } = await ask(changes);
		expect([status, body.code, body.param]).toEqual([
			409,
			'duplicate_reference',
			'paymentReference',
		]);
		expect(body.detail).toContain(first.transactionId);
		expect(JSON.stringify(body)).not.toContain(first.sessionId);
	}
	expect(await payments()).toBe(1);
	await sandbox.reset();
	await sandbox.configure({ reference: { duplicate: 'reject' } });
	expect((await ask()).status).toBe(200);
});

test.each(['reject', 'replay'])(
	'no reference and an empty one are never taken: %s',
	async (mode) => {
		const { ask, payments } = await setup({ reference: { duplicate: mode } });
		for (const paymentReference of [undefined, '', undefined, '']) {
			expect((await ask({ paymentReference })).status).toBe(200);
		}
		expect(await payments()).toBe(4);
	},
);

test('a reference repeated with the same request gets the same answer, and no new payment', async () => {
	const { sandbox, ask, payments } = await setup({ reference: { duplicate: 'replay' } });
	const first = await ask();
	await sandbox.act(first.body.sessionId, { action: 'cancel' });
	const again = await ask();
	expect(again).toMatchObject({ status: 200, body: first.body });
	expect(again.headers.get('x-sandbox-warnings')).toBe('reference_replayed');
	expect(first.headers.get('x-sandbox-assumptions')).not.toContain('D-34');
	expect(again.headers.get('x-sandbox-assumptions')).toContain('D-34');
	expect(await payments()).toBe(1);
});

test('a reference repeated with another request is refused', async () => {
	const { ask, payments } = await setup({ reference: { duplicate: 'replay' } });
	await ask();
	for (const changes of [{ amount: 5 }, { customer: { name: 'Eva' } }, { userId: undefined }]) {
		const { status, body } = await ask(changes);
		expect([status, body.code]).toEqual([409, 'duplicate_reference']);
		expect(body.detail).toContain('another request');
	}
	expect(await payments()).toBe(1);
});

test('what was created before requests were compared is never given again', async () => {
	const { sandbox, ask } = await setup({});
	await ask();
	await sandbox.configure({ reference: { duplicate: 'replay' } });
	expect((await ask()).body.code).toBe('duplicate_reference');
});

test('of several payments with one reference the oldest is the one that is known', async () => {
	const { sandbox, ask } = await setup({});
	const { body: first } = await ask();
	await ask();
	await sandbox.configure({ reference: { duplicate: 'reject' } });
	expect((await ask()).body.detail).toContain(first.transactionId);
});

test('the same request under the same key gets the same bytes, however it is written', async () => {
	const { sandbox, askUnder, payments } = await setup(withKeys);
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

test('another request under the same key is a conflict, and changes nothing', async () => {
	const { askUnder, payments } = await setup(withKeys);
	const first = await askUnder('k');
	const { status, text, replayed } = await askUnder('k', { ...paymentOptionsExample, amount: 5 });
	expect([status, replayed]).toEqual([409, null]);
	expect(JSON.parse(text)).toMatchObject({ code: 'idempotency_conflict', param: header });
	expect(JSON.parse(text).fix).toContain('Refused requests use up no key');
	expect((await askUnder('k')).text).toBe(first.text);
	expect(await payments()).toBe(1);
});

test('a refusal uses up no key', async () => {
	const { askUnder } = await setup(withKeys);
	expect((await askUnder('k', { ...paymentOptionsExample, amount: -1 })).status).toBe(400);
	expect((await askUnder('k', '{')).status).toBe(400);
	const { status, replayed } = await askUnder('k');
	expect([status, replayed]).toEqual([200, null]);
});

test('a key is the stronger name: it is asked before the reference', async () => {
	const { ask, askUnder } = await setup({ ...withKeys, reference: { duplicate: 'reject' } });
	const first = await askUnder('k');
	expect((await askUnder('k')).text).toBe(first.text);
	expect((await askUnder('other')).status).toBe(409);
	expect((await ask()).body.code).toBe('duplicate_reference');
	const renamed = { ...paymentOptionsExample, paymentReference: 'order-2' };
	expect(JSON.parse((await askUnder('k', renamed)).text).code).toBe('idempotency_conflict');
	// The key that was refused for its reference names nothing.
	expect((await askUnder('other', renamed)).status).toBe(200);
});

test('after its time a key makes a new payment, which it names from then on', async () => {
	const { sandbox, askUnder, payments } = await setup(withKeys);
	const first = await askUnder('k');
	await sandbox.advance(24 * 3_600_000 - 1);
	expect((await askUnder('k')).text).toBe(first.text);
	await sandbox.advance(1);
	const second = await askUnder('k', { ...paymentOptionsExample, amount: 5 });
	expect([second.status, second.replayed]).toEqual([200, null]);
	expect((await askUnder('k')).status).toBe(409);
	expect(await payments()).toBe(2);
});

test('a key is forgotten with its payment', async () => {
	const { sandbox, askUnder } = await setup({ ...withKeys, limits: { maxPayments: 1 } });
	const first = await askUnder('k');
	await sandbox.act(JSON.parse(first.text).sessionId, { action: 'cancel' });
	expect((await askUnder('other')).status).toBe(200);
	const again = await askUnder('k');
	expect([again.status, again.replayed]).toEqual([200, null]);
	expect(again.text).not.toBe(first.text);
});

test('a full sandbox still gives an answer again', async () => {
	const { sandbox, askUnder } = await setup({ ...withKeys, limits: { maxPayments: 1 } });
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
])('a key that is %s is refused by the name of its header', async (_name, key) => {
	const { askUnder, payments } = await setup(withKeys);
	const { status, text } = await askUnder(key);
	expect(status).toBe(400);
	expect(JSON.parse(text)).toMatchObject({ code: 'invalid_idempotency_key', param: header });
	expect(await payments()).toBe(0);
	expect((await askUnder('k'.repeat(255))).status).toBe(200);
});

test('a header of any name may carry the key, in any case', async () => {
	const { ask } = await setup({ idempotency: { header: 'X-Once' } });
	const first = await ask({}, { 'x-once': 'k' });
	expect((await ask({}, { 'X-ONCE': 'k' })).body).toEqual(first.body);
	expect((await ask({}, { [header]: 'k' })).body).not.toEqual(first.body);
});

test('the other calls are repeated without a key, and ignore one', async () => {
	const { sandbox, ask } = await setup(withKeys);
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
