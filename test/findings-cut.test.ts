/** Who ended the connection of a call: only a client that left is a finding, also when the journal is gone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { startServe, temporaryFolder } from './support/command.ts';
import { closeSideAfter, openConnection, postText } from './support/raw.ts';
import { send, startPayment, startSandbox } from './support/sandbox.ts';

const halfOfACall = postText('/v2/payment-options', paymentOptionsExample).slice(0, -100);

const leftEarly = 'client_left_early';
const journal = { journal: { mode: 'off' } };

test.each([
	['a client', 'client', null, 'The client left before the answer.'],
	['a fault', 'fault', 'close;phase=after', 'A fault kept the answer from the client.'],
	['a fault', 'fault', 'hang;phase=after', 'A fault kept the answer from the client.'],
])('without a journal, a payment knows that %s ended the connection (%s, %s)', async (...row) => {
	const [, closedBy, fault, text] = row;
	const sandbox = await startSandbox({ settings: journal });
	if (fault === 'close;phase=after')
		await options(sandbox, {}, { 'X-Sandbox-Fault': fault }).catch(() => {});
	else {
		const latency = { latency: { default: { fixed: '60s' } } };
		if (fault === null) await sandbox.configure(latency);
		else await sandbox.faults.add({ fault: { kind: 'hang' }, phase: 'after' });
		await leaveDuringPaymentOptions(sandbox);
	}
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const isFound = closedBy === 'client';
	const { findings } = await sandbox.findings({ code: leftEarly });
	expect(findings.map(({ count }) => count)).toEqual(isFound ? [1] : []);
	const [payment] = await sandbox.payments();
	expect(payment?.calls).toMatchObject([{ gone: true, closedBy }]);
	const { story } = await sandbox.explain(payment?.sessionId ?? '');
	expect(story[0]?.text).toContain(text);
});

test('a client that waited for a call which the stop cut off did not leave, and one that left did', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const first = await startServe(['--store', store, '--drain', '600ms']);
	const latency = { latency: { default: { fixed: '60s' } } };
	await send('PUT', `${first.url}/_sandbox/settings`, latency);
	const leaving = new AbortController();
	const left = fetch(`${first.url}/v2/payment-options`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ ...paymentOptionsExample, paymentReference: 'left' }),
		signal: leaving.signal,
	});
	const cut = startPayment(first.url, { paymentReference: 'cut' });
	const paymentsAt = async (url: string) =>
		(await send('GET', `${url}/_sandbox/payments`)).body.payments;
	await expect.poll(() => paymentsAt(first.url)).toHaveLength(2);
	first.child.kill('SIGTERM');
	leaving.abort();
	await expect(left).rejects.toThrow();
	await expect(cut).rejects.toThrow();
	await first.ended;
	const { url } = await startServe(['--store', store]);
	const payments: { paymentReference: string; transactionId: string; calls: object[] }[] =
		await paymentsAt(url);
	const paymentOf = (name: string) => payments.find((one) => one.paymentReference === name);
	expect(paymentOf('cut')?.calls).toMatchObject([{ gone: true, closedBy: 'sandbox' }]);
	expect(paymentOf('left')?.calls).toMatchObject([{ gone: true, closedBy: 'client' }]);
	const { body } = await send('GET', `${url}/_sandbox/findings?code=${leftEarly}`);
	expect(body.findings).toMatchObject([{ payments: [paymentOf('left')?.transactionId] }]);
	const path = `${url}/_sandbox/payments/${paymentOf('cut')?.transactionId}/explain`;
	const { story } = (await send('GET', path)).body;
	expect(story[0].text).toContain('The sandbox closed the connection before the answer.');
});

test('a client that left before a fault after the commit ended the connection itself', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '60s' } } } });
	await sandbox.faults.add({ fault: { kind: 'close' }, phase: 'after' });
	await leaveDuringPaymentOptions(sandbox);
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const [payment] = await sandbox.payments();
	expect(payment?.calls).toMatchObject([{ gone: true, closedBy: 'client' }]);
	const { findings } = await sandbox.findings({ code: leftEarly });
	expect(findings.map(({ count }) => count)).toEqual([1]);
});

test.each([
	['hang', 'before', []],
	['delay', 'after', [1]],
] as const)('a client that leaves during the fault %s %s', async (kind, phase, counts) => {
	const sandbox = await startSandbox();
	const fault = kind === 'hang' ? { kind } : { kind, law: { fixed: '60s' } };
	await sandbox.faults.add({ fault, phase });
	await leaveDuringPaymentOptions(sandbox);
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const { findings } = await sandbox.findings({ code: leftEarly });
	expect(findings.map(({ count }) => count)).toEqual(counts);
});

test('a client that the sandbox disconnects because it sends too many calls did not leave', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '60s' } } } });
	const { closed, send: write } = openConnection(sandbox.url);
	const body = JSON.stringify(paymentOptionsExample);
	const head =
		'POST /v2/payment-options HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
	write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
	await expect.poll(async () => (await sandbox.payments()).length).toBe(1);
	write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(300));
	await closed;
	await expect.poll(async () => (await sandbox.journal()).entries[0]).toMatchObject({ gone: true });
	expect((await sandbox.findings({ code: leftEarly })).findings).toEqual([]);
	const [payment] = await sandbox.payments();
	const { story } = await sandbox.explain(payment?.sessionId ?? '');
	expect(story[0]?.text).toContain('The sandbox closed the connection before the answer.');
});

test.each(['ends its side', 'resets the connection'])(
	'a client that %s within its request has left, and ignored no refusal',
	async (how) => {
		const sandbox = await startSandbox();
		if (how === 'ends its side')
			expect(await closeSideAfter(sandbox.url, halfOfACall)).toEqual([400]);
		else {
			const { socket, send: write } = openConnection(sandbox.url);
			write(halfOfACall);
			await expect.poll(sandbox.callsInFlight).toBe(1);
			socket.resetAndDestroy();
		}
		await expect
			.poll(async () => (await sandbox.journal()).entries)
			.toMatchObject([{ status: 400, gone: true }]);
		const { findings } = await sandbox.findings();
		const codes = findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
		expect(codes).toEqual([leftEarly]);
	},
);
