/** What a stop waits for, and what it does not. With `--drain 1h`, a stop that waits wrongly never ends in time. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { drawOf } from '../simulator/runtime/chance.ts';
import { campaign, full, noteFigure } from './support/campaign.ts';
import { startServe, temporaryFolder } from './support/command.ts';
import { openConnection } from './support/raw.ts';
import { post, send, startPayment, startSandbox } from './support/sandbox.ts';

const health = `GET ${controlPaths.health} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const silentClients = {
	'sent nothing': '',
	'sent a part of a header': 'GET / HTTP/1.1\r\nHos',
	'read a response': health,
	'read a response and began another call': `${health}GET`,
};
const allAtOnce: [string, string[]] = ['is silent, in whatever way,', Object.values(silentClients)];
const oneByOne = Object.entries(silentClients).map(([what, bytes]): [string, string[]] => [
	what,
	[bytes],
]);

test.each(full ? oneByOne : [allAtOnce])(
	'a client that %s does not hold the stop',
	async (_, clients) => {
		const { url, child, ended } = await startServe(['--drain', '1h']);
		for (const bytes of clients) {
			const { send: sendBytes, answers } = openConnection(url);
			sendBytes(bytes);
			await answers(bytes.startsWith(health) ? 1 : 0);
		}
		// The server has accepted all earlier connections before it answers on a later one.
		await send('GET', url + controlPaths.health);
		child.kill('SIGTERM');
		expect(await ended).toMatchObject({ code: 0, stderr: '' });
	},
);

test('a call that waits for a state gets 503 when the server stops, unless the payment is in it', async () => {
	const sandbox = await startSandbox({ drain: '1h' });
	const { transactionId } = await startPayment(sandbox.url);
	const waitFor = (query: string) =>
		send('GET', `${sandbox.url}${controlPaths.payments}/${transactionId}?${query}`);
	const waiting = waitFor('until=confirmed&timeout=60s');
	await expect.poll(sandbox.callsInFlight).toBe(1);
	const closed = sandbox.close({ graceMs: 1_000 });
	const { status, headers, body } = await waiting;
	expect(status).toBe(503);
	expect(headers.get('retry-after')).toBe('1');
	expect(body).toMatchObject({
		code: 'sandbox_stopping',
		fix: expect.stringMatching(/^Ask again/),
	});
	for (const [query, answer] of [
		['until=created&timeout=60s', { status: 200, body: { reached: true } }],
		['until=confirmed&timeout=0', { status: 200, body: { reached: false } }],
	] as const) {
		expect(await waitFor(query)).toMatchObject(answer);
	}
	await closed;
});

test('a stop with a grace serves new connections for this time, not ready, and closes each after its call', async () => {
	const sandbox = await startSandbox({ drain: '1h' });
	const closed = sandbox.close({ graceMs: 1_000 });
	const ready = await send('GET', sandbox.url + controlPaths.ready);
	expect(ready).toMatchObject({ status: 503, body: { ready: false } });
	expect(ready.headers.get('connection')).toBe('close');
	const call = await post(sandbox.url + servicePaths.paymentOptions, paymentOptionsExample);
	expect(call.status).toBe(200);
	expect(call.headers.get('connection')).toBe('close');
	const refused = await send('GET', `${sandbox.url}/w/Wrong!/`);
	expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_workspace' } });
	expect(refused.headers.get('connection')).toBe('close');
	await closed;
	await expect(send('GET', sandbox.url + controlPaths.ready)).rejects.toThrow();
});

test('the grace is within --drain', async () => {
	const sandbox = await startSandbox({ drain: 0 });
	await sandbox.close({ graceMs: 3_600_000 });
});

test.each([
	['SIGTERM, and serves for half a second more', 'SIGTERM', 500],
	['Ctrl+C at once', 'SIGINT', 0],
] as const)('serve stops on %s', async (_, signal, leastMs) => {
	const { url, child, ended } = await startServe();
	await send('GET', url + controlPaths.health);
	const startedMs = performance.now();
	child.kill(signal);
	expect(await ended).toMatchObject({ code: 0, stderr: '' });
	expect(performance.now() - startedMs).toBeGreaterThanOrEqual(leastMs);
});

test('a call that the stop cuts off is marked in its payment, and no line says that the store failed', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	// The call is cut off later than a second after its commit: then its mark needs a second transaction.
	const first = await startServe(['--store', store, '--drain', '1200ms']);
	const latency = { latency: { default: { fixed: '60s' } } };
	await send('PUT', first.url + controlPaths.settings, latency);
	const cut = expect(startPayment(first.url)).rejects.toThrow();
	await expect.poll(() => referencesAt(first.url)).toHaveLength(1);
	first.child.kill('SIGTERM');
	await cut;
	expect(await first.ended).toMatchObject({
		code: 0,
		stderr: expect.stringMatching(/^payin-sandbox: waiting up to 1\.2 s for 1 call[^\n]*\n$/),
	});
	const { url } = await startServe(['--store', store]);
	const { body } = await send('GET', url + controlPaths.payments);
	expect(body.payments).toMatchObject([
		{ calls: [{ call: 'payment-options', gone: true, closedBy: 'sandbox' }] },
	]);
});

const stops = campaign({ sample: 1, full: 20 });

test(`stopped ${stops} times during calls: every accepted call is answered, and no other is stored`, async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const start = () => startServe(['--store', store]);
	const answered = new Set<string>();
	const refused = new Set<string>();
	let server = await start();
	for (let round = 0; round < stops; round += 1) {
		const { url, child, ended } = server;
		let left = 20 + Math.floor(drawOf(`stop ${round}`) * 200);
		const pay = async (stream: number) => {
			for (let call = 0; ; call += 1) {
				const paymentReference = `${round}-${stream}-${call}`;
				const request = { ...paymentOptionsExample, paymentReference };
				const { status } = await post(url + servicePaths.paymentOptions, request).catch(() => {
					refused.add(paymentReference);
					return { status: 0 };
				});
				if (status !== 200) return;
				answered.add(paymentReference);
				left -= 1;
				if (left === 0) child.kill('SIGTERM');
			}
		};
		await Promise.all(Array.from({ length: 8 }, (_, stream) => pay(stream)));
		expect(await ended).toMatchObject({ code: 0 });
		server = await start();
	}
	const stored = new Set(await referencesAt(server.url));
	expect([...answered].filter((reference) => !stored.has(reference))).toEqual([]);
	expect([...refused].filter((reference) => stored.has(reference))).toEqual([]);
	noteFigure(`${stops} stops: ${answered.size} accepted calls answered, none lost`);
}, 240_000);

/** The references of all payments. */
async function referencesAt(url: string): Promise<string[]> {
	const references: string[] = [];
	for (let cursor = ''; ; ) {
		const { body } = await send('GET', `${url}${controlPaths.payments}?limit=200${cursor}`);
		for (const { paymentReference } of body.payments) references.push(paymentReference);
		if (body.next === null) return references;
		cursor = `&cursor=${body.next}`;
	}
}
