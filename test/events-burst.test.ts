/** The events of a workspace under load. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import type { ReadEvent } from './support/event-reader.ts';
import { readEvents } from './support/event-reader.ts';
import {
	answersIn,
	exchange,
	exchangeInTurn,
	openConnection,
	postAll,
	postText,
} from './support/raw.ts';
import { firstRows } from './support/sample.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const maxBursts = 50;

test('calls above the limit of a second are left out, and a gap follows', async () => {
	const sandbox = await startSandbox();
	const stream = await readEvents(sandbox.url);
	const many = Array.from(
		{ length: 250 },
		() => 'GET /v2/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
	);
	const last = 'GET /v2/none HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
	const burst = () =>
		Promise.all(
			Array.from({ length: 8 }, () => exchangeInTurn(sandbox.url, [many.join('') + last])),
		);
	let hasGap = false;
	const reading = stream
		.until(({ event }) => event === 'gap')
		.finally(() => {
			hasGap = true;
		});
	let sent = 0;
	let bursts = 0;
	// A busy machine may need more than a second for one burst, and then nothing is left out.
	while (!hasGap) {
		if (bursts === maxBursts) throw new Error(`No gap after ${bursts} bursts of calls.`);
		bursts += 1;
		await burst();
		sent += 8 * (many.length + 1);
	}
	const found = await reading;
	const calls = found.filter(({ event }) => event === 'call');
	expect(calls.length).toBeGreaterThan(250);
	expect(calls.length).toBeLessThan(sent);
	expect(found.at(-1)?.data).toEqual({ after: String((found.at(-1)?.id ?? 0) - 1) });
});

test.each(['memory', 'file'])(
	'over the %s store, the events of payments come in the order in which they were stored',
	async (kind) => {
		const store = kind === 'file' ? `file:${join(temporaryFolder(), 'store')}` : kind;
		const sandbox = await startSandbox({ store });
		const stream = await readEvents(sandbox.url);
		const { page, sessionId, cardId } = await reachCashier(sandbox.url, 'card');
		const chooseAgain = () =>
			post(sandbox.url + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId });
		const reading = stream.until(({ event }) => event === 'settings');
		// Fewer calls and changes than the 300 in a second above which some are left out.
		const rounds = 14;
		for (let round = 0; round < rounds; round += 1) {
			const six = () => [
				...[startPayment(sandbox.url), chooseAgain(), chooseAgain()],
				...[sandbox.advance('31m'), chooseAgain(), send('GET', page)],
			];
			await Promise.all([...six(), ...six()]);
		}
		await sandbox.configure({ defaultOutcome: 'DECLINE' });
		const found = await reading;
		expect(found.filter(({ event }) => event === 'gap')).toEqual([]);
		const states = new Map<string, string>();
		for (const { event, data } of found) {
			if (event === 'payment' && data.created) states.set(data.transactionId, data.state);
			if (event !== 'transition') continue;
			expect(states.get(data.transactionId), data.transactionId).toBe(data.from);
			states.set(data.transactionId, data.to);
		}
		expect(states.size).toBeGreaterThan(rounds);
	},
);

async function startPayments(url: string, count: number, changes: Record<string, unknown> = {}) {
	const call = [servicePaths.paymentOptions, { ...paymentOptionsExample, ...changes }] as const;
	const statuses = await postAll(url, Array(count).fill(call));
	expect(statuses).toEqual(Array(count).fill(200));
}

const isClock = ({ event }: ReadEvent) => event === 'clock';

async function droppedStreams(url: string): Promise<string | undefined> {
	const { body } = await send('GET', url + controlPaths.metrics);
	return /^payin_sandbox_event_streams_dropped_total (\d+)$/m.exec(body)?.[1];
}

test.each(firstRows(['memory', 'file']))(
	'over the %s store, readers get all states of one advance, also more than the buffer keeps',
	async (kind) => {
		const store = kind === 'file' ? `file:${join(temporaryFolder(), 'store')}` : kind;
		const settings = { journal: { mode: 'off' as const } };
		const sandbox = await startSandbox({ store, settings });
		const count = 2_500;
		await startPayments(sandbox.url, count);
		const streams = [await readEvents(sandbox.url), await readEvents(sandbox.url)];
		await sandbox.advance('31m');
		for (const stream of streams) {
			const found = await stream.until(({ event }) => event === 'clock');
			const events = found.slice(0, -1).map(({ event }) => event);
			expect(events).toEqual(Array(count).fill('transition'));
		}
		expect(await droppedStreams(sandbox.url)).toBe('0');
	},
);

test('if a reset deletes states that are due and not sent yet, a gap comes in their place', async () => {
	const sandbox = await startSandbox({ settings: { journal: { mode: 'off' } } });
	// More than the states that are read at once, so that the reset comes between two readings.
	const count = 500;
	await startPayments(sandbox.url, count);
	const stream = await readEvents(sandbox.url);
	const advance = postText(controlPaths.advance, { by: '31m' });
	const reset = postText(controlPaths.reset, {}, { Connection: 'close' });
	// In one piece, so that the reset begins as soon as the advance is answered.
	const [advanced] = answersIn(await exchange(sandbox.url, advance + reset));
	expect(JSON.parse(advanced?.body ?? '')).toMatchObject({ total: count });
	const found = await stream.until(({ event }) => event === 'reset');
	const names = found.map(({ event }) => event);
	const sent = names.filter((name) => name === 'transition').length;
	expect(sent).toBeLessThan(count);
	expect(names.slice(sent)).toEqual(['gap', 'clock', 'reset']);
	stream.leave();
});

fullTest(
	'readers get all states of one advance with long events, one after a pause, while another one does not read and is dropped',
	async () => {
		const settings = {
			journal: { mode: 'off' as const },
			limits: { lengths: { text: 65_536 } },
		};
		const sandbox = await startSandbox({ settings });
		// More than the socket buffers of the machine keep for a client that does not read.
		const count = 500;
		await startPayments(sandbox.url, count, { paymentReference: 'x'.repeat(60_000) });
		const { socket, received, closed } = openConnection(sandbox.url);
		socket.write(`GET ${controlPaths.events} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
		await expect.poll(received).toContain('retry:');
		socket.pause();
		const attentive = await readEvents(sandbox.url);
		const pausing = await readEvents(sandbox.url);
		// The socket buffers fill meanwhile. A reader that works on each event looks like this one to the sender.
		let isPausing = true;
		setTimeout(() => {
			isPausing = false;
		}, 3_000);
		await sandbox.advance('31m');
		const reading = attentive.until(isClock);
		// The events of calls that come meanwhile wait behind the transitions.
		while (isPausing) await send('GET', `${sandbox.url}/v2/none`);
		for (const found of await Promise.all([reading, pausing.until(isClock)])) {
			expect(found.map(({ event }) => event)).toEqual([
				...Array(count).fill('transition'),
				'clock',
			]);
		}
		expect(await droppedStreams(sandbox.url)).toBe('1');
		socket.resume();
		await closed;
	},
);
