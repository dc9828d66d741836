/**
 * Which refusals are ignored: acts at the same time of a manual clock, calls whose order is unknown, clients that left.
 */
import { describe, expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { choose, leaveDuringPaymentOptions, options, withReference } from './support/calls.ts';
import { codesIn } from './support/findings.ts';
import { answersIn, exchange } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const reference = withReference('order-1');

async function setup() {
	const sandbox = await startSandbox();
	const { sessionId, cardId } = await reachCashier(sandbox.url, 'card', reference);
	const isIgnored = async () => (await codesIn(sandbox)).includes('wrong refusal_ignored');
	const act = (action: 'submit' | 'cancel') => sandbox.act(sessionId, { action });
	const decline = () => sandbox.act(sessionId, { action: 'decline', reason: 'insufficient_funds' });
	return { sandbox, sessionId, cardId, isIgnored, act, decline };
}

type Setup = Awaited<ReturnType<typeof setup>>;

test.each([
	['which the payment notes', 'suboption_not_needed', { optionId: 'x' }],
	['which does not reach the payment', 'invalid_body', { optionId: 5 }],
])('a refusal %s is not ignored when an act follows at the same time', async (_, code, wrong) => {
	const { sandbox, sessionId, cardId, isIgnored, act } = await setup();
	const { body } = await choose(sandbox, { sessionId, paymentOptionId: cardId, ...wrong });
	expect(body.code).toBe(code);
	expect(await isIgnored()).toBe(true);
	await act('cancel');
	expect(await isIgnored()).toBe(false);
});

test('a refusal is not ignored when an act came while its answer was held back', async () => {
	const { sandbox, sessionId, cardId, isIgnored, act } = await setup();
	const paymentOf = () => sandbox.payment(sessionId);
	await sandbox.configure({ latency: { default: { fixed: 300 } } });
	const refused = choose(sandbox, { sessionId, paymentOptionId: cardId, optionId: 'x' });
	await expect.poll(async () => (await paymentOf()).calls.at(-1)?.result).not.toBe('ok');
	await act('cancel');
	await sandbox.advance('1s');
	expect((await refused).status).toBe(400);
	expect(await isIgnored()).toBe(false);
});

test('a refusal after an act at the same time is ignored', async () => {
	const { sandbox, isIgnored, act, decline } = await setup();
	await act('submit');
	await decline();
	expect(await isIgnored()).toBe(false);
	const second = await reachCashier(sandbox.url, 'card', reference);
	const choice = { sessionId: second.sessionId, paymentOptionId: second.cardId };
	await choose(sandbox, { ...choice, optionId: 'x' });
	expect(await isIgnored()).toBe(true);
	await sandbox.act(second.sessionId, { action: 'cancel' });
	expect(await isIgnored()).toBe(false);
	await options(sandbox, { ...reference, amount: -1 });
	expect(await isIgnored()).toBe(true);
});

const visit = ({ url }: Sandbox, sessionId: string) =>
	send('GET', `${url}/pay?sessionId=${sessionId}`, undefined, { Accept: 'text/html' });
const actBy = (body: object) => (place: Sandbox, sessionId: string) =>
	post(`${place.url}${controlPaths.payments}/${sessionId}/act`, body);
const returnFromCashier = ({ url }: Sandbox, sessionId: string) =>
	fetch(`${url}/pay?sessionId=${sessionId}`, {
		method: 'POST',
		body: new URLSearchParams({ action: 'return' }),
	});

test.each([
	['an act that is refused', 409, actBy({ action: 'submit' })],
	['a visit of the cashier that is refused', 409, visit],
	['an outcome that is set', 200, actBy({ action: 'steer', outcome: 'DECLINE' })],
	['a return by act', 200, actBy({ action: 'return' })],
	['a return from the cashier', 204, returnFromCashier],
])('%s does not continue a payment whose hybrid-payment was refused', async (_, status, step) => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url);
	const isIgnored = async () => (await codesIn(sandbox)).includes('wrong refusal_ignored');
	expect((await choose(sandbox, { sessionId, paymentOptionId: bankId })).status).toBe(400);
	expect((await step(sandbox, sessionId)).status).toBe(status);
	expect(await isIgnored()).toBe(true);
	// The history of the payment has its latest 20 calls.
	for (let count = 0; count < 20; count += 1) {
		await sandbox.advance('1s');
		expect((await step(sandbox, sessionId)).status).toBe(status);
	}
	expect(await isIgnored()).toBe(true);
	await sandbox.act(sessionId, { action: 'cancel' });
	expect(await isIgnored()).toBe(false);
});

test('a step that is refused does not hide the accepted step before it', async () => {
	const { sandbox, sessionId, cardId, isIgnored, act } = await setup();
	await choose(sandbox, { sessionId, paymentOptionId: cardId, optionId: 'x' });
	await sandbox.advance('1s');
	await act('cancel');
	await expect(act('submit')).rejects.toThrow();
	expect(await isIgnored()).toBe(false);
});

test('an outcome that was set before a refusal does not continue the payment', async () => {
	const { sandbox, sessionId, cardId, isIgnored } = await setup();
	await sandbox.act(sessionId, { action: 'steer', outcome: 'DECLINE' });
	await choose(sandbox, { sessionId, paymentOptionId: cardId, optionId: 5 });
	expect(await isIgnored()).toBe(true);
});

test.each<[string, number, (ids: { sessionId: string; transactionId: string }) => string]>([
	['a session id in upper case', 404, ({ sessionId }) => sessionId.toUpperCase()],
	['a session id with a blank', 400, ({ sessionId }) => `${sessionId} `],
	['the transaction id', 404, ({ transactionId }) => transactionId],
])('%s is refused, and not ignored when the call is corrected', async (_, status, idOf) => {
	const { sandbox, isIgnored } = await setup();
	const payment = await startPayment(sandbox.url, reference);
	const choice = { sessionId: payment.sessionId, paymentOptionId: payment.cardId };
	const wrong = { ...choice, sessionId: idOf(payment) };
	expect((await choose(sandbox, wrong)).status).toBe(status);
	expect(await isIgnored()).toBe(true);
	expect((await choose(sandbox, choice)).status).toBe(200);
	expect(await isIgnored()).toBe(false);
});

test('a session that a reset removed is not ignored when a new payment follows', async () => {
	const { sandbox, sessionId, cardId, isIgnored } = await setup();
	await sandbox.reset();
	const refused = () => choose(sandbox, { sessionId, paymentOptionId: cardId });
	expect((await refused()).status).toBe(404);
	expect(await isIgnored()).toBe(true);
	await reachCashier(sandbox.url, 'card', reference);
	expect(await isIgnored()).toBe(false);
	await refused();
	expect(await isIgnored()).toBe(true);
});

test('a client that left before a refusal has not ignored it', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '60s' } } } });
	await leaveDuringPaymentOptions(sandbox, { amount: -1 });
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const { findings } = await sandbox.findings({ code: 'refusal_ignored' });
	expect(findings).toEqual([]);
});

test.each([
	['host_not_allowed', 403, '', 'Host: sandbox:8080\r\n'],
	['malformed_request', 400, '', ''],
	['malformed_request', 400, 'http://elsewhere', 'Host: localhost\r\n'],
])('a call that is refused for its host is a call of its endpoint: %s %i %j', async (...row) => {
	const [problem, status, origin, host] = row;
	const sandbox = await startSandbox();
	const body = JSON.stringify(paymentOptionsExample);
	const text = `POST ${origin}/v2/payment-options HTTP/1.1\r\n${host}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
	expect(answersIn(await exchange(sandbox.url, text))).toMatchObject([{ status }]);
	expect((await sandbox.journal()).entries).toMatchObject([
		{ endpoint: 'paymentOptions', problem },
	]);
	const { findings } = await sandbox.findings({ code: 'refusal_ignored' });
	expect(findings).toMatchObject([{ count: 1 }]);
});

test('a call that is refused before the payment is read is found for the payment of its session', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId } = await startPayment(sandbox.url);
	expect((await choose(sandbox, { sessionId, paymentOptionId: 'x' })).status).toBe(400);
	const { findings } = await sandbox.findings({ code: 'refusal_ignored' });
	expect(findings).toMatchObject([{ payments: [transactionId], entries: [2] }]);
	const ofPayment = (await sandbox.explain(transactionId)).findings;
	expect(ofPayment.map(({ code }) => code)).toContain('refusal_ignored');
});

test.each<[string, boolean, (place: Setup) => Promise<unknown>]>([
	['can be paid', false, async () => {}],
	['has ended', true, ({ act, sandbox }) => act('cancel').then(() => sandbox.advance('1s'))],
])(
	'a reference that is refused because the order has a payment that %s is ignored: %s',
	async (...row) => {
		const [, isFound, before] = row;
		const place = await setup();
		await place.sandbox.configure({ reference: { duplicate: 'reject' } });
		await before(place);
		expect((await options(place.sandbox, reference)).status).toBe(409);
		expect(await place.isIgnored()).toBe(isFound);
	},
);

test('a reference that is refused is ignored if its payment has no cashier address yet', async () => {
	const sandbox = await startSandbox({ settings: { reference: { duplicate: 'reject' } } });
	const { sessionId, cardId } = await startPayment(sandbox.url, reference);
	await options(sandbox, reference);
	expect(await codesIn(sandbox)).toContain('wrong refusal_ignored');
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	expect(await codesIn(sandbox)).not.toContain('wrong refusal_ignored');
});

describe('a repeated hybrid-payment', () => {
	async function setupRepeats() {
		const sandbox = await startSandbox({ settings: { hybrid: { repeat: 'reject' } } });
		const payment = await startPayment(sandbox.url, reference);
		const choice = { sessionId: payment.sessionId, paymentOptionId: payment.cardId };
		await choose(sandbox, choice);
		const isIgnored = async () => (await codesIn(sandbox)).includes('wrong refusal_ignored');
		return { sandbox, payment, choice, isIgnored };
	}

	test('that is refused is not ignored, because the first answer has the cashier address', async () => {
		const { sandbox, payment, choice, isIgnored } = await setupRepeats();
		expect((await choose(sandbox, choice)).body.code).toBe('choice_made');
		expect(await isIgnored()).toBe(false);
		const other = { ...choice, paymentOptionId: payment.bankId, optionId: 'co-pse-01' };
		expect((await choose(sandbox, other)).body.code).toBe('choice_made');
		expect(await isIgnored()).toBe(true);
	});

	test('that meets the rate limit is ignored if it may have been the call of another payment', async () => {
		const { sandbox, payment, choice, isIgnored } = await setupRepeats();
		await sandbox.configure({ limits: { rate: { rps: 1, burst: 1 } } });
		const other = await startPayment(sandbox.url, withReference('order-2'));
		expect((await choose(sandbox, choice)).status).toBe(429);
		expect(await isIgnored()).toBe(true);
		await sandbox.advance('1s');
		await choose(sandbox, { sessionId: other.sessionId, paymentOptionId: other.cardId });
		expect((await choose(sandbox, choice)).status).toBe(429);
		expect(await isIgnored()).toBe(false);
		for (const { sessionId } of [payment, other])
			await sandbox.act(sessionId, { action: 'cancel' });
		await sandbox.advance('1s');
		await send('POST', sandbox.url + servicePaths.hybridPayment, choice);
		expect((await choose(sandbox, choice)).status).toBe(429);
		expect(await isIgnored()).toBe(true);
	});
});
