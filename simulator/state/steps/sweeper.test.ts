import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.ts';
import { settingsOf } from '../../settings/settings.ts';
import { setupStore, workspace } from '../store-contract-setup.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { beginStore } from './begin-store.ts';
import { openFile } from './open-file.ts';
import { indexes } from './records.ts';
import type { Draft, Keeper } from './step.ts';
import type { SweeperOptions } from './sweeper.ts';
import { retryMs, sweptAtOnce } from './sweeper.ts';

const clock = { mode: 'real', scale: 1, now: null } as const;
const genesis = { seed: 1, settings: settingsOf('sandbox'), clock };

async function open(
	path: string,
	sleep: SweeperOptions['sleep'],
	between = (real: Keeper) => real,
) {
	const keeper = await openFile({ path, sync: 'process' }, unneeded);
	const held = await setupStore(async ({ wallNow }) => {
		const options = { kind: 'file', keeper: between(keeper), genesis, wallNow, sleep };
		const { store } = await beginStore(options);
		onTestFinished(() => store.close());
		return store;
	});
	/** What is out of sight and still there: places, and payments of the first beginning. */
	const left = () =>
		keeper.read({
			needs: [],
			*run(draft: Draft) {
				const places = yield* draft.entries({ index: indexes.garbage, limit: 10 });
				const payments = yield* draft.count({ index: indexes.age(`${workspace}/0`) });
				return { places: places.length, payments };
			},
		});
	const fill = async () => {
		for (let count = 0; count < 2 * sweptAtOnce + 1; count += 1) await held.add(`order-${count}`);
	};
	return { ...held, left, fill };
}

/** The file is sound at the first look. */
const unneeded = () => Promise.reject(new Error('slept'));
const nothing = { places: 0, payments: 0 };

test('a reset waits for no sweeping, and what a process leaves the next one sweeps out', async () => {
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
	const { places, payments } = await first.left();
	expect(places).toBe(1);
	expect(payments).toBeGreaterThan(sweptAtOnce);
	await first.store.close();

	const next = await open(path, async () => undefined);
	await expect.poll(next.left).toEqual(nothing);
	expect(await next.store.counts()).toMatchObject({ live: 0 });
	expect(await next.add('order-0')).toMatchObject({ ordinal: 0, sameReference: 0 });
});

test('what could not be swept out is tried again later', async () => {
	const slept: number[] = [];
	let isBroken = false;
	const sleep = async (ms: number) => {
		isBroken = slept.length === 0;
		slept.push(ms);
	};
	const { store, fill, left } = await open(
		join(temporaryFolder(), 'store'),
		sleep,
		({ write, ...keeper }) => ({
			...keeper,
			write: (job) => (isBroken ? Promise.reject(new StoreUnavailable('full')) : write(job)),
		}),
	);
	await fill();
	await store.reset(workspace);
	await expect.poll(left).toEqual(nothing);
	expect(slept.filter((ms) => ms === retryMs)).toHaveLength(1);
	expect(slept.indexOf(retryMs)).toBe(1);
});
