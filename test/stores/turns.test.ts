/** Work on many payments is done in parts, with turns of the event loop between: other calls are served meanwhile. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nextTurn } from '../../simulator/runtime/awaitable.ts';
import { monotonicMs, sleep } from '../../simulator/runtime/time.ts';
import { createMemoryBackend } from '../../simulator/state/memory-backend.ts';
import { openLmdbBackend } from '../../simulator/state/open-lmdb.ts';
import { campaign, full } from '../support/campaign.ts';
import { temporaryFolder } from '../support/command.ts';
import { windowMs } from '../support/payment.ts';
import { openTestStore, setupStore, workspace } from '../support/store.ts';

const payments = campaign({ sample: 1_000, full: 80_000 });
const atOnce = 500;

const backends = {
	memory: async () => createMemoryBackend(),
	file: () => openLmdbBackend({ path: join(temporaryFolder(), 'store'), sync: 'process' }),
};

async function setup(kind: keyof typeof backends) {
	const backend = await backends[kind]();
	const held = await setupStore(({ wallNow }) => openTestStore({ kind, backend, wallNow, sleep }));
	for (let added = 0; added < payments; added += atOnce) {
		const indexes = Array.from({ length: atOnce }, (_, index) => added + index);
		await Promise.all(indexes.map(() => held.add('order-1')));
	}
	/** How many turns the event loop had until the work was done. In the full campaign, prints the longest one. */
	const turnsOf = async (name: string, begin: () => Promise<unknown>) => {
		let isDone = false;
		let turnMs = monotonicMs();
		const startedMs = turnMs;
		const work = begin().finally(() => {
			isDone = true;
		});
		let turns = 0;
		let longestMs = 0;
		while (!isDone) {
			await nextTurn();
			const endMs = monotonicMs();
			longestMs = Math.max(longestMs, endMs - turnMs);
			turnMs = endMs;
			turns += 1;
		}
		await work;
		const figures = [longestMs, turnMs - startedMs].map((ms) => ms.toFixed(0));
		const text = `${kind}: ${name}: longest turn ${figures.join(' of ')} ms, ${turns} turns`;
		if (full) process.stdout.write(`${text}\n`);
		return turns;
	};
	return { ...held, turnsOf };
}

const timeout = campaign({ sample: 60_000, full: 900_000 });

describe.each(['memory', 'file'] as const)('%s store', (kind) => {
	test('lists, evictions, advances and deletions of many payments', { timeout }, async () => {
		const { store, sessions, limitTo, add, turnsOf } = await setup(kind);
		const none = { accepts: () => false };
		expect(await turnsOf('list', () => sessions(none))).toBeGreaterThan(payments / 600);
		const ofReference = { ...none, reference: 'order-1' };
		expect(await turnsOf('list of a reference', () => sessions(ofReference))).toBeGreaterThan(
			payments / 600,
		);
		await turnsOf('advance', () => store.advance(workspace, windowMs, 1_000));
		await limitTo(payments / 2);
		const isAboveLimit = async () => (await store.counts()).live > payments / 2;
		const evict = async () => {
			while (await isAboveLimit()) await add();
		};
		expect(await turnsOf('eviction', evict)).toBeGreaterThan(payments / 600);
		await turnsOf('reset', () => store.reset(workspace));
		await turnsOf('removal of payments in the background', () => sleep(full ? 20_000 : 0));
	});
});
