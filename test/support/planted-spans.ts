/** Planted targets of spikes and soaks: the samples of a whole run, and of its parts. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashToUnit } from '../../load/mix.ts';
import { soakPlan, spikePlan } from '../../load/open-plans.ts';
import type { Plan } from '../../load/plan.ts';
import { judgeProfile } from '../../load/runner/judge-profile.ts';
import { emptyLog } from '../../load/runner/k6-log.ts';
import type { K6Sample } from '../../load/runner/k6-sample.ts';
import { generatorHealth, measuredFields, reportedPlan } from '../../load/runner/report.ts';
import { createSampleCounter } from '../../load/runner/samples.ts';
import { createSpanReader } from '../../load/runner/series.ts';
import { createTally } from '../../load/runner/tally.ts';
import { stories } from '../../load/stories.ts';
import { mergeCommand } from '../../reports/merge-command.ts';
import { renderJson } from '../../reports/render.ts';
import type { Slo } from '../../reports/slo.ts';
import type { MeasuredLoad, TargetCollapse } from '../../reports/verdict-rules.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { temporaryFolder } from './command.ts';
import { usual } from './planted-load.ts';
import { sampleLoad } from './reports.ts';

const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits: Slo = {
	schemaVersion: 2,
	load: { average: 20, peak: 60 },
	steps: { 'payment-options': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};
const startMs = Date.parse('2026-11-14T09:30:00Z');
export const settings = { holdMs: 40_000, mix: { 'card/redirected': 1 }, stories };
// Warm-up to 7 s, average to 47 s, peak to 67 s, recovery to 87 s, average to 127 s.
export const spike = spikePlan(
	{ ...settings, ratePerSecond: 20 },
	{ peakRatePerSecond: 60, peakMs: 20_000, recoverMs: 20_000 },
);
export const soak = soakPlan({ ...settings, ratePerSecond: 50, holdMs: 200_000 });

interface Answer {
	ms: number;
	isOk?: boolean;
}

export interface Target {
	/** `atMs` counts from the start of the run. */
	answer(atMs: number, chance: () => number): Answer;
	/** How long the idle server beside each generator takes. */
	canaryMs?(part: number, atMs: number): number;
	/** The second at which the abort guard stops each part. */
	stoppedAt?: readonly (number | undefined)[];
}

type Sample = [metric: string, point: K6Sample];

/** The flow is the same in a part and in the whole run. */
function samplesOf(flow: number, dueMs: number, phase: string, { answer }: Target): Sample[] {
	let drawn = 0;
	const chance = () => hashToUnit(9, flow, Math.round(dueMs) * 10 + drawn++);
	const tags = { phase, story: 'card/redirected' };
	let atMs = dueMs;
	const started: Sample[] = [['payin_flow_started', { atMs: startMs + atMs, value: 1, tags }]];
	let isFine = true;
	const calls: Sample[] = ['payment-options', 'hybrid-payment'].flatMap((step): Sample[] => {
		if (!isFine) return [];
		const { ms, isOk = true } = answer(atMs, chance);
		atMs += ms;
		isFine = isOk;
		const outcome = isOk ? 'accepted' : 'server_error';
		const point = { atMs: startMs + atMs, tags: { ...tags, step, outcome } };
		const expected = { ...point.tags, expected_response: String(isOk) };
		return [
			['http_req_duration', { ...point, value: ms, tags: expected }],
			['payin_outcome', { ...point, value: 1, tags: { ...expected, status: '503' } }],
		];
	});
	const times = `${startMs + dueMs} 1 ${atMs - dueMs} ${atMs - dueMs} payment-options`;
	const ended = { atMs: startMs + atMs, value: isFine ? 1 : 0, tags, times };
	return [
		...started,
		...calls,
		['payin_flow_ok', { ...ended, ids: `t-${phase}-${flow} s-${phase}-${flow}` }],
	];
}

/** The report of part `number` of `of`, as the runner makes it. */
export async function reportOf(
	plan: Plan,
	target: Target,
	number = 1,
	of = 1,
): Promise<LoadReport> {
	const tally = createTally();
	const add = createSampleCounter(tally, { startAtMs: startMs, phases: plan.phases });
	const stoppedAt = target.stoppedAt?.[number - 1];
	const stopMs = (stoppedAt ?? Number.POSITIVE_INFINITY) * 1000;
	const paced = plan.scenarios.filter((one) => one.executor === 'constant-arrival-rate');
	const samples = paced.flatMap(({ phase, ratePerSecond, durationMs, startMs: fromMs }) =>
		Array.from({ length: (durationMs / 1000) * ratePerSecond }, (_, flow) => flow)
			.filter((flow) => flow % of === number - 1)
			.map((flow) => ({ flow, dueMs: fromMs + (flow * 1000) / ratePerSecond }))
			.filter(({ dueMs }) => dueMs < stopMs)
			.flatMap(({ flow, dueMs }) => samplesOf(flow, dueMs, phase, target)),
	);
	const endMs = (plan.phases?.at(-1)?.endSecond ?? 0) * 1000;
	for (let atMs = 0; atMs < endMs; atMs += 100) {
		const phase = atMs < plan.warmUpMs ? 'warm_up' : 'hold';
		const tags = { scenario: 'canary', phase, expected_response: 'true' };
		const value = target.canaryMs?.(number, atMs) ?? 1;
		samples.push(['http_req_duration', { atMs: startMs + atMs, value, tags }]);
	}
	for (const [metric, point] of samples.sort(([, a], [, b]) => a.atMs - b.atMs)) {
		if (point.atMs < startMs + stopMs) add(metric, point);
	}
	const isPart = of > 1;
	const firstFlowAt = new Date(tally.startMs ?? 0).toISOString();
	const exit = { exitCode: 0, cpu: 0.3, memoryMb: 90, connections: 9, interrupted: false };
	const figures = {
		plan: reportedPlan(plan),
		...measuredFields(tally, plan, emptyLog(), { isPart }),
		...(isPart ? { parts: { found: [`${number}/${of}`], planned: of, firstFlowAt } } : {}),
		generator: generatorHealth(tally, { ...exit, tooLong: false }, 'v2.2.0'),
	};
	const stop = { second: stoppedAt ?? 0, overSeconds: 20, finished: 100, failed: 60 };
	const collapse: TargetCollapse | undefined = stoppedAt === undefined ? undefined : stop;
	const load: MeasuredLoad = {
		...figures,
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
		...{ limits, collapse, readSpan: createSpanReader(tally) },
	};
	const verdict = await judgeProfile({
		...{ plan, load, tally, resources: [], sandbox: null, referencePrefix: 'load' },
		signal: new AbortController().signal,
	});
	return { ...sampleLoad(), subject: 'target', ...figures, ...verdict, limits };
}

export async function merged(parts: readonly LoadReport[]): Promise<LoadReport> {
	const root = temporaryFolder();
	const folders = parts.map((report, index) => {
		const folder = join(root, `part-${index + 1}`);
		mkdirSync(folder);
		writeFileSync(join(folder, 'report.json'), renderJson(report));
		return folder;
	});
	const result = await mergeCommand(folders, { out: join(root, 'merged') });
	if ('problems' in result) throw new Error(result.problems.join('\n'));
	return result.report;
}

export const partsOf = (plan: Plan, target: Target) =>
	Promise.all([1, 2, 3, 4].map((number) => reportOf(plan, target, number, 4)));
export const mergedOf = async (plan: Plan, target: Target) => merged(await partsOf(plan, target));

export const during =
	(fromMs: number, toMs: number, share: number, bad: Answer): Target['answer'] =>
	(atMs, chance) =>
		atMs >= fromMs && atMs < toMs && chance() < share ? bad : { ms: usual(chance) };

export const healthy: Target = { answer: (_atMs, chance) => ({ ms: usual(chance) }) };
export const slow = { ms: 900 };
export const failed = { ms: 20, isOk: false };

export const idsOf = ({ reasons }: LoadReport) => [
	...new Set(reasons.filter(({ severity }) => severity !== 'note').map(({ id }) => id)),
];

export const statesOf = ({ slo }: LoadReport) => slo.map(({ id, state }) => `${id} ${state}`);
