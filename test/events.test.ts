import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { temporaryFolder } from './support/command.ts';
import { inWords, readEvents } from './support/event-reader.ts';
import { openConnection, postAll } from './support/raw.ts';
import { redisProgram, startRedis } from './support/redis.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const isClock = ({ event }: { event: string }) => event === 'clock';

test.each(['memory', 'file'])(
	'a stream over the %s store has each call, change and transition of a payment, in order',
	async (kind) => {
		const store = kind === 'file' ? `file:${join(temporaryFolder(), 'store')}` : kind;
		const sandbox = await startSandbox({ store });
		const stream = await readEvents(sandbox.url);
		expect([stream.status, stream.headers.get('content-type')]).toEqual([
			200,
			'text/event-stream; charset=utf-8',
		]);
		expect(stream.headers.get('cache-control')).toBe('no-store');
		const { page, transactionId } = await reachCashier(sandbox.url, 'card', {
			paymentReference: 'order-7',
		});
		await send('GET', page);
		await sandbox.act(transactionId, { action: 'submit' });
		await sandbox.advance('5s');
		const found = await stream.until(isClock);
		expect(found.map(inWords)).toEqual([
			'payment created',
			'call paymentOptions 200',
			'payment is redirected',
			'transition created → redirected',
			'call hybridPayment 200',
			'payment is opened',
			'transition redirected → opened',
			'call cashier 200',
			'payment is processing',
			'transition opened → processing',
			'transition processing → confirmed',
			'clock 2027-01-01T00:00:05.000Z',
		]);
		const { entries } = await sandbox.journal();
		const calls = found.flatMap(({ event, data }) => (event === 'call' ? [data] : []));
		expect(calls.map(({ entry, requestId }) => [entry, requestId])).toEqual(
			entries.reverse().map(({ id, requestId }) => [id, requestId]),
		);
		expect(found.at(-2)?.data).toEqual({
			at: '2027-01-01T00:00:05.000Z',
			transactionId,
			paymentReference: 'order-7',
			from: 'processing',
			to: 'confirmed',
			cause: 'default outcome = APPROVE',
		});
	},
);

test('one advance sends all states that become due, in order of time, and the clock after them', async () => {
	const sandbox = await startSandbox({ settings: { processing: { default: { fixed: '1h' } } } });
	const before = 105;
	for (let index = 0; index < before; index += 1) {
		await startPayment(sandbox.url);
		if (index % 10 === 0) await sandbox.advance('1s');
	}
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const stream = await readEvents(sandbox.url);
	const { transitions } = await sandbox.advance('2h');
	const found = await stream.until(isClock);
	expect(found.slice(0, -1).map(({ event }) => event)).toEqual(
		Array(before + 1).fill('transition'),
	);
	expect(found.slice(0, -1).map(({ data }) => data)).toMatchObject(transitions);
	const times = found.map(({ data }) => ('at' in data ? data.at : ''));
	expect(times.slice(0, -1)).toEqual(times.slice(0, -1).sort());
	// A later change does not send them again.
	await sandbox.act(sessionId, { action: 'return' });
	expect((await stream.next())?.event).toBe('payment');
	await sandbox.advance('1s');
	expect((await stream.next())?.event).toBe('clock');
});

test('a state that time alone brings is sent on a real clock, after a faster clock was set too', async () => {
	const processing = { default: { fixed: 200 } };
	const sandbox = await startSandbox({ clock: 'real', settings: { processing } });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const stream = await readEvents(sandbox.url);
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	const found = await stream.until(
		({ event, data }) => event === 'transition' && data.to === 'declined',
	);
	expect(found.filter(({ event }) => event === 'transition').map(inWords)).toEqual([
		'transition redirected → opened',
		'transition opened → processing',
		'transition processing → declined',
	]);
	await startPayment(sandbox.url);
	await send('PUT', sandbox.url + controlPaths.clock, { mode: 'scaled', scale: 100_000 });
	const [late] = (
		await stream.until(({ event, data }) => event === 'transition' && data.to === 'expired')
	).slice(-1);
	expect(late && inWords(late)).toBe('transition created → expired');
});

test('settings, clock and reset are sent, without values, and nothing of another workspace', async () => {
	const sandbox = await startSandbox();
	const other = await sandbox.workspace('team-b');
	const stream = await readEvents(other.url);
	await startPayment(sandbox.url);
	await sandbox.advance('1m');
	await other.configure({ auth: { keys: ['a-secret-key'] }, session: { ttl: '5m' } });
	await startPayment(other.url);
	await other.advance('6m');
	await other.reset();
	await startPayment(other.url);
	await other.advance('31m');
	const isLast = ({ event, data }: { event: string; data: object }) =>
		event === 'clock' && 'now' in data && String(data.now).includes('T00:31');
	const found = await stream.until(isLast);
	expect(found.map(inWords).map((text) => text.split(' 2027')[0])).toEqual([
		'settings auth.keys,session.ttl',
		'payment created',
		'call paymentOptions 200',
		'transition created → expired',
		'clock',
		'reset',
		'clock',
		'settings auth.keys,session.ttl',
		'payment created',
		'call paymentOptions 200',
		'transition created → expired',
		'clock',
	]);
	expect(stream.raw()).not.toContain('a-secret-key');
});

test('a reader that comes back with Last-Event-ID gets what it missed, once', async () => {
	const sandbox = await startSandbox();
	const first = await readEvents(sandbox.url);
	await startPayment(sandbox.url);
	await first.next();
	first.leave();
	await startPayment(sandbox.url);
	const again = await readEvents(sandbox.url, { 'Last-Event-ID': first.id() });
	await sandbox.advance('1s');
	expect((await again.until(isClock)).map(inWords)).toEqual([
		'call paymentOptions 200',
		'payment created',
		'call paymentOptions 200',
		'clock 2027-01-01T00:00:01.000Z',
	]);
	const fresh = await readEvents(sandbox.url);
	await sandbox.advance('1s');
	expect((await fresh.next())?.event).toBe('clock');
});

test('an id that is too old, of another process or no id at all begins with a gap', async () => {
	const settings = { journal: { mode: 'off' as const }, session: { ttl: '1h' as const } };
	const sandbox = await startSandbox({ settings });
	// One event each, when they expire: more than are kept.
	const call = [servicePaths.paymentOptions, paymentOptionsExample] as const;
	expect(await postAll(sandbox.url, Array(1_010).fill(call))).toEqual(Array(1_010).fill(200));
	const first = await readEvents(sandbox.url);
	await startPayment(sandbox.url);
	await first.next();
	const old = first.id();
	await sandbox.advance('1d');
	await first.until(isClock);
	const late = await readEvents(sandbox.url, { 'Last-Event-ID': old });
	const gap = await late.next();
	expect(gap).toMatchObject({ event: 'gap', data: { after: old } });
	const next = await late.next();
	expect(next?.id).toBe((gap?.id ?? 0) + 1);
	// The id of the gap is one to come back with.
	const back = await readEvents(sandbox.url, { 'Last-Event-ID': String(gap?.id) });
	expect(await back.next()).toEqual(next);
	for (const id of ['9007199254740991', 'abc', '']) {
		const unknown = await readEvents(sandbox.url, { 'Last-Event-ID': id });
		expect(await unknown.next()).toMatchObject({
			...{ event: 'gap', data: { after: expect.stringMatching(/^\d+$/) } },
		});
		await sandbox.advance('1s');
		expect((await unknown.next())?.event).toBe('clock');
	}
});

test('a reader that does not read is dropped, while calls and other readers go on', async () => {
	const sandbox = await startSandbox({ settings: { limits: { lengths: { text: 65_536 } } } });
	const { socket, received, closed } = openConnection(sandbox.url);
	socket.write(`GET ${controlPaths.events} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
	await expect.poll(received).toContain('retry:');
	socket.pause();
	const attentive = await readEvents(sandbox.url);
	const paymentReference = 'x'.repeat(65_536);
	const droppedSoFar = async () => {
		const { body } = await send('GET', sandbox.url + controlPaths.metrics);
		return /^payin_sandbox_event_streams_dropped_total (\d+)$/m.exec(body)?.[1];
	};
	await expect
		.poll(
			async () => {
				for (let calls = 0; calls < 10; calls += 1) {
					await startPayment(sandbox.url, { paymentReference });
					expect((await attentive.next())?.event).toBe('payment');
					expect((await attentive.next())?.event).toBe('call');
				}
				return droppedSoFar();
			},
			{ interval: 1, timeout: 30_000 },
		)
		.toBe('1');
	socket.resume();
	await closed;
	await sandbox.advance('1s');
	expect((await attentive.next())?.event).toBe('clock');
});

test('limits.eventReaders refuses more streams until one closes', async () => {
	const sandbox = await startSandbox({ settings: { limits: { eventReaders: 2 } } });
	const first = await readEvents(sandbox.url);
	await readEvents(`${sandbox.url}/w/team-a`);
	const refused = await send('GET', sandbox.url + controlPaths.events);
	expect(refused).toMatchObject({ status: 503, body: { code: 'too_many_event_streams' } });
	expect(refused.body.detail).toContain('2 event streams are open, as many as limits.eventReaders');
	expect(refused.headers.get('retry-after')).toBe('10');
	first.leave();
	await expect.poll(async () => (await readEvents(sandbox.url)).status).toBe(200);
	const head = await fetch(sandbox.url + controlPaths.events, { method: 'HEAD' });
	expect([head.status, head.headers.get('content-type')]).toEqual([
		200,
		'text/event-stream; charset=utf-8',
	]);
});

test('a stream is no call in flight, and ends at once when the sandbox stops', async () => {
	const sandbox = await startSandbox({ drain: '1m' });
	const stream = await readEvents(sandbox.url);
	await startPayment(sandbox.url);
	await stream.next();
	expect(sandbox.callsInFlight()).toBe(0);
	await sandbox.close();
	while ((await stream.next()) !== null);
});

test.skipIf(redisProgram === null)(
	'over one Redis, an instance sends its own changes, and what time brings to all payments',
	async () => {
		const store = (await startRedis()).url;
		const [one, other] = [await startSandbox({ store }), await startSandbox({ store })];
		const stream = await readEvents(one.url);
		const { sessionId } = await reachCashier(other.url, 'card');
		await one.act(sessionId, { action: 'submit' });
		await other.advance('5s');
		expect((await stream.until(isClock)).map(inWords)).toEqual([
			'payment is processing',
			'transition redirected → opened',
			'transition opened → processing',
			'transition processing → confirmed',
			'clock 2027-01-01T00:00:05.000Z',
		]);
	},
);

test('no card number is sent', async () => {
	const sandbox = await startSandbox();
	const stream = await readEvents(sandbox.url);
	const card = '4242424242424242';
	const { sessionId } = await reachCashier(sandbox.url, 'card', { paymentReference: card });
	await sandbox.act(sessionId, { action: 'submit', card });
	await post(`${sandbox.url}/v2/${card}`, {});
	await post(sandbox.url + servicePaths.hybridPayment, `card=${card}`);
	await sandbox.advance('5s');
	await stream.until(isClock);
	expect(stream.raw()).toContain('{number}');
	expect(stream.raw()).not.toContain(card);
});

test('a payment whose seeded ids come again after a reset has all its transitions', async () => {
	const sandbox = await startSandbox({ settings: { ids: { source: 'seeded' } } });
	const stream = await readEvents(sandbox.url);
	const runs: string[][] = [];
	for (let run = 0; run < 2; run += 1) {
		const { transactionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(transactionId, { action: 'submit' });
		await sandbox.advance('5s');
		const found = await stream.until(isClock);
		runs.push([transactionId, ...found.filter(({ event }) => event === 'transition').map(inWords)]);
		await sandbox.reset();
		await stream.until(isClock);
	}
	expect(runs[1]).toEqual(runs[0]);
	expect(runs[0]).toContain('transition processing → confirmed');
});
