/** Planted targets for spike and soak: seeded sample streams through the ingest and the judgement. */
import { expect, test } from 'vitest';
import type { Slo } from '../../reports/slo.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { campaign } from '../../test/support/campaign.ts';
import type { Target } from '../../test/support/planted-load.ts';
import {
	during,
	limits,
	measureTarget,
	queue,
	settings,
	usual,
} from '../../test/support/planted-load.ts';
import { firstRows } from '../../test/support/sample.ts';
import { soakPlan, spikePlan } from '../open-plans.ts';
import type { Plan } from '../plan.ts';
import { averagePlan } from '../profiles.ts';
import { judgeProfile } from './judge-profile.ts';

const { signal } = new AbortController();

async function judge(plan: Plan, target: Target, changes: Partial<MeasuredLoad> = {}, seed = 1) {
	const { load, tally } = measureTarget(plan, target, seed);
	const verdict = await judgeProfile({
		...{ plan, load: { ...load, ...changes }, tally, signal },
		...{ resources: [], sandbox: null, referencePrefix: 'load' },
	});
	return { ...verdict, ids: verdict.reasons.map(({ id }) => id) };
}

// Warm-up to 7 s, average to 47 s, peak to 67 s, recovery to 87 s, average to 127 s.
const spike = { peakRatePerSecond: 60, peakMs: 20_000, recoverMs: 20_000 };
const spikes = spikePlan(settings, spike);
const declared: Slo = { ...limits, load: { average: 20, peak: 60 } };
const peakAt = 47_000;
const peakEnd = 67_000;

/** The first of them in `npm test`. */
const seeds = (count: number) => [1, 2, 3, 4, 5].slice(0, campaign({ sample: 1, full: count }));

test('the planted times are those of the plan', () => {
	const peak = spikes.phases?.find(({ name }) => name === 'peak');
	expect(peak).toMatchObject({ startSecond: peakAt / 1000, endSecond: peakEnd / 1000 });
});

test.each(seeds(5))('a target with room for the peak is a GO (seed %i)', async (seed) => {
	const { verdict, recovery, slo } = await judge(spikes, queue(200), { limits: declared }, seed);
	expect(verdict).toBe('GO');
	const times = { peakRatePerSecond: 60, peakEndSecond: 67, recoveredAtSecond: 67 };
	expect(recovery).toMatchObject(times);
	const ofPeak = slo.filter(({ id }) => id.startsWith('peak.'));
	expect(ofPeak.filter(({ judged }) => judged).length).toBe(ofPeak.length);
});

test('a peak over its limits is a NO-GO when it is declared', async () => {
	// 120 calls a second at the peak, and 110 are served: the queue is gone a few seconds after it.
	const { verdict, reasons, recovery } = await judge(spikes, queue(110), { limits: declared });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({
		id: 'limit-broken',
		text: expect.stringContaining('payment-options p95 ≤ 500 ms, at the peak'),
	});
	expect(recovery?.recoveredAtSecond).toBeLessThanOrEqual(87);
});

test('a right target whose flows are slow is a GO, though the last flows of the peak end after it', async () => {
	const slowLimits = { p95Ms: 1_500, maxFailureRatio: 0.01 };
	const slow: Slo = {
		...declared,
		steps: { 'payment-options': slowLimits, 'hybrid-payment': slowLimits },
	};
	const { verdict, slo } = await judge(spikes, () => ({ ms: 1_000 }), { limits: slow });
	expect(slo.find(({ id }) => id === 'peak.flow.rate')).toMatchObject({ state: 'kept' });
	expect(verdict).toBe('GO');
});

test('flows of the peak that time out after it break the limit of the peak', async () => {
	const hangs: Target = (atMs, chance) =>
		atMs > peakEnd - 9_000 && atMs < peakEnd && chance() < 0.2
			? { ms: 10_000, outcome: 'timeout' }
			: { ms: usual(chance) };
	const { verdict, reasons } = await judge(spikes, hangs, { limits: declared });
	expect(verdict).toBe('NO-GO');
	expect(reasons.map(({ text }) => text).join(' ')).toMatch(/flow failures .*at the peak/);
});

test('the same peak is shown only when nobody declared it', async () => {
	const { verdict, reasons, slo } = await judge(spikes, queue(110));
	expect(verdict).toBe('GO');
	expect(reasons.find(({ id }) => id === 'peak-not-judged')?.evidence.join(' ')).toContain(
		'at the peak',
	);
	expect(slo.filter(({ id, judged }) => id.startsWith('peak.') && judged)).toEqual([]);
});

const mixedUp =
	(fromMs: number, toMs: number, outcome = 'wrong_session'): Target =>
	(atMs, chance) => {
		const isBad = atMs >= fromMs && atMs < toMs && chance() < 0.05;
		return { ms: usual(chance), ...(isBad ? { outcome } : {}) };
	};

test.each([
	['at a peak that no limits file declares', peakAt, peakEnd],
	['in the warm-up', 0, 7_000],
])('sessions mixed up %s are a NO-GO', async (_name, fromMs, toMs) => {
	const { verdict, ids, reasons } = await judge(spikes, mixedUp(fromMs, toMs));
	expect(verdict).toBe('NO-GO');
	expect(ids.filter((id) => id === 'wrong-session')).toHaveLength(1);
	expect(reasons.find(({ id }) => id === 'wrong-session')?.text).toMatch(
		/answers carried the ids of another session/,
	);
});

const mixedPages: [name: string, fromMs: number, toMs: number][] = [
	['at such a peak', peakAt, peakEnd],
	['in the warm-up', 0, 7_000],
];

test.each(firstRows(mixedPages))(
	'return pages mixed up %s are a NO-GO',
	async (_name, fromMs, toMs) => {
		const { verdict, ids } = await judge(spikes, mixedUp(fromMs, toMs, 'wrong_order'));
		expect(verdict).toBe('NO-GO');
		expect(ids.filter((id) => id === 'wrong-order')).toHaveLength(1);
	},
);

test('second payments are a finding about the whole run, not about its recovery', async () => {
	const duplicatePayments = { count: 2, examples: [] };
	const { reasons } = await judge(spikes, queue(200), { limits: declared, duplicatePayments });
	expect(reasons).toMatchObject([{ id: 'two-payments', severity: 'no-go' }]);
});

test('the share of bad bodies after the recovery does not count those of the recovery', async () => {
	const target: Target = (atMs, chance) => {
		const share = atMs < peakEnd ? 0 : atMs < 87_000 ? 0.5 : 0.05;
		return { ms: usual(chance), ...(chance() < share ? { outcome: 'bad_contract' } : {}) };
	};
	const { reasons } = await judge(spikes, target);
	const evidence = reasons.find(({ id }) => id === 'not-recovered')?.evidence.join(' ') ?? '';
	const [, share] =
		/answers of payment-options broke the contract \(([\d.]+) %\)/.exec(evidence) ?? [];
	expect(Number(share)).toBeGreaterThan(2);
	expect(Number(share)).toBeLessThan(8);
});

const failing = { ms: 5, outcome: 'server_error' };

const lasting: [name: string, createTarget: () => Target][] = [
	[
		'failures that stay',
		() => during(peakAt, 200_000, (atMs) => (Math.round(atMs) % 10 === 0 ? failing : {})),
	],
	['silence at the end', () => during(100_000, 110_000, (atMs) => ({ ms: 110_100 - atMs }))],
	['slow answers that stay', () => during(peakAt, 200_000, () => ({ ms: 900 }))],
	['a queue that needs a minute', () => queue(55)],
];

test.each(firstRows(lasting, 2))('%s: not recovered', async (_name, createTarget) => {
	for (const seed of seeds(3)) {
		const { verdict, ids, recovery } = await judge(spikes, createTarget(), {}, seed);
		expect(verdict).toBe('NO-GO');
		expect(ids[0]).toBe('not-recovered');
		expect(recovery?.recoveredAtSecond).toBeNull();
	}
});

test('slow calls that the limits allow for are no missing recovery, and no slowdown that decides', async () => {
	const target: Target = (_atMs, chance) => ({ ms: chance() < 0.03 ? 900 : usual(chance) });
	for (let seed = 1; seed <= campaign({ sample: 1, full: 30 }); seed += 1) {
		const ofSpike = await judge(spikes, target, {}, seed);
		expect(ofSpike.ids).not.toContain('not-recovered');
		expect(ofSpike.verdict).not.toBe('NO-GO');
		const short = averagePlan({ ...settings, holdMs: 30_000 });
		expect((await judge(short, target, {}, seed)).verdict).not.toBe('NO-GO');
	}
});

test('slow first flows do not raise the achieved rate above the flows that the phase has', () => {
	// Of five seconds: the flows of the first two have their ends at the same time.
	const plan = spikePlan({ ...settings, ratePerSecond: 3, holdMs: 5000 }, spike);
	const start = plan.warmUpMs;
	const slow = during(start, start + 2000, (atMs) => ({ ms: start + 2000 - atMs }));
	const { flows } = measureTarget(plan, slow, 1).parts;
	expect(flows).toMatchObject({ started: 15, ok: 15, rate: 3 });
});

test('flows that end late do not raise the rate of the next part above its plan', async () => {
	// Half of the flows of the recovery end after it.
	const late = during(77_000, 87_000, (atMs) => ({ ms: 90_000 - atMs }));
	const { slo } = await judge(spikes, late);
	expect(slo.find(({ id }) => id === 'after.flow.rate')).toMatchObject({ measured: 20 });
});

test('each phase names its own undecided limits, though their counts and lengths are the same', async () => {
	// The peak lasts and starts flows as the average does, so its samples are as many.
	const plan = spikePlan(
		{ ...settings, holdMs: 4000 },
		{ ...spike, peakRatePerSecond: 20, peakMs: 4000 },
	);
	const { reasons, slo } = await judge(plan, () => ({ ms: 50 }), { limits: declared });
	expect(slo.filter(({ state }) => state === 'undecided')).toHaveLength(15);
	expect(reasons.map(({ text }) => text)).toEqual([
		'5 limits are undecided. Run 1 min to know.',
		'5 limits after the recovery are undecided. Give --duration 1m to know.',
		'5 limits at the peak are undecided. Give --peak-duration 1m to know.',
	]);
});

test('trouble that ends within the recovery is none', async () => {
	const { verdict, recovery } = await judge(
		spikes,
		during(peakAt, peakEnd + 8_000, () => ({ ms: 900 })),
	);
	expect(verdict).toBe('GO');
	expect(recovery?.recoveredAtSecond).toBe(77);
});

test('a run that ends past its limits, with few samples, leaves the recovery undecided', async () => {
	// Ten seconds have 50 flows: too few to break a limit.
	const plan = spikePlan({ ...settings, ratePerSecond: 5, holdMs: 600_000 }, spike);
	const endMs = 1000 * (plan.phases?.at(-1)?.endSecond ?? 0);
	const slow = during(endMs - 10_000, endMs, () => ({ ms: 900 }));
	const { verdict, ids, recovery } = await judge(plan, slow);
	expect([verdict, recovery?.recoveredAtSecond]).toEqual(['INCONCLUSIVE', null]);
	expect(ids).toContain('not-recovered');
});

test('a starved generator proves no missing recovery', async () => {
	const target = during(peakAt, 200_000, () => ({ ms: 900 }));
	const { load } = measureTarget(spikes, target, 1);
	const generator = { ...load.generator, canary: { p95Ms: 300 } };
	const { verdict, ids } = await judge(spikes, target, { generator });
	expect(verdict).toBe('INCONCLUSIVE');
	expect(ids.filter((id) => id === 'starved')).toHaveLength(1);
});

const soak = soakPlan({ ...settings, ratePerSecond: 25, holdMs: 200_000 });

test('a soak that stays the same is a GO', async () => {
	for (const seed of seeds(3)) {
		expect(await judge(soak, queue(200), {}, seed)).toMatchObject({ verdict: 'GO', ids: [] });
	}
});

test('a tenth over its limits is a NO-GO, though the whole keeps them', async () => {
	// Eight of a hundred calls of one tenth: less than one of a hundred of all.
	const target: Target = (atMs, chance) => {
		const isBad = atMs >= 110_000 && atMs < 130_000 && chance() < 0.08;
		return isBad ? { ms: 20, outcome: 'server_error' } : { ms: usual(chance) };
	};
	const { verdict, reasons } = await judge(soak, target);
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]?.text).toMatch(/is broken in 1 of 10 tenths of the run/);
});

test('a soak that slows down says so', async () => {
	const target: Target = (atMs, chance) => ({ ms: usual(chance) + atMs / 1000 });
	const { verdict, reasons } = await judge(soak, target);
	expect(verdict).toBe('GO');
	expect(reasons.find(({ id }) => id === 'degrading')?.text).toMatch(
		/in the last tenth: .* in the first tenth/,
	);
});

test('a target that uses more and more is told about', async () => {
	const { load, tally } = measureTarget(soak, queue(200), 1);
	const resources = Array.from({ length: 40 }, (_, at) => ({
		...{ second: at * 5, memoryMb: 100 + 4 * at, descriptors: 20 },
	}));
	const verdict = await judgeProfile({
		...{ plan: soak, load, tally, signal, resources, sandbox: null, referencePrefix: 'load' },
	});
	expect(verdict.reasons).toMatchObject([
		{ id: 'growth', severity: 'note', text: expect.stringContaining('memory grew from 108 MiB') },
	]);
	expect(verdict.resources).toHaveLength(40);
});
