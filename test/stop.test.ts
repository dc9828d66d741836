/** What a stop waits for, and what it does not. With `--drain 1h`, a stop that waits wrongly never ends in time. */
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { startServe } from './support/command.ts';
import { openConnection } from './support/raw.ts';
import { send, startPayment, startSandbox } from './support/sandbox.ts';

const health = `GET ${controlPaths.health} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test.each([
	['sent nothing', ''],
	['sent a part of a header', 'GET / HTTP/1.1\r\nHos'],
	['read a response', health],
	['read a response and began another call', `${health}GET`],
])('a client that %s does not hold the stop', async (_, bytes) => {
	const { url, child, ended } = await startServe(['--drain', '1h']);
	const { send: sendBytes, answers } = openConnection(url);
	sendBytes(bytes);
	await answers(bytes.startsWith(health) ? 1 : 0);
	// The server has accepted all earlier connections before it answers on a later one.
	await send('GET', url + controlPaths.health);
	child.kill('SIGTERM');
	expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

test('a call that waits for a state gets the present one when the server stops', async () => {
	const sandbox = await startSandbox({ drain: '1h' });
	const { transactionId } = await startPayment(sandbox.url);
	const path = `${controlPaths.payments}/${transactionId}?until=confirmed&timeout=60s`;
	const waiting = send('GET', sandbox.url + path);
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await sandbox.close();
	expect(await waiting).toMatchObject({ status: 200, body: { state: 'created', reached: false } });
});
