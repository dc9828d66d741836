import { expect, test } from 'vitest';
import { createSessions } from './sessions.ts';

test('ids that came more than once are counted once each, and the first are shown', () => {
	const sessions = createSessions();
	for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) sessions.add(id);
	expect(sessions).toMatchObject({ shared: 2, examples: ['a', 'b'], sampledEvery: 1 });
});

test('a hundred thousand ids are told apart', () => {
	const sessions = createSessions();
	for (let flow = 0; flow < 100_000; flow += 1) sessions.add(`session-${flow}`);
	expect(sessions).toMatchObject({ shared: 0, sampledEvery: 1 });
	sessions.add('session-0');
	sessions.add('session-99999');
	expect(sessions).toMatchObject({ shared: 2 });
});

test('a full table goes on with a sample, over the whole run', () => {
	const sessions = createSessions(1024);
	for (let flow = 0; flow < 100_000; flow += 1) sessions.add(`session-${flow}`);
	expect(sessions.shared).toBe(0);
	expect(sessions.sampledEvery).toBeGreaterThanOrEqual(128);
	// One flow in ten receives the session of an earlier one.
	for (let flow = 0; flow < 10_000; flow += 1) sessions.add(`session-${flow * 10}`);
	const expected = 10_000 / sessions.sampledEvery;
	expect(Math.abs(sessions.shared - expected)).toBeLessThan(0.5 * expected);
	expect(sessions.examples).toHaveLength(3);
});
