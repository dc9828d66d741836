import { expect, test } from 'vitest';
import { createSharedIds } from './shared-ids.ts';

test('ids that came more than once are counted once each, and the first are shown', () => {
	const ids = createSharedIds();
	for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) ids.add(id);
	expect(ids).toMatchObject({ shared: 2, examples: ['a', 'b'], sampledEvery: 1 });
});

test('a hundred thousand ids are told apart', () => {
	const ids = createSharedIds();
	for (let flow = 0; flow < 100_000; flow += 1) ids.add(`session-${flow}`);
	expect(ids).toMatchObject({ shared: 0, sampledEvery: 1 });
	ids.add('session-0');
	ids.add('session-99999');
	expect(ids).toMatchObject({ shared: 2 });
});

test('a full table goes on with a sample, over the whole run', () => {
	const ids = createSharedIds(1024);
	for (let flow = 0; flow < 100_000; flow += 1) ids.add(`session-${flow}`);
	expect(ids.shared).toBe(0);
	expect(ids.sampledEvery).toBeGreaterThanOrEqual(128);
	// One flow in ten receives the session of an earlier one.
	for (let flow = 0; flow < 10_000; flow += 1) ids.add(`session-${flow * 10}`);
	const expected = 10_000 / ids.sampledEvery;
	expect(Math.abs(ids.shared - expected)).toBeLessThan(0.5 * expected);
	expect(ids.examples).toHaveLength(3);
});
