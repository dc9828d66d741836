/** Planted targets: seeded sample streams through the ingest and the judgement. */

import { expect, test } from 'vitest';
import { judgeLoad } from '../../reports/verdict.ts';
import { campaign } from '../../test/support/campaign.ts';
import { usual } from '../../test/support/planted-load.ts';
import { hashToUnit } from '../mix.ts';
import { averagePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import type { K6Sample } from './k6-sample.ts';
import { generatorHealth, measuredFields } from './report.ts';
import { createSampleCounter } from './samples.ts';
import { createSpanReader } from './series.ts';
import { countSharedIds } from './shared-ids.ts';
import { createTally } from './tally.ts';

const ratePerSecond = 20;
const holdMs = 30_000;
const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond, holdMs, mix, stories });
const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits = {
	schemaVersion: 1 as const,
	steps: { 'payment-options': limit, 'payment-suboptions': limit, 'hybrid-payment': limit },
	flow: { p95Ms: 1500, maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};

interface Answer {
	ms: number;
	outcome?: string;
	problem?: string | undefined;
}

interface Target {
	/** `atMs` counts from the end of the warm-up. `chance` has a new number at each call. */
	answer(atMs: number, chance: () => number): Answer;
	/** How each 100th flow is answered: one of another story. */
	answerRare?: Target['answer'];
	/** The share of flows that receive the session of an earlier one. */
	sharedSessions?: number;
	/** The same for the transaction ids. */
	sharedTransactions?: number;
	canaryMs?: number;
	startLagMs?: number;
	/** Connecting and TLS, once a flow. */
	handshakeMs?: number;
	/** The time in which k6 stands still for 700 of each 740 ms, from the end of the warm-up. */
	standsStill?: [fromMs: number, toMs: number];
	/** The share of flows for which no virtual user is free. */
	dropped?: number;
}

type Sample = [metric: string, point: K6Sample];

/** When k6 goes on, if it stands still at this time. */
function awakeAt(atMs: number, { standsStill: [fromMs, toMs] = [0, 0] }: Target): number {
	const sinceMs = atMs - plan.warmUpMs - fromMs;
	if (sinceMs < 0 || sinceMs >= toMs - fromMs) return atMs;
	const cycleMs = sinceMs % 740;
	return cycleMs < 700 ? atMs - cycleMs + 700 : atMs;
}

const phaseAt = (atMs: number) => (atMs < plan.warmUpMs ? 'warm_up' : 'hold');

/** The samples of a whole run, in the order that k6 writes them. */
function streamOf(target: Target, seed: number): Sample[] {
	const samples: Sample[] = [];
	let drawn = 0;
	const chance = () => hashToUnit(seed, 7, drawn++);
	const flows = ((plan.warmUpMs + holdMs) / 1000) * ratePerSecond;
	for (let dueMs = 0; dueMs < plan.warmUpMs + holdMs; dueMs += 100) {
		const sentMs = awakeAt(dueMs, target);
		const atMs = awakeAt(sentMs + (target.canaryMs ?? 0.8), target);
		const tags = { scenario: 'canary', phase: phaseAt(sentMs), expected_response: 'true' };
		const late = String(sentMs - dueMs);
		samples.push(['http_req_duration', { atMs, value: atMs - sentMs, tags, late }]);
	}
	const dropped: Record<string, number> = { warm_up: 0, hold: 0 };
	for (let flow = 0; flow < flows; flow += 1) {
		let atMs = (flow * 1000) / ratePerSecond;
		const phase = phaseAt(atMs);
		if (target.dropped && chance() < target.dropped) {
			dropped[phase] = (dropped[phase] ?? 0) + 1;
			samples.push(['dropped_iterations', { atMs, value: 1, tags: { scenario: phase } }]);
			continue;
		}
		atMs = awakeAt(atMs + (target.startLagMs ?? 1), target);
		const startedAt = atMs;
		const isRare = target.answerRare !== undefined && flow % 100 === 50;
		const story = isRare ? 'bank/redirected' : 'card/redirected';
		const tags = { phase, scenario: phase, story };
		// k6 does not number the flows that it drops.
		const late = (target.startLagMs ?? 1) + ((dropped[phase] ?? 0) * 1000) / ratePerSecond;
		samples.push(['payin_flow_started', { atMs, value: 1, tags }]);
		samples.push(['payin_start_lag', { atMs, value: late, tags }]);
		atMs += target.handshakeMs ?? 0;
		let isOk = true;
		for (const step of ['payment-options', 'hybrid-payment']) {
			const answerOf = (isRare && target.answerRare) || target.answer;
			const answer = answerOf(atMs - plan.warmUpMs, chance);
			const { outcome = 'accepted', problem } = answer;
			const ms = awakeAt(atMs + answer.ms, target) - atMs;
			atMs += ms;
			const expected_response = String(outcome === 'accepted' || outcome === 'bad_contract');
			const ofStep = { ...tags, step, expected_response, outcome, problem };
			samples.push(['http_req_duration', { atMs, value: ms, tags: ofStep }]);
			samples.push(['payin_outcome', { atMs, value: 1, tags: ofStep }]);
			isOk = outcome === 'accepted';
			if (!isOk) break;
		}
		const isShared = chance() < (target.sharedSessions ?? 0);
		const isSharedTransaction = target.sharedTransactions && chance() < target.sharedTransactions;
		const ids = `t-${isSharedTransaction ? flow - 1 : flow} s-${isShared ? flow - 1 : flow}`;
		const times = `${startedAt} ${late} ${atMs - startedAt} ${atMs - startedAt} payment-options`;
		samples.push(['payin_flow_ok', { atMs, value: isOk ? 1 : 0, tags, ids, times }]);
	}
	return samples.sort(([, a], [, b]) => a.atMs - b.atMs);
}

function judgeStream(target: Target, seed: number) {
	const tally = createTally();
	const add = createSampleCounter(tally, { scenarios: plan.scenarios });
	for (const [metric, point] of streamOf(target, seed)) add(metric, point);
	const exit = { exitCode: 0, cpu: 0.3, memoryMb: 90, connections: 30, interrupted: false };
	const { verdict, reasons } = judgeLoad({
		...{ plan, limits, ...measuredFields(tally, plan) },
		generator: generatorHealth(tally, { ...exit, tooLong: false }, 'v2.2.0'),
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
		...countSharedIds(tally),
		readSpan: createSpanReader(tally),
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
	'a stall of two and a half seconds': [
		'stall',
		{ answer: during(10_300, 12_800, (atMs) => ({ ms: 12_850 - atMs })) },
	],
	'a stall in which k6 stands still for a moment': [
		'stall',
		{
			answer: during(10_000, 15_000, (atMs) => ({ ms: 15_100 - atMs })),
			standsStill: [12_000, 12_700],
		},
	],
	'an outage of three seconds': ['outage', { answer: during(10_000, 13_000, () => serverError) }],
	'a rare flow that always fails': ['flow-collapse', { ...healthy, answerRare: () => serverError }],
	'5 % shared sessions': ['wrong-session', { ...healthy, sharedSessions: 0.05 }],
	'5 % shared transactions': ['wrong-session', { ...healthy, sharedTransactions: 0.05 }],
	'a growing queue': [
		'degrading',
		{ answer: (atMs, chance) => ({ ms: usual(chance) + Math.max(0, atMs) / 20 }) },
	],
	'handshakes of 1.5 s': ['limit-broken', { ...healthy, handshakeMs: 1500 }],
	'too slow for its virtual users': [
		'dropped',
		{ answer: (_atMs, chance) => ({ ms: 900 + usual(chance) }), dropped: 0.3 },
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

/** Of each target. One run may be unlucky. */
const times = campaign({ sample: 2, full: 20 });
/** Of a target that every run must judge alike. */
const others = campaign({ sample: 1, full: 5 });
const healthyTimes = campaign({ sample: 3, full: 20 });

test(`a healthy target is a GO in all of ${healthyTimes} runs but one`, () => {
	expect(having(runs(healthy, healthyTimes), 'GO')).toBeGreaterThanOrEqual(healthyTimes - 1);
});

test(`with a rare flow that works, it is a GO in all of ${healthyTimes} runs but one`, () => {
	const target = { ...healthy, answerRare: healthy.answer };
	expect(having(runs(target, healthyTimes), 'GO')).toBeGreaterThanOrEqual(healthyTimes - 1);
});

test.each(Object.entries(wrong))(
	'%s: no GO, and at most one run without a NO-GO',
	(_name, [reason, target]) => {
		const results = runs(target, times);
		expect(having(results, 'GO')).toBe(0);
		expect(having(results, 'NO-GO')).toBeGreaterThanOrEqual(times - 1);
		const told = results.filter(({ ids }) => ids.includes(reason));
		expect(told.length).toBeGreaterThanOrEqual(times - 1);
	},
);

test.each(Object.entries(close))('%s: never a GO', (_name, target) => {
	expect(having(runs(target, times), 'GO')).toBe(0);
});

test.each<[string, Partial<Target>]>([
	['that is slow', { answer: answering(0.3, { ms: 900 }) }],
	['that starts late', { startLagMs: 600 }],
	['that drops flows', { dropped: 0.2, startLagMs: 200 }],
	['with late answers to every call', { answer: () => ({ ms: 2000 }), handshakeMs: 900 }],
])('a starved generator %s is never judged', (_name, starved) => {
	const results = runs({ ...healthy, canaryMs: 300, ...starved }, others);
	expect(having(results, 'INCONCLUSIVE')).toBe(others);
	for (const { ids } of results) expect(ids).toContain('starved');
});

test('a generator that stands still for some seconds is not taken for a slow target', () => {
	for (const { verdict, ids } of runs({ ...healthy, standsStill: [10_000, 15_000] }, others)) {
		expect(verdict).toBe('INCONCLUSIVE');
		expect(ids).toContain('starved');
	}
});

test.each<[string, Partial<Target>]>([
	['slow', { answer: (_atMs, chance) => ({ ms: 700 + usual(chance) }) }],
	['slow that flows are dropped', { answer: () => ({ ms: 3000 }), dropped: 0.4 }],
	['slow to connect', { handshakeMs: 2000 }],
])('a target so %s is not blamed on the generator', (_name, slow) => {
	for (const { verdict, ids } of runs({ ...healthy, ...slow }, others)) {
		expect(verdict).toBe('NO-GO');
		expect(ids).not.toEqual(expect.arrayContaining([expect.stringMatching(/starved|start-lag/)]));
	}
});
