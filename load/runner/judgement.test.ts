/** Planted targets: seeded sample streams through the ingest and the judgement. */
import { expect, test } from 'vitest';
import { judgeLoad } from '../../reports/verdict.ts';
import { hashToUnit } from '../mix.ts';
import { averagePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { latencyOf } from './histogram.ts';
import { measuredParts } from './report.ts';
import type { Point } from './tally.ts';
import { createSampleCounter, createTally } from './tally.ts';

const ratePerSecond = 20;
const holdMs = 30_000;
const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond, holdMs, mix, stories });
const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits = {
	schemaVersion: 1 as const,
	steps: { 'payment-options': limit, 'payment-suboptions': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};

interface Answer {
	ms: number;
	outcome?: string;
	problem?: string | undefined;
}

interface Target {
	/** `atMs` counts from the end of the warm-up. `chance` has a new number at each call. */
	answer(atMs: number, chance: () => number): Answer;
	/** The share of flows that receive the session of an earlier one. */
	sharedSessions?: number;
	canaryMs?: number;
	startLagMs?: number;
}

/** Log-normal, with a median of 80 ms and a p95 of about 180 ms. */
function usual(chance: () => number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return 80 * Math.exp(0.5 * normal);
}

type Sample = [metric: string, point: Point];

/** The samples of a whole run, in the order that k6 writes them. */
function streamOf(target: Target, seed: number): Sample[] {
	const samples: Sample[] = [];
	let drawn = 0;
	const chance = () => hashToUnit(seed, 7, drawn++);
	const flows = ((plan.warmUpMs + holdMs) / 1000) * ratePerSecond;
	for (let flow = 0; flow < flows; flow += 1) {
		let atMs = (flow * 1000) / ratePerSecond;
		const phase = atMs < plan.warmUpMs ? 'warm_up' : 'hold';
		const tags = { phase, story: 'card/redirected' };
		samples.push(['payin_flow_started', { atMs, value: 1, tags }]);
		samples.push(['payin_start_lag', { atMs, value: target.startLagMs ?? 1, tags }]);
		let isOk = true;
		for (const step of ['payment-options', 'hybrid-payment']) {
			const answer = target.answer(atMs - plan.warmUpMs, chance);
			const { ms, outcome = 'accepted', problem } = answer;
			atMs += ms;
			const expected_response = String(outcome === 'accepted' || outcome === 'bad_contract');
			const ofStep = { ...tags, step, expected_response, outcome, problem };
			samples.push(['http_req_duration', { atMs, value: ms, tags: ofStep }]);
			samples.push(['payin_outcome', { atMs, value: 1, tags: ofStep }]);
			isOk = outcome === 'accepted';
			if (!isOk) break;
		}
		const isShared = chance() < (target.sharedSessions ?? 0);
		const session = `s-${isShared ? flow - 1 : flow}`;
		samples.push(['payin_flow_ok', { atMs, value: isOk ? 1 : 0, tags, session }]);
	}
	return samples.sort(([, a], [, b]) => a.atMs - b.atMs);
}

function judgeStream(target: Target, seed: number) {
	const tally = createTally();
	const add = createSampleCounter(tally);
	for (const [metric, point] of streamOf(target, seed)) add(metric, point);
	const { canaryMs } = target;
	const { verdict, reasons } = judgeLoad({
		...{ plan, limits, ...measuredParts(tally, plan) },
		generator: {
			...{ startLagP99Ms: latencyOf(tally.startLag).p99, dropped: tally.dropped, cpu: 0.3 },
			...{ k6Version: 'v2.2.0', k6ExitCode: 0 },
			...(canaryMs === undefined ? {} : { canary: { p95Ms: canaryMs } }),
		},
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
		sharedSessions: { count: tally.sharedSessions.size, examples: [] },
	});
	return { verdict, ids: reasons.map(({ id }) => id) };
}

const answering =
	(share: number, bad: Partial<Answer>): Target['answer'] =>
	(_atMs, chance) => ({ ms: usual(chance), ...(chance() < share ? bad : {}) });

const during =
	(fromMs: number, toMs: number, bad: (atMs: number) => Partial<Answer>): Target['answer'] =>
	(atMs, chance) => ({ ms: usual(chance), ...(atMs >= fromMs && atMs < toMs ? bad(atMs) : {}) });

const serverError: Answer = { ms: 20, outcome: 'server_error' };
const noLogo = { outcome: 'bad_contract', problem: 'paymentOptions[].logo is missing or wrong' };
const healthy: Target = { answer: answering(0.0002, serverError) };

/** Decisively beyond a limit, each with the reason that must be told. */
const wrong: Record<string, [reason: string, Target]> = {
	'4 % server errors': ['limit-broken', { answer: answering(0.04, serverError) }],
	'4 % time-outs': [
		'limit-broken',
		{ answer: answering(0.04, { ms: 10_000, outcome: 'timeout' }) },
	],
	'12 % slow calls': ['limit-broken', { answer: answering(0.12, { ms: 900 }) }],
	'5 % off the contract': ['contract', { answer: answering(0.05, noLogo) }],
	'60 % refused': ['collapse', { answer: answering(0.6, { ms: 1, outcome: 'transport' }) }],
	'a stall of five seconds': [
		'stall',
		{ answer: during(10_000, 15_000, (atMs) => ({ ms: 15_100 - atMs })) },
	],
	'an outage of three seconds': ['outage', { answer: during(10_000, 13_000, () => serverError) }],
	'5 % shared sessions': ['wrong-session', { ...healthy, sharedSessions: 0.05 }],
	'a growing queue': [
		'degrading',
		{ answer: (atMs, chance) => ({ ms: usual(chance) + Math.max(0, atMs) / 20 }) },
	],
	'a failing target, a starved generator': [
		'limit-broken',
		{ answer: answering(0.04, serverError), canaryMs: 300 },
	],
	'a failing target, late starts': [
		'limit-broken',
		{ answer: answering(0.04, serverError), startLagMs: 400 },
	],
};

/** Beyond a limit, but too close to it for a run of this length to be sure. */
const close: Record<string, Target> = {
	'1.6 % server errors': { answer: answering(0.016, serverError) },
	'6.5 % slow calls': { answer: answering(0.065, { ms: 900 }) },
	'a starved generator': { ...healthy, canaryMs: 21 },
};

const runs = (target: Target, count: number) =>
	Array.from({ length: count }, (_, seed) => judgeStream(target, seed + 1));
const having = (results: ReturnType<typeof runs>, verdict: string) =>
	results.filter((result) => result.verdict === verdict).length;

test('a healthy target is a GO in at least 19 of 20 runs', () => {
	expect(having(runs(healthy, 20), 'GO')).toBeGreaterThanOrEqual(19);
});

test.each(Object.entries(wrong))(
	'%s: no GO, and at most 1 of 20 runs without a NO-GO',
	(_name, [reason, target]) => {
		const results = runs(target, 20);
		expect(having(results, 'GO')).toBe(0);
		expect(having(results, 'NO-GO')).toBeGreaterThanOrEqual(19);
		const told = results.filter(({ ids }) => ids.includes(reason));
		expect(told.length).toBeGreaterThanOrEqual(19);
	},
);

test.each(Object.entries(close))('%s: never a GO', (_name, target) => {
	expect(having(runs(target, 15), 'GO')).toBe(0);
});

test('a starved generator alone is never a NO-GO', () => {
	const slow = { answer: answering(0.3, { ms: 900 }), canaryMs: 300 };
	expect(having(runs(slow, 5), 'INCONCLUSIVE')).toBe(5);
});
