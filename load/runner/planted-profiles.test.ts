/** Planted targets for the profiles with several rates: seeded sample streams through the ingest and the judgement. */
import { expect, test } from 'vitest';
import type { Slo } from '../../reports/slo.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { hashToUnit } from '../mix.ts';
import { soakPlan, spikePlan, stepPlan } from '../open-plans.ts';
import type { Plan } from '../plan.ts';
import { stories } from '../stories.ts';
import { findCapacity } from './breakpoint.ts';
import { latencyOf } from './histogram.ts';
import { judgeProfile } from './judge-profile.ts';
import { measuredParts } from './report.ts';
import { createSampleCounter } from './samples.ts';
import { createTally } from './tally.ts';

const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits: Slo = {
	schemaVersion: 2,
	steps: { 'payment-options': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};
const settings = { ratePerSecond: 20, holdMs: 40_000, mix: { 'card/redirected': 1 }, stories };

type Answer = { ms: number; outcome?: string };
type Chance = () => number;
/** Called in the order of time. `atMs` counts from the start of the run. */
type Target = (atMs: number, chance: Chance) => Answer;

/** Log-normal, with a median of 80 ms and a p95 of about 180 ms. */
function usual(chance: Chance): number {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return 80 * Math.exp(0.5 * normal);
}

const timeoutMs = 10_000;

/** One queue for all calls, which are served at this rate. A caller that leaves does not leave the queue. */
function queue(callsPerSecond: number): Target {
	let freeAt = 0;
	return (atMs, chance) => {
		freeAt = Math.max(freeAt, atMs) + 1000 / callsPerSecond;
		const ms = freeAt - atMs + usual(chance);
		return ms > timeoutMs ? { ms: timeoutMs, outcome: 'timeout' } : { ms };
	};
}

const during =
	(fromMs: number, toMs: number, bad: (atMs: number) => Partial<Answer>): Target =>
	(atMs, chance) => ({ ms: usual(chance), ...(atMs >= fromMs && atMs < toMs ? bad(atMs) : {}) });

interface Call {
	atMs: number;
	step: 'payment-options' | 'hybrid-payment';
	phase: string;
	flow: string;
}

/** Runs the plan against the target, and returns what the runner measures. */
function measureTarget(plan: Plan, target: Target, seed: number) {
	let drawn = 0;
	const chance = () => hashToUnit(seed, 11, drawn++);
	const samples: [
		metric: string,
		atMs: number,
		value: number,
		tags: Record<string, string>,
		session?: string,
	][] = [];
	const calls: Call[] = [];
	for (const scenario of plan.scenarios) {
		if (scenario.executor !== 'constant-arrival-rate') continue;
		const { phase, startMs, ratePerSecond, durationMs } = scenario;
		for (let flow = 0; flow < (durationMs / 1000) * ratePerSecond; flow += 1) {
			const atMs = startMs + (flow * 1000) / ratePerSecond;
			calls.push({ atMs, step: 'payment-options', phase, flow: `${phase}-${flow}` });
		}
	}
	calls.sort((a, b) => b.atMs - a.atMs);
	for (let call = calls.pop(); call; call = calls.pop()) {
		const { atMs, step, phase, flow } = call;
		const { ms, outcome = 'accepted' } = target(atMs, chance);
		const endMs = atMs + ms;
		const tags = { phase, story: 'card/redirected' };
		const isOk = outcome === 'accepted';
		const ofStep = { ...tags, step, outcome, expected_response: String(isOk) };
		if (step === 'payment-options') {
			samples.push(['payin_flow_started', atMs, 1, tags], ['payin_start_lag', atMs, 1, tags]);
		}
		samples.push(['http_req_duration', endMs, ms, ofStep], ['payin_outcome', endMs, 1, ofStep]);
		if (isOk && step === 'payment-options') {
			const next = calls.findLastIndex((other) => other.atMs > endMs) + 1;
			calls.splice(next, 0, { atMs: endMs, step: 'hybrid-payment', phase, flow });
		} else samples.push(['payin_flow_ok', endMs, isOk ? 1 : 0, tags, flow]);
	}
	const tally = createTally();
	const add = createSampleCounter(tally);
	for (const [metric, atMs, value, tags, session] of samples.sort(([, a], [, b]) => a - b)) {
		add(metric, { atMs, value, tags, session });
	}
	const parts = { ...measuredParts(tally, plan) };
	const load: MeasuredLoad = {
		...{ plan, limits, ...parts, sharedSessions: { count: 0, examples: [] } },
		generator: {
			...{ startLagP99Ms: latencyOf(tally.startLag).p99, dropped: tally.dropped, cpu: 0.3 },
			...{ k6Version: 'v2.2.0', k6ExitCode: 0, canary: { p95Ms: 1 } },
		},
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
	};
	return { plan, parts, load, tally };
}

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

test('the planted times are those of the plan', () => {
	const peak = spikes.phases?.find(({ name }) => name === 'peak');
	expect(peak).toMatchObject({ startSecond: peakAt / 1000, endSecond: peakEnd / 1000 });
});

test.each([1, 2, 3, 4, 5])('a target with room for the peak is a GO (seed %i)', async (seed) => {
	const { verdict, recovery, slo } = await judge(spikes, queue(200), { limits: declared }, seed);
	expect(verdict).toBe('GO');
	expect(recovery).toMatchObject({
		peakRatePerSecond: 60,
		peakEndSecond: 67,
		recoveredAtSecond: 67,
	});
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

test('the same peak is shown only when nobody declared it', async () => {
	const { verdict, reasons, slo } = await judge(spikes, queue(110));
	expect(verdict).toBe('GO');
	expect(reasons.find(({ id }) => id === 'peak-not-judged')?.evidence.join(' ')).toContain(
		'at the peak',
	);
	expect(slo.filter(({ id, judged }) => id.startsWith('peak.') && judged)).toEqual([]);
});

const failing = { ms: 5, outcome: 'server_error' };

test.each<[string, () => Target]>([
	['slow answers that stay', () => during(peakAt, 200_000, () => ({ ms: 900 }))],
	['a queue that needs a minute', () => queue(55)],
	[
		'failures that stay',
		() => during(peakAt, 200_000, (atMs) => (Math.round(atMs) % 10 === 0 ? failing : {})),
	],
	['silence at the end', () => during(100_000, 110_000, (atMs) => ({ ms: 110_100 - atMs }))],
])('%s: not recovered', async (_name, createTarget) => {
	for (const seed of [1, 2, 3]) {
		const { verdict, ids, recovery } = await judge(spikes, createTarget(), {}, seed);
		expect(verdict).toBe('NO-GO');
		expect(ids[0]).toBe('not-recovered');
		expect(recovery?.recoveredAtSecond).toBeNull();
	}
});

test('trouble that ends within the recovery is none', async () => {
	const { verdict, recovery } = await judge(
		spikes,
		during(peakAt, peakEnd + 8_000, () => ({ ms: 900 })),
	);
	expect(verdict).toBe('GO');
	expect(recovery?.recoveredAtSecond).toBe(77);
});

test('a starved generator proves no missing recovery', async () => {
	const target = during(peakAt, 200_000, () => ({ ms: 900 }));
	const { load } = measureTarget(spikes, target, 1);
	const generator = { ...load.generator, canary: { p95Ms: 300 } };
	const { verdict, ids } = await judge(spikes, target, { generator });
	expect(verdict).toBe('INCONCLUSIVE');
	expect(ids.filter((id) => id === 'starved')).toHaveLength(1);
});

const soak = soakPlan({ ...settings, ratePerSecond: 50, holdMs: 200_000 });

test('a soak that stays the same is a GO', async () => {
	for (const seed of [1, 2, 3]) {
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

const rates = [10, 20, 30, 40, 50, 60];
const climb = (capacity: number, refine: number | null, seed: number) =>
	findCapacity({
		settings: { rates, stepMs: 20_000, refine },
		signal,
		async measureStep(ratePerSecond, number) {
			const plan = stepPlan({ ...settings, ratePerSecond, holdMs: 20_000 });
			return measureTarget(plan, queue(2 * capacity), seed * 100 + number);
		},
	});

test.each([23, 35, 41, 56])(
	'a planted capacity of %i flows per second is found',
	async (capacity) => {
		for (const seed of [1, 2]) {
			const found = await climb(capacity, 0.04, seed);
			expect(found.verdict).toBe('GO');
			const { rate } = found.capacity;
			expect(Math.abs((rate ?? 0) - capacity) / capacity).toBeLessThanOrEqual(0.05);
			expect(found.capacity.brokenBy).toMatch(/p95|rate|failures/);
			expect(found.series.map(({ second }) => second)).toEqual(found.series.map((_, at) => at));
			expect(found.slo.filter(({ state }) => state === 'broken')).toEqual([]);
		}
	},
);

test('a target that breaks at the lowest rate is a NO-GO', async () => {
	expect(await climb(5, null, 1)).toMatchObject({
		verdict: 'NO-GO',
		capacity: { rate: null, nextRate: 10 },
		levels: [{ state: 'broken' }],
	});
});

test('an interrupted search has the capacity so far', async () => {
	const stop = new AbortController();
	const found = await findCapacity({
		settings: { rates, stepMs: 20_000, refine: null },
		signal: stop.signal,
		async measureStep(ratePerSecond, number) {
			const plan = stepPlan({ ...settings, ratePerSecond, holdMs: 20_000 });
			const step = measureTarget(plan, queue(200), number);
			if (number === 3) stop.abort();
			return { ...step, load: { ...step.load, interrupted: number === 3 } };
		},
	});
	expect(found).toMatchObject({
		...{ verdict: 'INCONCLUSIVE', exitCode: 130 },
		capacity: { rate: 20, nextRate: null },
	});
	expect(found.levels).toHaveLength(2);
	expect(found.series.length).toBeGreaterThan(50);
});
