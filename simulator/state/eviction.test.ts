import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/command.ts';
import {
	chooseBank,
	chooseCard,
	delayMs,
	listBanks,
	start,
	steerTo,
	submitBank,
	windowMs,
} from '../../test/support/payment.ts';
import { firstRows } from '../../test/support/sample.ts';
import { openTestStore, setupStore, workspace } from '../../test/support/store.ts';
import type { Backend, Transaction } from './backend.ts';
import { indexFinalPayments, maxIndexedPerRun } from './eviction.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { openLmdbBackend } from './open-lmdb.ts';
import type { SweeperOptions } from './sweeper.ts';
import { maxSweptPerStep } from './sweeper.ts';

const payments = 1_500;

/** The sweeper stops after its first step, as if it were slow. */
const untilClosed: SweeperOptions['sleep'] = (_, signal) =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve());
	});

/** Counts how many entries of indexes, and how many values, each transaction reads. */
function counting(backend: Backend) {
	let read: number[] = [];
	const counted: Backend = {
		...backend,
		write: (run, needs) =>
			backend.write((transaction) => {
				let count = 0;
				const seen = <T>(found: T[]) => {
					count += found.length;
					return found;
				};
				const watched: Transaction = {
					...transaction,
					entries: (range) => seen(transaction.entries(range)),
					entriesOfAll: (ranges) => {
						const found = transaction.entriesOfAll(ranges);
						seen(found.flat());
						return found;
					},
					getAll: (keys) => seen(transaction.getAll(keys)),
				};
				const result = run(watched);
				read.push(count);
				return result;
			}, needs),
	};
	const taken = () => {
		const counts = read;
		read = [];
		return counts;
	};
	return { counted, taken };
}

const backends = {
	memory: async () => createMemoryBackend(),
	file: () => openLmdbBackend({ path: join(temporaryFolder(), 'store'), sync: 'process' }),
};

describe.each(['memory', 'file'] as const)('a full %s store, after a reset', (kind) => {
	async function setup() {
		const { counted, taken } = counting(await backends[kind]());
		const held = await setupStore(({ wallNow }) =>
			openTestStore({ kind, backend: counted, wallNow, sleep: untilClosed }),
		);
		return { ...held, taken };
	}

	test('creates payments before the old ones are swept, with little work in each transaction', async () => {
		const { store, add, limitTo, sessions, taken } = await setup();
		for (let count = 0; count < payments; count += 1) await add();
		await store.reset(workspace);
		await limitTo(50);
		taken();
		const created = await Promise.all(Array.from({ length: 120 }, () => add()));
		expect(created).not.toContain(null);
		expect(await store.counts()).toEqual({ live: 50, evicted: 70, expired: 0 });
		expect(await sessions({ limit: 2 })).toEqual(['119', '118']);
		const counts = taken();
		// A page of each index, and the values of an eviction.
		expect(Math.max(...counts)).toBeLessThan(1_200);
		expect(counts.reduce((sum, count) => sum + count)).toBeLessThan(3 * payments);
	});

	test('finds the payments of other workspaces among the old ones', async () => {
		const { store, add, addTo, actIn, sessionsOf, limitTo, taken } = await setup();
		await addTo('other');
		await actIn('other', 'session-0', chooseCard(), { type: 'open' });
		for (let index = 1; index <= 4; index += 1) {
			for (let count = 0; count < payments / 4; count += 1) await add();
			await addTo('other');
		}
		await actIn('other', 'session-3', { type: 'cancel' });
		await store.reset(workspace);
		await limitTo(3);
		taken();
		expect(await add()).not.toBeNull();
		expect(await sessionsOf('other')).toEqual(['4', '0']);
		expect(await store.counts()).toEqual({ live: 3, evicted: 3, expired: 0 });
		expect(Math.max(...taken())).toBeLessThan(1_200);
		expect(maxSweptPerStep).toBeLessThan(payments / 4);
	});
});

describe.each(firstRows(['memory', 'file'] as const))(
	'a full %s store, after many payments became final',
	(kind) => {
		const many = 3 * maxIndexedPerRun;

		async function setup() {
			const { counted, taken } = counting(await backends[kind]());
			const held = await setupStore(({ wallNow }) =>
				openTestStore({ kind, backend: counted, wallNow, sleep: untilClosed }),
			);
			for (let count = 0; count < many; count += 1) await held.add();
			held.pass(windowMs);
			for (let count = 0; count < 3; count += 1) await held.addTo('other');
			taken();
			return { ...held, taken };
		}

		test('a creation does not wait until all of them are moved to their index', async () => {
			const { store, add, limitTo, taken } = await setup();
			await limitTo(many + 3);
			taken();
			expect(await add()).not.toBeNull();
			expect(taken().reduce((sum, count) => sum + count)).toBeLessThan(1.5 * maxIndexedPerRun);
			const { evicted } = await store.counts();
			expect(evicted).toBeGreaterThan(0);
			await Promise.all(Array.from({ length: many }, () => add()));
			expect(await store.counts()).toMatchObject({ live: many + 3, evicted: many + 1 });
		});

		test('a creation does not wait until all of them are evicted, and those that can be paid stay', async () => {
			const { store, add, limitTo, sessionsOf } = await setup();
			await limitTo(10);
			const lives: number[] = [];
			while (lives.at(-1) !== 10 && lives.length < 10) {
				expect(await add()).not.toBeNull();
				lives.push((await store.counts()).live);
			}
			expect(lives.length).toBeGreaterThan(2);
			expect(lives.at(-1)).toBe(10);
			expect(await sessionsOf('other')).toEqual(['2', '1', '0']);
		});
	},
);

test('a payment that became final while other creations make room goes before those that can be paid', async () => {
	const backend = createMemoryBackend();
	let [readsLeft, reachHold, release] = [Number.POSITIVE_INFINITY, () => {}, () => {}];
	const reached = new Promise<void>((resolve) => {
		reachHold = resolve;
	});
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const held: Backend = {
		...backend,
		async read(run, needs) {
			readsLeft -= 1;
			if (readsLeft === 0) {
				reachHold();
				await released;
			}
			return backend.read(run, needs);
		},
	};
	const { add, act, limitTo, sessions } = await setupStore(({ wallNow }) =>
		openTestStore({ kind: 'memory', backend: held, wallNow, sleep: untilClosed }),
	);
	for (let count = 0; count < 4; count += 1) await add();
	await act('session-1', chooseCard(), { type: 'open' });
	await limitTo(4);
	// The run has read the names of the workspaces and their final payments, and is about to read the limit.
	readsLeft = 3;
	const first = add();
	await reached;
	await act('session-1', { type: 'cancel' });
	const second = add();
	release();
	expect(await Promise.all([first, second])).not.toContain(null);
	expect(await sessions()).toEqual(['5', '4', '3', '2']);
});

test('a payment that is retried after an instance ahead took it for final is not evicted', async () => {
	const backend = createMemoryBackend();
	const { store, add, act, pass, limitTo, sessions } = await setupStore(({ wallNow }) =>
		openTestStore({ kind: 'memory', backend, wallNow, sleep: untilClosed }),
	);
	await add();
	const declined = [chooseBank(), { type: 'open' } as const, steerTo('DECLINE'), submitBank];
	await act('session-0', listBanks, ...declined);
	pass(delayMs);
	await backend.write((transaction) =>
		indexFinalPayments(transaction, [workspace], start + 2 * windowMs),
	);
	expect(await act('session-0', submitBank)).toBe('processing');
	await limitTo(1);
	expect(await add()).toBeNull();
	expect(await sessions()).toEqual(['0']);
	pass(windowMs);
	expect(await add()).not.toBeNull();
	expect(await sessions()).toEqual(['1']);
	expect(await store.counts()).toMatchObject({ live: 1, evicted: 1 });
});
