/** `POST /_sandbox/verify` about values that the journal masked. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { options, withReference } from './support/calls.ts';
import { startSandbox } from './support/sandbox.ts';
import { ask } from './support/verify.ts';

test('what the journal masked may match: the answer is uncertain, but the reference of a payment is known', async () => {
	const sandbox = await startSandbox();
	const [reference, other] = ['order-20260101120000123', 'order-20260101120000999'];
	const customerOf = (name: string) => ({ customer: { name } });
	for (const each of [reference, other]) {
		await options(sandbox, { ...withReference(each), ...customerOf(each) });
	}
	const inBody = { match: { body: customerOf(reference) }, times: { atMost: 1 } };
	expect(await ask(sandbox, inBody)).toMatchObject({ ok: false, complete: false, matched: 0 });
	const byBody = { match: { body: withReference(reference) }, times: 1 };
	expect(await ask(sandbox, byBody)).toMatchObject({ ok: true, entries: [1] });
	expect(await ask(sandbox, { match: { reference }, times: 1 })).toMatchObject({ entries: [1] });
	await options(sandbox, withReference('order-3'));
	const after = { match: { reference: 'order-3' }, after: inBody.match, times: 0 };
	expect(await ask(sandbox, after)).toMatchObject({ ok: false, complete: false });
	await sandbox.expectOncePerOrder(reference);
});

test.each([
	{ body: { redirectUrl: '/cvv=[0-9]/' } },
	{ body: { redirectUrl: 'https://shop.example/return?cvv=123' } },
	{ body: { note: ['4111'] } },
	{ body: { meta: { '123456789012': 1 } } },
	{ body: { meta: { '123456789012': { $exists: true } } } },
	{ header: { 'X-From': '/cvc=7/' } },
	{ reference: 'order-42424242*' },
])('an answer about a masked value is uncertain: %j', async (match) => {
	const sandbox = await startSandbox({ settings: { journal: { headers: ['X-From'] } } });
	const body = {
		...withReference('order-4242424242424242'),
		redirectUrl: 'https://shop.example/return?cvv=123',
		note: ['4111', '1111', '1111', '1111'],
		meta: { '123456789012': 1 },
	};
	await options(sandbox, body, { 'X-From': 'https://shop.example/?cvc=737' });
	for (const times of [0, 1]) {
		const answer = await ask(sandbox, { match, times });
		expect(answer).toMatchObject({ ok: false, complete: false });
	}
});

test('a body with a byte order mark is read and masked as one without', async () => {
	const sandbox = await startSandbox();
	const body = {
		...paymentOptionsExample,
		...withReference('order-1'),
		pan: ['4111', '1111', '1111', '1111'],
	};
	const { status } = await fetch(sandbox.url + servicePaths.paymentOptions, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: `\ufeff${JSON.stringify(body)}`,
	});
	expect(status).toBe(200);
	const answer = await ask(sandbox, { match: { body: withReference('order-1') }, times: 1 });
	expect(answer).toMatchObject({ ok: true });
	const [entry] = (await sandbox.journal()).entries;
	expect(entry?.request).toMatchObject({ pan: ['…', '…', '…', '…'] });
});

test('no answer is certain about the body of a call that was refused before its body was read', async () => {
	const sandbox = await startSandbox({ settings: { limits: { rate: { rps: 0.001, burst: 1 } } } });
	for (let call = 0; call < 2; call += 1) await options(sandbox, withReference('order-7'));
	const body = { paymentReference: 'order-7' };
	const question = { match: { endpoint: 'paymentOptions', body } };
	expect(await ask(sandbox, { ...question, times: 1 })).toMatchObject({ complete: false });
	const refused = { match: { ...question.match, status: 429 }, times: 0 };
	expect(await ask(sandbox, refused)).toMatchObject({ ok: false, complete: false });
	const other = { match: { ...question.match, status: 400 }, times: 0 };
	expect(await ask(sandbox, other)).toMatchObject({ ok: true, complete: true });
});

test('the reference of a call that was refused before its body was read is not known', async () => {
	const sandbox = await startSandbox();
	const send = (reference: string) => options(sandbox, withReference(reference));
	await send('order-1');
	await sandbox.configure({ limits: { rate: { rps: 1, burst: 1 } } });
	await send('order-2');
	expect((await send('order-2')).status).toBe(429);
	await sandbox.configure({ limits: { rate: null } });
	await send('order-3');
	const uncertain = { ok: false, complete: false };
	const calls = { endpoint: 'paymentOptions' };
	const times = { atMost: 1 };
	for (const question of [
		{ match: { ...calls, reference: 'order-1' }, times },
		{ match: calls, per: 'paymentReference', times },
		{ match: { reference: 'order-3' }, after: { status: 429 }, per: 'paymentReference', times: 0 },
	]) {
		expect(await ask(sandbox, question)).toMatchObject(uncertain);
	}
	const answered = { ...calls, status: 200 };
	expect(await ask(sandbox, { match: { ...answered, reference: 'order-2' } })).toMatchObject({
		ok: true,
	});
	expect(await ask(sandbox, { match: answered, per: 'paymentReference' })).toMatchObject({
		ok: true,
	});
});

test('a call without a body has no reference', async () => {
	const sandbox = await startSandbox();
	const path = `${sandbox.url}/v2/payment-options`;
	const headers = { 'Content-Type': 'application/json' };
	const statuses = [];
	for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
		statuses.push((await fetch(path, { method, headers })).status);
	expect(statuses).toEqual([405, 405, 405, 400]);
	await options(sandbox, withReference('order-1'));
	for (const question of [
		{ match: { reference: 'order-2' }, times: 0 },
		{ match: { reference: 'order-1' }, times: 1 },
	]) {
		expect(await ask(sandbox, question)).toMatchObject({ ok: true, complete: true });
	}
});
