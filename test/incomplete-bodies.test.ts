/** Bodies that never arrive completely: they take no room from the clients that send theirs in parts. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { exchange, hangUpAfter, openConnection } from './support/raw.ts';
import { send, startSandbox } from './support/sandbox.ts';

/** More than the 32 MiB that may be on the way at a time. */
const count = 340;
const part = '1'.repeat(100_000);

const head = (length: string) =>
	`POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n`;
const incomplete = head('Content-Length: 100001\r\n') + part;
const broken = `${head('Transfer-Encoding: chunked\r\n')}${part.length.toString(16)}\r\n${part}\r\nZZ\r\n`;

/**
 * Makes a call whose body is sent after its headers have arrived. It is longer than an incomplete one, so it would not fit
 * beside all of those. Returns the status; 0 if there is no answer.
 */
async function payInParts(url: string): Promise<number> {
	const body = JSON.stringify({ ...paymentOptionsExample, note: 'x'.repeat(100_100) });
	const { send: write, received, closed } = openConnection(url);
	const statuses = () =>
		[...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
	const isClosed = closed.then(() => 'closed');
	const answered = async (number: number) => {
		await expect
			.poll(async () => (await Promise.race([isClosed, null])) ?? statuses().length)
			.toSatisfy((found) => found === 'closed' || found >= number);
		return statuses()[number - 1] ?? 0;
	};
	write(head(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`));
	expect(await answered(1)).toBe(100);
	write(body);
	return answered(2);
}

/** Runs it `count` times: first many at a time, and then one after another, so that nearly all room is taken. */
async function takeAllRoom(run: () => Promise<unknown>): Promise<void> {
	for (let begun = 0; begun < 320; begun += 20) {
		await Promise.all(Array.from({ length: 20 }, run));
	}
	for (let begun = 320; begun < count; begun += 1) await run();
}

test.each<[string, (url: string) => Promise<unknown>]>([
	['breaks', (url) => exchange(url, broken)],
	['ends with its connection', (url) => hangUpAfter(url, incomplete)],
])('a body that %s is not counted as one on the way afterwards', async (_, sendIncomplete) => {
	const { url } = await startSandbox();
	// It would be cut off first.
	const waiting = openConnection(url);
	waiting.send(incomplete);
	await takeAllRoom(() => sendIncomplete(url).catch(() => {}));
	expect(waiting.socket.destroyed).toBe(false);
	for (let call = 0; call < 5; call += 1) expect(await payInParts(url)).toBe(200);
});

test('while incomplete bodies take all room, those are cut off that take it for longest', async () => {
	const { url } = await startSandbox();
	const { hostname, port } = new URL(url);
	let begun = 0;
	const cut: number[] = [];
	await takeAllRoom(async () => {
		const place = begun;
		begun += 1;
		const socket = connect(Number(port), hostname);
		onTestFinished(() => void socket.destroy());
		socket.on('error', () => {});
		socket.on('close', () => cut.push(place));
		await new Promise<void>((resolve) => socket.write(incomplete, () => resolve()));
		// The server has read the body before it responds to another client.
		await send('GET', url + controlPaths.health);
	});
	for (let call = 0; call < 10; call += 1) expect(await payInParts(url)).toBe(200);
	expect(cut.length).toBeGreaterThan(0);
	expect(Math.max(...cut)).toBeLessThan(count / 2);
});
