/** The spans of one run: the tenths of a soak, each with its own generator, rate and calls. */
import { expect, test } from 'vitest';
import {
	during,
	healthy,
	idsOf,
	reportOf,
	settings,
	slow,
	soak,
	statesOf,
} from '../../test/support/planted-spans.ts';
import { soakPlan } from '../open-plans.ts';

/** One tenth is slow. */
const slowTenth = during(110_000, 130_000, 1, slow);

test('a slow tenth is a NO-GO while the load generator was healthy', async () => {
	expect(await reportOf(soak, { answer: slowTenth })).toMatchObject({ verdict: 'NO-GO' });
});

test('a load generator that was starved in other tenths does not explain a slow one', async () => {
	const canaryMs = (_part: number, atMs: number) => (atMs < 50_000 ? 60 : 1);
	const whole = await reportOf(soak, { answer: slowTenth, canaryMs });
	expect(whole.generator.canary?.p95Ms).toBeGreaterThan(20);
	expect(whole).toMatchObject({ verdict: 'NO-GO' });
	expect(idsOf(whole)).toContain('limit-broken');
});

test('flows that end just after their tenth are no missing rate', async () => {
	const short = soakPlan({ ...settings, ratePerSecond: 4, holdMs: 60_000 });
	const answer = (atMs: number) => {
		const inTenthMs = (atMs - short.warmUpMs) % 6_000;
		return { ms: inTenthMs > 5_000 ? 700 : 100 };
	};
	const rates = statesOf(await reportOf(short, { answer })).filter((text) => text.includes('rate'));
	expect(rates).toEqual(['flow.rate kept']);
});

test.each([1, 2, 3])('a right target is no NO-GO in a soak of %i flow a second', async (rate) => {
	for (const holdMs of [48_000, 60_000]) {
		const small = soakPlan({ ...settings, ratePerSecond: rate, holdMs });
		const rates = statesOf(await reportOf(small, healthy)).filter((text) => text.includes('rate'));
		expect(rates).toEqual(['flow.rate kept']);
	}
});
