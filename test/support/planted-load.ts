/** Planted targets: seeded sample streams through the ingest of the load runner. */

import { hashToUnit } from '../../load/mix.ts';
import type { Plan } from '../../load/plan.ts';
import { latencySummaryOf } from '../../load/runner/histogram.ts';
import { measuredFields } from '../../load/runner/report.ts';
import { createSampleCounter } from '../../load/runner/samples.ts';
import { createSpanReader } from '../../load/runner/series.ts';
import { countSharedIds } from '../../load/runner/shared-ids.ts';
import { createTally } from '../../load/runner/tally.ts';
import { stories } from '../../load/stories.ts';
import type { Slo } from '../../reports/slo.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';

const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
export const limits: Slo = {
	schemaVersion: 2,
	steps: { 'payment-options': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};
export const settings = {
	ratePerSecond: 20,
	holdMs: 40_000,
	mix: { 'card/redirected': 1 },
	stories,
};

type Answer = { ms: number; outcome?: string };
export type Chance = () => number;
/** Called in the order of time. `atMs` counts from the start of the run. */
export type Target = (atMs: number, chance: Chance) => Answer;

/** Log-normal, with a median of 80 ms and a p95 of about 180 ms. */
export function usual(chance: Chance): number {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return 80 * Math.exp(0.5 * normal);
}

const timeoutMs = 10_000;

/** One queue for all calls, which are served at this rate. A caller that leaves does not leave the queue. */
export function queue(callsPerSecond: number): Target {
	let freeAt = 0;
	return (atMs, chance) => {
		freeAt = Math.max(freeAt, atMs) + 1000 / callsPerSecond;
		const ms = freeAt - atMs + usual(chance);
		return ms > timeoutMs ? { ms: timeoutMs, outcome: 'timeout' } : { ms };
	};
}

export const during =
	(fromMs: number, toMs: number, bad: (atMs: number) => Partial<Answer>): Target =>
	(atMs, chance) => ({ ms: usual(chance), ...(atMs >= fromMs && atMs < toMs ? bad(atMs) : {}) });

interface Call {
	atMs: number;
	step: 'payment-options' | 'hybrid-payment';
	phase: string;
	flow: string;
}

/** Runs the plan against the target, and returns what the runner measures. */
export function measureTarget(plan: Plan, target: Target, seed: number) {
	let drawn = 0;
	const chance = () => hashToUnit(seed, 11, drawn++);
	const samples: [
		metric: string,
		atMs: number,
		value: number,
		tags: Record<string, string>,
		ids?: string,
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
		} else samples.push(['payin_flow_ok', endMs, isOk ? 1 : 0, tags, `t-${flow} s-${flow}`]);
	}
	const tally = createTally();
	const add = createSampleCounter(tally, { phases: plan.phases });
	for (const [metric, atMs, value, tags, ids] of samples.sort(([, a], [, b]) => a - b)) {
		add(metric, { atMs, value, tags, ids });
	}
	const parts = { ...measuredFields(tally, plan) };
	const load: MeasuredLoad = {
		...{ plan, limits, ...parts, ...countSharedIds(tally) },
		readSpan: createSpanReader(tally),
		generator: {
			...{ startLagP99Ms: latencySummaryOf(tally.startLag).p99, dropped: tally.dropped, cpu: 0.3 },
			...{ k6Version: 'v2.2.0', k6ExitCode: 0, canary: { p95Ms: 1 } },
		},
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
	};
	return { plan, parts, load, tally };
}
