import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/command.ts';
import { openTestStore, setupStore, workspace } from '../../test/support/store.ts';
import type { Backend } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { openLmdbBackend } from './open-lmdb.ts';
import { generationKeysOf, indexes, storeKeys } from './records.ts';
import type { SweeperOptions } from './sweeper.ts';
import { maxSweptPerStep, sweeperRetryMs } from './sweeper.ts';

async function open(
	path: string,
	sleep: SweeperOptions['sleep'],
	between = (real: Backend) => real,
) {
	const backend = await openLmdbBackend({ path, sync: 'process' });
	const held = await setupStore(({ wallNow }) =>
		openTestStore({ kind: 'file', backend: between(backend), wallNow, sleep }),
	);
	/** Data that is hidden but not removed yet: generations, and payments of the first generation. */
	const left = () =>
		backend.read((transaction) => {
			// Generations are numbered from the time at which the store was created.
			const generation = transaction.get(storeKeys.origin)?.startedMs ?? 0;
			const generations = transaction.entries({ index: indexes.garbage, limit: 10 }).length;
			return {
				generations,
				payments: transaction.count({ index: generationKeysOf({ generation }).age }),
			};
		});
	const fill = async () => {
		for (let count = 0; count < 2 * maxSweptPerStep + 1; count += 1)
			await held.add(`order-${count}`);
	};
	return { ...held, left, fill };
}

const nothing = { generations: 0, payments: 0 };

test('a reset does not wait for the sweeper, and the next process removes the rest', async () => {
	const path = join(temporaryFolder(), 'store');
	const untilClosed: SweeperOptions['sleep'] = (_, signal) =>
		new Promise((resolve) => {
			if (signal.aborted) resolve();
			signal.addEventListener('abort', () => resolve());
		});
	const first = await open(path, untilClosed);
	await first.fill();
	await first.store.reset(workspace);
	expect(await first.sessions()).toEqual([]);
	expect(await first.store.counts()).toMatchObject({ live: 0 });
	const { generations, payments } = await first.left();
	expect(generations).toBe(1);
	expect(payments).toBeGreaterThan(maxSweptPerStep);
	await first.store.close();

	const next = await open(path, async () => undefined);
	await expect.poll(next.left).toEqual(nothing);
	expect(await next.store.counts()).toMatchObject({ live: 0 });
	expect(await next.add('order-0')).toMatchObject({ ordinal: 0, sameReference: 0 });
});

test('the sweeper tries again after a failure', async () => {
	const slept: number[] = [];
	let isBroken = false;
	const sleep = async (ms: number) => {
		isBroken = slept.length === 0;
		slept.push(ms);
	};
	const { store, fill, left } = await open(
		join(temporaryFolder(), 'store'),
		sleep,
		({ write, ...backend }) => ({
			...backend,
			write: (run, needs) =>
				isBroken ? Promise.reject(new StoreUnavailable('full')) : write(run, needs),
		}),
	);
	await fill();
	await store.reset(workspace);
	await expect.poll(left).toEqual(nothing);
	expect(slept.filter((ms) => ms === sweeperRetryMs)).toHaveLength(1);
	expect(slept.indexOf(sweeperRetryMs)).toBe(1);
});
