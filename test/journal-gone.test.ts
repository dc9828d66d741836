import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { startSandbox } from './support/sandbox.ts';

test('the entry of a client that left before the response was ready has gone: true', async () => {
	const sandbox = await startSandbox();
	await options(sandbox);
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	await leaveDuringPaymentOptions(sandbox);
	const entries = async () =>
		(await sandbox.journal()).entries.map(({ status, gone }) => [status, gone]);
	await expect.poll(entries).toEqual([
		[200, true],
		[200, false],
	]);
});

test('for verify, a client that left received neither a status nor a response', async () => {
	const sandbox = await startSandbox();
	const asked = (match: object) =>
		sandbox.verify({ match: { endpoint: 'paymentOptions', ...match } });
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	await leaveDuringPaymentOptions(sandbox);
	await expect.poll(async () => (await sandbox.journal()).entries.length).toBe(1);
	await expect(asked({ status: 200 })).rejects.toThrow('status is 0, expected 200');
	await expect(asked({ response: { sessionId: { $exists: true } } })).rejects.toThrow('sessionId');
	await asked({ status: 0, response: { $absent: true } });
	await asked({ body: { country: paymentOptionsExample.country } });
});

test('calls in line behind another one on the connection of a client that left never start', async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	const body = JSON.stringify(paymentOptionsExample);
	const head = [
		`POST ${servicePaths.paymentOptions} HTTP/1.1`,
		`Host: ${new URL(sandbox.url).host}`,
		'Content-Type: application/json',
		`Content-Length: ${Buffer.byteLength(body)}`,
	];
	const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`.repeat(3));
	await expect.poll(sandbox.callsInFlight).toBe(1);
	socket.resetAndDestroy();
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const entries = async () => (await sandbox.journal()).entries.map(({ gone }) => gone);
	await expect.poll(entries).toEqual([true]);
});
