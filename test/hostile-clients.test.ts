/** Clients that send many calls at once on one connection, and read the responses late or never. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setInterval as everyMs } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { campaign, full, noteFigure } from './support/campaign.ts';
import { startServe } from './support/command.ts';
import { answersIn, closeSideAfter, exchange, hangUpAfter, openConnection } from './support/raw.ts';
import { reachCashier, send, startSandbox } from './support/sandbox.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const order = JSON.stringify(paymentOptionsExample);
const pay = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`;

/**
 * Sends the bytes. Resolves with the number of received bytes when the server has disconnected; a client that does not
 * read never notices.
 */
function sendAtOnce(url: string, bytes: string, reads: boolean): Promise<number> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname, () => socket.write(bytes));
	if (reads) socket.resume();
	onTestFinished(() => void socket.destroy());
	socket.on('error', () => {});
	return new Promise((resolve) => socket.once('close', () => resolve(socket.bytesRead)));
}

const residentBytes = (pid = 0) =>
	Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** How long each of so many calls of another client takes, sorted. */
async function callsOfAnother(url: string, count: number): Promise<number[]> {
	const tookMs: number[] = [];
	for (let call = 0; call < count; call += 1) {
		const startMs = performance.now();
		const { status } = await send('POST', url + servicePaths.paymentOptions, paymentOptionsExample);
		expect(status).toBe(200);
		tookMs.push(performance.now() - startMs);
	}
	return tookMs.sort((one, other) => one - other);
}

const p99Of = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

const sockets = campaign({ sample: 4, full: 1_000 });
const calls = campaign({ sample: 50, full: 1_000 });
const usualCalls = campaign({ sample: 50, full: 1_000 });

test.skipIf(process.platform !== 'linux')(
	`${sockets} clients that never read take little memory, and others are served`,
	{ timeout: campaign({ sample: 60_000, full: 240_000 }) },
	async () => {
		const { url, child } = await startServe();
		const usual = await callsOfAnother(url, usualCalls);
		const paths = [
			`${controlPaths.journal}?limit=1000`,
			controlPaths.openapi,
			'/pay/assets/card-form.js',
		];
		for (let index = 0; index < sockets; index += 1) {
			const bytes = get(paths[index % paths.length] ?? '').repeat(1_000);
			void sendAtOnce(url, bytes, false);
		}
		const meanwhile = await callsOfAnother(url, calls);
		const resident = residentBytes(child.pid);
		expect(resident).toBeLessThan(300e6);
		const ratio = (p99Of(meanwhile) / p99Of(usual)).toFixed(1);
		noteFigure(
			`${sockets} connections with 1,000 unread calls each: ${Math.round(resident / 1e6)} MB, p99 of another client ${ratio} times the usual`,
		);
	},
);

/** Connects, calls and disconnects. Resolves with how long that took, in milliseconds. */
async function callOnNewConnection(url: string, path: string): Promise<number> {
	const startMs = performance.now();
	const call = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
	const text = String(await exchange(url, call));
	expect(text).toMatch(/^HTTP\/1\.1 200 /);
	return performance.now() - startMs;
}

const pipeliners = campaign({ sample: 4, full: 200 });

test(`a new connection is served soon behind ${pipeliners} that send 20 expensive calls each`, async () => {
	const { url } = await startServe();
	// More payments than the server lists in one go.
	const orders = Array.from({ length: 250 }, () => callsOfAnother(url, 1));
	await Promise.all(orders);
	const expensive = [controlPaths.journal, controlPaths.payments].map(
		(path) => `${path}?limit=1000`,
	);
	const aloneMs: number[] = [];
	for (const path of [...expensive, ...expensive])
		aloneMs.push(await callOnNewConnection(url, path));
	const slowestAloneMs = Math.max(...aloneMs);
	for (let index = 0; index < pipeliners; index += 1) {
		void sendAtOnce(url, get(expensive[index % 2] ?? '').repeat(20), false);
	}
	// A probe does not wait for the one before: a slow answer would hide that all others are slow too.
	const probes: Promise<number>[] = [];
	const polite = [controlPaths.health, `${controlPaths.payments}?limit=1`];
	for await (const _ of everyMs(10)) {
		const path = polite[probes.length % 2] ?? '';
		if (probes.push(callOnNewConnection(url, path)) === 20) break;
	}
	const slowestMs = Math.max(...(await Promise.all(probes)));
	// A slow machine gets as long as 20 expensive calls. The clients have sent 20 for each connection.
	expect(slowestMs).toBeLessThan(Math.max(500, 20 * slowestAloneMs));
	noteFigure(
		`${pipeliners} connections with 20 expensive calls each: an answer on a new connection takes at most ${Math.round(slowestMs)} ms; such a call alone takes ${Math.round(slowestAloneMs)} ms`,
	);
});

// `test/cut-off.test.ts` has one of each, which takes as long as a thousand.
test.skipIf(!full)(
	`${sockets} clients that send a header or a body byte by byte are disconnected, and others are served`,
	{ timeout: 120_000 },
	async () => {
		const { url } = await startServe();
		const usual = await callsOfAnother(url, usualCalls);
		const trickles = Array.from({ length: sockets }, (_, index) => {
			return trickle(url, index % 2 === 0 ? 'GET / HTTP/1.1\r\nX-Slow: ' : longBody);
		});
		const meanwhile = await callsOfAnother(url, calls);
		const statuses = await Promise.all(trickles);
		expect(new Set(statuses)).toEqual(new Set([408]));
		const ratio = (p99Of(meanwhile) / p99Of(usual)).toFixed(1);
		noteFigure(
			`${sockets} slow connections all get 408; p99 of another client meanwhile ${ratio} times the usual`,
		);
	},
);

const longBody = `${pay.slice(0, pay.indexOf('Content-Length'))}Content-Length: 10000\r\n\r\n{`;

/** Sends the bytes, then one more every 100 ms. Resolves with the status of the response once the server closes. */
function trickle(url: string, bytes: string): Promise<number | undefined> {
	const { hostname, port } = new URL(url);
	let sending: NodeJS.Timeout | undefined;
	const socket = connect(Number(port), hostname, () => {
		socket.write(bytes);
		sending = setInterval(() => socket.write('x'), 100);
	});
	const received: Buffer[] = [];
	socket.on('data', (chunk) => received.push(chunk));
	socket.on('error', () => {});
	return new Promise((resolve) => {
		socket.once('close', () => {
			clearInterval(sending);
			resolve(answersIn(Buffer.concat(received))[0]?.status);
		});
	});
}

test('a client beyond 256 waiting calls is disconnected, and none of them runs', async () => {
	const { url, journal } = await startSandbox({
		settings: { latency: { default: { fixed: '60s' } } },
	});
	await sendAtOnce(url, pay.repeat(300), true);
	const { entries } = await journal();
	expect(entries.length).toBeLessThanOrEqual(1);
});

test('a call starts when the one ahead of it on its connection is answered', async () => {
	const { url, journal } = await startSandbox({
		settings: { latency: { paymentOptions: { fixed: 50 } } },
	});
	const { send: sendBytes, answers } = openConnection(url);
	sendBytes(pay.repeat(3));
	await answers(3);
	const [third, second, first] = (await journal()).entries.map(({ wallAt }) => Date.parse(wallAt));
	expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(50);
	expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(50);
});

test('a client that has closed its side gets all its responses, in order', async () => {
	const { url } = await startSandbox();
	const statuses = await closeSideAfter(url, pay.repeat(50) + get('/v2/nothing'));
	expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), 404]);
	for (let call = 0; call < 20; call += 1) expect(await closeSideAfter(url, pay)).toEqual([200]);
});

test('a client that has closed its side and waits for one slow response has left', async () => {
	const { url, configure, journal } = await startSandbox();
	await configure({ latency: { paymentOptions: { fixed: 50 } } });
	expect(await closeSideAfter(url, pay)).toEqual([]);
	await expect.poll(async () => (await journal()).entries[0]).toMatchObject({ gone: true });
});

test('clients that send only a part of a long body are disconnected when they are too many', async () => {
	const { url } = await startSandbox();
	const part = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n${'1'.repeat(99_000)}`;
	// 32 MiB may be on the way: 339 such parts.
	const cut = Array.from({ length: 400 }, () => sendAtOnce(url, part, true));
	// Without a response: a late client would get 408.
	expect(await Promise.race(cut)).toBe(0);
	await callsOfAnother(url, 10);
});

test('300 bodies in chunks of one byte at once fit into a small heap', async () => {
	const { url } = await startServe([], { NODE_OPTIONS: '--max-old-space-size=200' });
	const head = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
	const bytes = head + '1\r\n1\r\n'.repeat(10_800);
	for (let client = 0; client < 300; client += 1) void sendAtOnce(url, bytes, true);
	await callsOfAnother(url, 10);
});

test('the calls of clients that connect, send and close their side at once all run', async () => {
	const { url, journal } = await startSandbox();
	await Promise.all(Array.from({ length: 20 }, () => hangUpAfter(url, pay)));
	const { entries } = await journal();
	expect(entries.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});

const connectCall = 'CONNECT foo:1 HTTP/1.1\r\nHost: foo:1\r\n\r\n';

test('a client that leaves with a CONNECT behind its calls ends no server', async () => {
	const { url, configure } = await startSandbox();
	await configure({ latency: { paymentOptions: { fixed: 100 } } });
	for (const hangUp of ['resetAndDestroy', 'destroy'] as const) {
		const { socket } = openConnection(url);
		socket.write(pay.repeat(3) + connectCall);
		await send('GET', url + controlPaths.health);
		socket[hangUp]();
	}
	for (let call = 0; call < 3; call += 1) {
		expect(
			(await send('POST', url + servicePaths.paymentOptions, paymentOptionsExample)).status,
		).toBe(200);
	}
});

test('an event stream ends when its client leaves, also with a call behind it', async () => {
	const { url, configure } = await startSandbox();
	await configure({ limits: { eventStreamsPerSession: 1 } });
	const { page, sessionId } = await reachCashier(url, 'card');
	await send('GET', page);
	const path = `/pay/events?sessionId=${sessionId}`;
	const { socket, received } = openConnection(url);
	socket.write(get(path) + get(controlPaths.ready));
	await expect.poll(() => received().includes('event: status')).toBe(true);
	socket.destroy();
	await expect
		.poll(async () => {
			const aborting = new AbortController();
			const { status } = await fetch(url + path, { signal: aborting.signal });
			aborting.abort();
			return status;
		})
		.toBe(200);
});

test('a body that breaks after its response gets no second one', async () => {
	const { url } = await startSandbox();
	const { socket, answers, closed } = openConnection(url);
	socket.write('POST /nope HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
	await answers(1);
	socket.write('zz\r\n');
	await closed;
	expect((await answers(1)).map(({ status }) => status)).toEqual([404]);
});

// Twelve seconds: longer than Node gives a request to arrive.
test.skipIf(!full)('a call with a long body behind a long wait is not late', async () => {
	const { url } = await startSandbox();
	const { sessionId } = await reachCashier(url, 'card');
	const { socket, answers } = openConnection(url);
	const padded = JSON.stringify({ ...paymentOptionsExample, padding: 'x'.repeat(95_000) });
	const head = pay.slice(0, pay.indexOf('Content-Length'));
	socket.write(get(`${controlPaths.payments}/${sessionId}?until=confirmed&timeout=12s`));
	socket.write(`${head}Content-Length: ${padded.length}\r\n\r\n${padded}`.repeat(2));
	expect((await answers(3)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
