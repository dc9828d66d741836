import fc from 'fast-check';
import { test } from 'vitest';
import { createTokenBucket } from './rate-guard.ts';

const rates = fc.record({
	rps: fc.integer({ min: 1, max: 50_000 }).map((thousandths) => thousandths / 1000),
	burst: fc.integer({ min: 1, max: 30 }),
});

test('in any period, at most as many calls pass as burst and rate allow', () => {
	fc.assert(
		fc.property(
			rates,
			fc.array(fc.nat(400), { minLength: 1, maxLength: 200, size: 'max' }),
			({ rps, burst }, gaps) => {
				const take = createTokenBucket({ rps, burst }, 0);
				const passed: number[] = [];
				let now = 0;
				for (const gap of gaps) {
					now += gap;
					if (take(now) === 0) passed.push(now);
				}
				return passed.every((from, first) =>
					passed
						.slice(first)
						.every((to, more) => (more + 1 - burst) * 1000 <= (to - from) * rps + 1e-6),
				);
			},
		),
	);
});

test('the returned wait is exact to the millisecond', () => {
	fc.assert(
		fc.property(rates, fc.nat(100_000), ({ rps, burst }, startMs) => {
			const spent = () => {
				const take = createTokenBucket({ rps, burst }, startMs);
				for (let call = 0; call < burst; call += 1) take(startMs);
				return take;
			};
			const waitMs = spent()(startMs);
			const early = spent()(startMs + waitMs - 1);
			return waitMs > 0 && early > 0 && spent()(startMs + waitMs) === 0;
		}),
	);
});

test('a clock that was moved back adds no credit', () => {
	fc.assert(
		fc.property(rates, fc.nat(10_000), (rate, backMs) => {
			const take = createTokenBucket(rate, 10_000);
			for (let call = 0; call < rate.burst; call += 1) take(10_000);
			return take(10_000 - backMs) > 0 && take(10_000) > 0;
		}),
	);
});
