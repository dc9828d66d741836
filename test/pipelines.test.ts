/** Clients that send many calls at once on one connection, and read the responses late or never. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { campaign } from './support/campaign.ts';
import { startServe } from './support/command.ts';
import { answersIn, openConnection } from './support/raw.ts';
import { send, startSandbox } from './support/sandbox.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const order = JSON.stringify(paymentOptionsExample);
const pay = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`;

/** Sends the bytes. Resolves when the server has disconnected; a client that does not read never notices. */
function sendAtOnce(url: string, bytes: string, reads: boolean): Promise<void> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname, () => socket.write(bytes));
	if (reads) socket.resume();
	onTestFinished(() => void socket.destroy());
	socket.on('error', () => {});
	return new Promise((resolve) => socket.once('close', () => resolve()));
}

const residentBytes = (pid = 0) =>
	Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test.skipIf(process.platform !== 'linux')(
	'clients that never read take little memory, and others are served',
	{ timeout: campaign({ sample: 60_000, full: 240_000 }) },
	async () => {
		const { url, child } = await startServe();
		for (let call = 0; call < 1_000; call += 1) {
			await send('POST', url + servicePaths.paymentOptions, paymentOptionsExample);
		}
		const sockets = campaign({ sample: 40, full: 1_000 });
		const paths = [
			`${controlPaths.journal}?limit=1000`,
			controlPaths.openapi,
			'/pay/assets/card-form.js',
		];
		for (let index = 0; index < sockets; index += 1) {
			void sendAtOnce(url, get(paths[index % paths.length] ?? '').repeat(200), false);
		}
		for (let call = 0; call < 50; call += 1) {
			const { status } = await send(
				'POST',
				url + servicePaths.paymentOptions,
				paymentOptionsExample,
			);
			expect(status).toBe(200);
		}
		expect(residentBytes(child.pid)).toBeLessThan(300e6);
	},
);

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
	const { hostname, port } = new URL(url);
	const bytes = await new Promise<Buffer>((resolve, reject) => {
		const received: Buffer[] = [];
		const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
			socket.end(pay.repeat(50) + get('/v2/nothing')),
		);
		socket.on('data', (chunk) => received.push(chunk));
		socket.on('end', () => resolve(Buffer.concat(received)));
		socket.on('error', reject);
	});
	const statuses = answersIn(bytes).map(({ status }) => status);
	expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), 404]);
});
