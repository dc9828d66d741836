import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStartLag } from './start-lag.ts';

/** k6's arrival-rate executor: at each tick a free virtual user starts the next number, or the tick is dropped. */
function play(periodMs: number, ticks: readonly { isFree: boolean; lateMs: number }[]) {
	const startLag = createStartLag(new Map([['hold', periodMs]]));
	let number = 0;
	return ticks.flatMap(({ isFree, lateMs }, tick) => {
		const dueMs = tick * periodMs;
		if (!isFree) {
			startLag.drop('hold', dueMs);
			return [];
		}
		const atMs = dueMs + lateMs;
		const seen = atMs - number * periodMs;
		number += 1;
		return [{ lateMs, corrected: startLag.corrected('hold', atMs, seen) }];
	});
}

test('however many flows were dropped before, the lag is that of the flow', () => {
	const period = fc.double({ min: 1, max: 1000, noNaN: true });
	// Less than a period: a flow that starts later than the next tick has lost its own place.
	const tick = fc.record({
		isFree: fc.boolean(),
		late: fc.double({ min: 0, max: 0.99, noNaN: true }),
	});
	fc.assert(
		fc.property(period, fc.array(tick, { maxLength: 200 }), (periodMs, some) => {
			const ticks = some.map(({ isFree, late }) => ({ isFree, lateMs: late * periodMs }));
			for (const { lateMs, corrected } of play(periodMs, ticks)) {
				expect(corrected).toBeCloseTo(lateMs, 5);
			}
		}),
		{ seed: 1 },
	);
});

test('the lag at the start and the one that is asked for at the end of a flow are the same', () => {
	const startLag = createStartLag(new Map([['hold', 50]]));
	startLag.drop('hold', 100);
	expect(startLag.corrected('hold', 153, 53)).toBe(3);
	for (let atMs = 200; atMs < 900; atMs += 50) startLag.drop('hold', atMs);
	expect(startLag.corrected('hold', 153, 53)).toBe(3);
});

test('scenarios do not share their drops, and one without a schedule is never late', () => {
	const startLag = createStartLag(new Map([['hold', 50]]));
	startLag.drop('warm_up', 10);
	expect(startLag.corrected('hold', 60, 10)).toBe(10);
	expect(startLag.corrected('other', 60, 0)).toBe(0);
});

test('the drops of a long stall are counted, however many they are', () => {
	const startLag = createStartLag(new Map([['hold', 1]]));
	for (let atMs = 0; atMs < 450_000; atMs += 1) startLag.drop('hold', atMs);
	expect(startLag.corrected('hold', 450_002, 450_002)).toBe(2);
});
