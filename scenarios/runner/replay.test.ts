import { expect, test } from 'vitest';
import { createDriver } from '../driver.ts';
import type { AnyStory } from '../scenario.ts';
import { story } from '../scenario.ts';
import { mapPool } from './pool.ts';
import { replay } from './replay.ts';

/** Replays a story that makes no call, so the address is never used. */
function setup(run: () => Promise<void>, repeat = 1) {
	const told: AnyStory = story({
		name: 'edge/told',
		title: 'Told in a test',
		tags: ['edge'],
		needs: 'calls',
		run: async ({ expect }) => {
			expect.ok('it begins', true);
			await run();
		},
	});
	const options = { target: 'http://unused.invalid', seed: 1, nextReference: () => 'unused' };
	return replay(told, repeat, () => createDriver(options));
}

test('a story that ends is passed, with its steps', async () => {
	const result = await setup(async () => {});
	expect(result).toMatchObject({ name: 'edge/told', status: 'passed', failure: null });
	expect(result.steps).toMatchObject([{ name: 'expect it begins' }]);
});

test('a story that gives up between two steps fails with its own words', async () => {
	const result = await setup(async () => {
		throw new Error('The bank list is empty.');
	});
	expect(result.status).toBe('failed');
	expect(result.failure).toEqual({ step: 'story', message: 'The bank list is empty.' });
});

test('a mixture of results is flaky and shows the first failure', async () => {
	let runs = 0;
	const result = await setup(async () => {
		runs += 1;
		if (runs === 2) throw new Error(`failed in run ${runs}`);
	}, 3);
	expect(runs).toBe(3);
	expect(result.status).toBe('flaky');
	expect(result.failure?.message).toBe('failed in run 2');
});

test('a story that fails every time is failed, not flaky', async () => {
	const result = await setup(async () => {
		throw new Error('always');
	}, 2);
	expect(result.status).toBe('failed');
});

test('the results of a pool stand in the order of the list, and no more hands work than asked for', async () => {
	let working = 0;
	let most = 0;
	const results = await mapPool([3, 1, 2, 0], 2, async (turns) => {
		working += 1;
		most = Math.max(most, working);
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		working -= 1;
		return turns * 10;
	});
	expect(results).toEqual([30, 10, 20, 0]);
	expect(most).toBe(2);
});
