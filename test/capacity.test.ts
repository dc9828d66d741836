/** Capacity over HTTP: calls queue for servers, are refused when the queue is full, and say how long they waited. */
import { describe, expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { choose, leaveDuringPaymentOptions, list, options } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import { docsTable } from './support/docs-table.ts';
import { mmc } from './support/queueing.ts';
import { openConnection, postText } from './support/raw.ts';
import { firstRows } from './support/sample.ts';
import type { Answer } from './support/sandbox.ts';
import { post, send, startPayment, startSandbox } from './support/sandbox.ts';

const withCapacity = (capacity: object | null, others: object = {}) =>
	startSandbox({ settings: { capacity, ...others } });

const timesOf = ({ headers }: Pick<Answer, 'headers'>) => {
	const header = headers.get('server-timing') ?? '';
	const named = [...header.matchAll(/(\w+);dur=([\d.]+)/g)];
	return Object.fromEntries(named.map(([, name, ms]) => [name, Number(ms)]));
};
const atOnce = <T>(count: number, call: (index: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const capacityIn = async ({ url }: { url: string }) =>
	(await send('GET', url + controlPaths.settings)).body.capacity;
const unknownSession = '00000000-0000-4000-8000-000000000000';

test('calls queue for the server, and four times add up to the whole', async () => {
	const sandbox = await withCapacity(
		{ servers: 1, service: { fixed: 150 } },
		{ latency: { default: { fixed: 40 } } },
	);
	const answers = await atOnce(3, async () => {
		const sentMs = performance.now();
		const answer = await options(sandbox);
		return { ...answer, tookMs: performance.now() - sentMs };
	});
	const inOrder = answers
		.map((answer) => ({ ...answer, times: timesOf(answer) }))
		.toSorted((one, other) => (one.times.queue ?? 0) - (other.times.queue ?? 0));
	for (const [index, { tookMs, times }] of inOrder.entries()) {
		const { queue = 0, service = 0, injected = 0, sandbox: own = 0 } = times;
		expect(Object.keys(times)).toEqual(['queue', 'service', 'injected', 'sandbox']);
		expect(queue).toBeLessThanOrEqual(150 * index);
		expect(service).toBeGreaterThanOrEqual(150);
		expect(injected).toBeGreaterThanOrEqual(40);
		expect(queue + service + injected + own).toBeLessThanOrEqual(tookMs);
	}
	// The three have arrived within the service of the first.
	expect(inOrder[1]?.times.queue).toBeGreaterThan(0);
	expect(inOrder[2]?.times.queue).toBeGreaterThan(150);
	// Neither wait is counted twice.
	expect(Math.min(...inOrder.map(({ times }) => times.sandbox ?? 0))).toBeLessThan(40);
	const { entries } = await sandbox.journal();
	const recorded = entries.map(({ timing }) => Object.values(timing)).toSorted();
	expect(recorded).toEqual(inOrder.map(({ times }) => Object.values(times)).toSorted());
});

test.each(['status=503', 'content-type=text/html', 'close'])(
	'the wait is counted once also when the fault %s comes after it',
	async (fault) => {
		const sandbox = await withCapacity({ servers: 1, service: { fixed: 150 } });
		await options(sandbox, {}, { 'X-Sandbox-Fault': `${fault};phase=after` }).catch(() => null);
		const [entry] = (await sandbox.journal()).entries;
		expect(entry?.timing.serviceMs).toBeGreaterThanOrEqual(150);
		expect(entry?.timing.ownMs).toBeLessThan(150);
	},
);

test('servers work side by side', async () => {
	const sandbox = await withCapacity({ servers: 3, service: { fixed: 100 } });
	const queued = (await atOnce(3, () => options(sandbox))).map((answer) => timesOf(answer).queue);
	expect(queued).toEqual([0, 0, 0]);
});

describe('behind a server that is busy for a minute', () => {
	async function setup(queue: number | null = 0) {
		const sandbox = await withCapacity({ servers: 1, service: { fixed: '1m' }, queue });
		await leaveDuringPaymentOptions(sandbox);
		await expect.poll(sandbox.callsInFlight).toBe(0);
		return sandbox;
	}

	test('its client has left, and a further call is refused before anything is done', async () => {
		const sandbox = await setup();
		const { status, headers, body } = await options(sandbox);
		expect([status, body.code]).toEqual([503, 'capacity_exceeded']);
		expect(Number(headers.get('retry-after'))).toBeGreaterThan(30);
		expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
		expect(body.fix).toContain('capacity.servers');
		expect(await sandbox.payments()).toHaveLength(1);
		const [refused, left] = (await sandbox.journal()).entries;
		expect(refused).toMatchObject({ problem: 'capacity_exceeded', transactionId: null });
		expect(refused?.timing).toMatchObject({ queueMs: 0, serviceMs: 0 });
		expect(left).toMatchObject({ status: 200, gone: true, timing: { queueMs: 0 } });
		expect(left?.timing.serviceMs).toBeLessThan(60_000);
	});

	test('a call in the queue takes its place, and the next one is refused', async () => {
		const sandbox = await setup(1);
		await leaveDuringPaymentOptions(sandbox);
		expect((await options(sandbox)).status).toBe(503);
		expect(await sandbox.payments()).toHaveLength(2);
	});

	test('the schema comes first, the session is not looked up', async () => {
		const sandbox = await setup();
		expect((await options(sandbox, { amount: -1 })).status).toBe(400);
		for (const call of [list, choose]) {
			expect((await call(sandbox, {})).status).toBe(400);
			const body = { sessionId: unknownSession, paymentOptionId: unknownSession };
			expect((await call(sandbox, body)).status).toBe(503);
		}
	});

	test('the refusal has the format of errors that is configured', async () => {
		const sandbox = await setup();
		await sandbox.configure({ errors: { status: { capacity_exceeded: 429 } } });
		const { status, headers } = await options(sandbox);
		expect([status, headers.has('retry-after')]).toEqual([429, true]);
	});

	test('a call that waits takes a new server when the next call comes', async () => {
		const sandbox = await setup(null);
		const capacity = { servers: 1, service: { fixed: 1 } };
		await sandbox.configure({ capacity });
		const waiting = options(sandbox);
		await expect.poll(sandbox.payments).toHaveLength(2);
		await sandbox.configure({ capacity: { ...capacity, servers: 2 } });
		expect((await options(sandbox)).status).toBe(200);
		// Without the new server, it would wait for a minute.
		expect((await waiting).status).toBe(200);
	});

	test('a call that arrives slowly does not restore the number of servers at its start', async () => {
		const sandbox = await withCapacity({ servers: 1, service: { fixed: 1 } });
		const slow = openConnection(sandbox.url);
		const text = postText(servicePaths.paymentOptions, paymentOptionsExample);
		slow.socket.write(text.slice(0, -10));
		await expect.poll(sandbox.callsInFlight).toBe(1);
		await sandbox.configure({ capacity: { servers: 2, service: { fixed: '60s' } } });
		options(sandbox).catch(() => {});
		await expect.poll(sandbox.payments).toHaveLength(1);
		slow.socket.write(text.slice(-10));
		// With one server, it would wait for a minute.
		await expect.poll(slow.received).toMatch(/^HTTP\/1\.1 200 /);
	});

	test('a further server takes calls at once, and without capacity no call waits', async () => {
		const sandbox = await setup();
		await sandbox.configure({ capacity: { servers: 2, service: { fixed: 1 }, queue: 0 } });
		const answer = await options(sandbox);
		expect([answer.status, timesOf(answer).queue]).toEqual([200, 0]);
		await sandbox.configure({ capacity: { servers: 1, service: { fixed: 1 }, queue: 0 } });
		expect((await options(sandbox)).status).toBe(503);
		await sandbox.configure({ capacity: null });
		const free = await options(sandbox);
		expect(timesOf(free)).toMatchObject({ queue: 0, service: 0, injected: 0 });
	});

	test('only the named calls queue', async () => {
		const sandbox = await setup();
		const capacity = { servers: 1, service: { fixed: '1m' }, queue: 0 };
		await sandbox.configure({ capacity: { ...capacity, endpoints: ['hybridPayment'] } });
		const { sessionId, cardId } = await startPayment(sandbox.url);
		expect((await choose(sandbox, { sessionId, paymentOptionId: cardId })).status).toBe(503);
	});

	test('other workspaces have a queue of their own, and a reset empties it', async () => {
		const sandbox = await setup();
		const other = { ...sandbox, url: `${sandbox.url}/w/other` };
		await leaveDuringPaymentOptions(other);
		expect((await options(other)).status).toBe(503);
		await post(other.url + controlPaths.reset);
		await leaveDuringPaymentOptions(other);
		expect((await options(sandbox)).status).toBe(503);
	});
});

test.each(firstRows(['file', 'memory']))(
	'of a burst over a %s store, as many pass as have a place',
	async (kind) => {
		const capacity = { servers: 2, service: { fixed: 700 }, queue: 1 };
		const store = kind === 'file' ? `file:${temporaryFolder()}/store` : kind;
		const sandbox = await startSandbox({ store, settings: { capacity } });
		const statuses = (await atOnce(20, () => options(sandbox))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(3);
		expect(statuses.filter((status) => status === 503)).toHaveLength(17);
		expect(await sandbox.payments()).toHaveLength(3);
	},
);

test('the same seed gives a payment the same service, in any order of the calls', async () => {
	const [shortMs, longMs] = [1, 400];
	const mixture = [shortMs, longMs].map((fixed) => ({ weight: 1, law: { fixed } }));
	const references = Array.from({ length: 16 }, (_, index) => `order-${index}`);
	const longOnes = async (inOrder: readonly string[]) => {
		const sandbox = await withCapacity({ servers: 100, service: { mixture } });
		const services = await Promise.all(
			inOrder.map(async (paymentReference) => {
				const { service = 0 } = timesOf(await options(sandbox, { paymentReference }));
				return service < longMs ? [] : [paymentReference];
			}),
		);
		return services.flat().toSorted();
	};
	const long = await longOnes(references);
	expect(long.length).toBeGreaterThan(0);
	expect(long.length).toBeLessThan(references.length);
	expect(await longOnes(references.toReversed())).toEqual(long);
});

const limits = { servers: 4, service: { exponential: { mean: 20 } } };

test('what is not set has its default, and the setting is replaced as a whole', async () => {
	const sandbox = await withCapacity({ ...limits, queue: 5 });
	const endpoints = ['paymentOptions', 'paymentSuboptions', 'hybridPayment'];
	expect(await capacityIn(sandbox)).toEqual({ ...limits, queue: 5, endpoints });
	const { capacity } = await sandbox.configure({ capacity: limits });
	expect(capacity).toEqual({ ...limits, queue: null, endpoints });
});

test.each([
	[{ ...limits, servers: 0 }, 'capacity.servers'],
	[{ ...limits, servers: 1_001 }, 'capacity.servers'],
	[{ service: limits.service }, 'capacity.servers'],
	[{ servers: 4 }, 'capacity.service'],
	[{ ...limits, service: 'never' }, 'capacity.service'],
	[{ ...limits, service: { exponential: { mean: 0 } } }, 'capacity.service'],
	[{ ...limits, service: { fixed: '11m' } }, 'capacity.service.fixed'],
	[{ ...limits, queue: -1 }, 'capacity.queue'],
	[{ ...limits, queue: 10_001 }, 'capacity.queue'],
	[{ ...limits, endpoints: [] }, 'capacity.endpoints'],
	[{ ...limits, endpoints: ['cashier'] }, 'capacity.endpoints.0'],
	[{ ...limits, workers: 4 }, 'capacity.workers'],
	['4', 'capacity'],
])('%j is refused, and the error names %s', async (capacity, param) => {
	const sandbox = await startSandbox();
	const { status, body } = await send('PUT', sandbox.url + controlPaths.settings, { capacity });
	expect(status).toBe(400);
	expect(body.errors.map((error: { param: string }) => error.param)).toContain(param);
	expect(await capacityIn(sandbox)).toBeNull();
});

test('the waits that the docs show are those of Erlang C', () => {
	const rows = docsTable('slow-as-the-real-thing.md', 'Calls per second');
	const [servers, meanMs] = [4, 20];
	const expected = rows.map((row) => {
		const rate = Number(row['Calls per second']);
		const rho = (rate * meanMs) / 1_000 / servers;
		const { share, meanWait, waitAt } = mmc({ servers, rho });
		return {
			'Calls per second': String(rate),
			Busy: `${Math.round(100 * rho)} %`,
			'Calls that wait': `${Math.round(100 * share)} %`,
			'Mean wait': `${(meanMs * meanWait).toFixed(1)} ms`,
			'p99 of the wait': `${Math.round(meanMs * waitAt(0.99))} ms`,
		};
	});
	expect(rows).toEqual(expected);
	expect(rows.length).toBeGreaterThan(3);
});
