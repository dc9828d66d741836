/** Findings about calls that repeat an earlier one: replayed payments, and double clicks with a call still open. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { choose, options, withReference } from './support/calls.ts';
import { codesIn } from './support/findings.ts';
import { openConnection, postText } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';
import { startPayment, startSandbox } from './support/sandbox.ts';

const keyHeader = 'Idempotency-Key';
const lost = { [headerNames.fault]: 'close;phase=after' };

/** Calls payment-options with an idempotency key. Ignores an answer that is lost. */
const pay = (sandbox: Sandbox, key: string, headers: Record<string, string> = {}) =>
	options(sandbox, {}, { [keyHeader]: key, ...headers }).catch(() => null);

const use = async (sandbox: Sandbox) => {
	const [payment] = await sandbox.payments();
	const sessionId = payment?.sessionId ?? '';
	await choose(sandbox, { sessionId, paymentOptionId: sessionId });
};

test.each<[string, ((sandbox: Sandbox) => Promise<unknown>)[], number[][]]>([
	[
		'was used before its answer was replayed',
		[(one) => pay(one, 'k1'), use, (one) => pay(one, 'k1')],
		[],
	],
	[
		'was used after its answer was replayed',
		[(one) => pay(one, 'k1'), (one) => pay(one, 'k1'), use],
		[],
	],
	[
		'was unused, and only the replay of its answer was lost',
		[(one) => pay(one, 'k1'), (one) => pay(one, 'k1', lost)],
		[[1, 3]],
	],
	[
		'was unused, and only the replay of its answer arrived',
		[(one) => pay(one, 'k1', lost), (one) => pay(one, 'k1')],
		[[2, 3]],
	],
	[
		'was unused, and no answer with it arrived',
		[(one) => pay(one, 'k1', lost), (one) => pay(one, 'k1', lost)],
		[],
	],
])('a second payment is created when the first %s', async (_, before, occurrences) => {
	const sandbox = await startSandbox({ settings: { idempotency: { header: keyHeader } } });
	for (const step of before) await step(sandbox);
	await pay(sandbox, 'k2');
	const { findings } = await sandbox.findings({ code: 'payment_created_twice' });
	expect(findings.flatMap((finding) => finding.occurrences)).toEqual(occurrences);
});

/** Makes two calls with slow answers: the second arrives while the first one is open. */
const clickTwice = async (
	sandbox: Sandbox,
	first: () => Promise<unknown>,
	second: () => Promise<unknown>,
) => {
	await sandbox.configure({ latency: { default: { fixed: '300ms' } } });
	const open = first();
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await Promise.all([open, second()]);
	await sandbox.configure({ latency: null });
};

test('hybrid-payment is repeated by a call after its first answer, and not by one before', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const click = () => choose(sandbox, { sessionId, paymentOptionId });
	await clickTwice(sandbox, click, click);
	expect(await codesIn(sandbox)).not.toContain('risky hybrid_repeated');
	await click();
	const { findings } = await sandbox.findings({ code: 'hybrid_repeated' });
	expect(findings).toMatchObject([{ occurrences: [[2, 4]] }]);
});

test.each([
	['on two connections at once', 2],
	['on one connection, before the first answer', 1],
])('calls that a client sends %s do not follow the answer', async (_, connections) => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const click = postText(servicePaths.hybridPayment, { sessionId, paymentOptionId });
	const clients = Array.from({ length: connections }, () => openConnection(sandbox.url));
	for (const { socket } of clients) await once(socket, 'connect');
	for (const { send } of clients) send(click.repeat(2 / connections));
	for (const { answers } of clients) await answers(2 / connections);
	const clicks = { endpoint: 'hybridPayment' } as const;
	await expect(sandbox.verify({ match: clicks, after: clicks, times: 0 })).resolves.toMatchObject({
		ok: true,
	});
	expect(await codesIn(sandbox)).not.toContain('risky hybrid_repeated');
});

/** Sends two calls for each order, one after another, from a process of its own: it reads answers while this one works. */
const orderly = `
	const [url, sent, count] = process.argv.slice(1);
	const post = async (path, body) => (await fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
	for (let index = 0; index < Number(count); index += 1) {
		const { sessionId, paymentOptions } = await post('${servicePaths.paymentOptions}', { ...JSON.parse(sent), paymentReference: 'order-' + index });
		await post('${servicePaths.paymentSuboptions}', { sessionId, paymentOptionId: paymentOptions[0].paymentOptionId });
	}`;

test('a call that a client sends after an answer follows it, however soon', async () => {
	const sandbox = await startSandbox();
	const orders = 200;
	const args = [sandbox.url, JSON.stringify(paymentOptionsExample), String(orders)];
	await promisify(execFile)(process.execPath, ['-e', orderly, '--', ...args], { timeout: 60_000 });
	const answer = await sandbox.verify({
		match: { endpoint: 'paymentSuboptions' },
		after: { endpoint: 'paymentOptions' },
		per: 'paymentReference',
	});
	expect(answer).toMatchObject({ ok: true, matched: orders });
});

test('a double click is no retry of a call whose answer is lost later, but creates two payments', async () => {
	const sandbox = await startSandbox();
	const lose = () => options(sandbox, {}, lost).catch(() => {});
	await clickTwice(sandbox, lose, () => options(sandbox));
	const codes = await codesIn(sandbox);
	expect(codes).not.toContain('risky retry_without_key');
	expect(codes).not.toContain('risky retried_without_pause');
	expect(codes).toContain('risky payment_created_twice');
});

test('after a double click whose answers are lost, one more call is one retry', async () => {
	const sandbox = await startSandbox();
	const lose = () => options(sandbox, {}, lost).catch(() => {});
	await clickTwice(sandbox, lose, lose);
	await options(sandbox);
	const { findings } = await sandbox.findings({ code: 'retry_without_key' });
	expect(findings).toMatchObject([{ occurrences: [[2, 3]] }]);
});

test('a retry that returns the payment of an earlier call is right without a key', async () => {
	const sandbox = await startSandbox({ settings: { reference: { duplicate: 'replay' } } });
	await options(sandbox);
	await options(sandbox, {}, { [headerNames.fault]: 'status=503;phase=before' });
	await options(sandbox);
	expect(await codesIn(sandbox)).not.toContain('risky retry_without_key');
});

test('a call with the key of another order is a refused call of its own order', async () => {
	const sandbox = await startSandbox({ settings: { idempotency: { header: keyHeader } } });
	const order = (reference: string, key: string) =>
		options(sandbox, withReference(reference), { [keyHeader]: key });
	await order('order-a', 'k1');
	expect((await order('order-b', 'k1')).status).toBe(409);
	const all = ['order-a', 'order-b'].map((reference) => ({ match: { reference }, times: 1 }));
	await expect(sandbox.verify({ all })).resolves.toMatchObject({ ok: true });
	const ignored = async () => (await sandbox.findings({ code: 'refusal_ignored' })).findings;
	expect(await ignored()).toMatchObject([{ payments: [], entries: [2] }]);
	await order('order-b', 'k2');
	expect(await ignored()).toEqual([]);
});
