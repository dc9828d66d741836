import { expect, test } from 'vitest';
import { canaryOf } from './canary.ts';

test('a late request of the canary stands for as long as it was late, at most its interval', () => {
	const late = (ms: number, count: number): [number, number] => [ms * 1000, count];
	expect(canaryOf([])).toBeNull();
	expect(canaryOf([late(1, 100)])?.lateMs).toBe(0);
	expect(canaryOf([late(1, 70), late(30, 30)])?.lateMs).toBe(900);
	expect(canaryOf([late(1, 70), late(30, 10), late(1_000, 5)])?.lateMs).toBe(800);
});
