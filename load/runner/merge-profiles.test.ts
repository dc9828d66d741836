/** Parts of a spike and of a soak: the merged report has the verdict of one run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeCommand } from '../../reports/merge-command.ts';
import { renderJson } from '../../reports/render.ts';
import type { Slo } from '../../reports/slo.ts';
import type { MeasuredLoad, TargetCollapse } from '../../reports/verdict-rules.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { sampleLoad } from '../../test/support/reports.ts';
import { firstRows } from '../../test/support/sample.ts';
import { hashToUnit } from '../mix.ts';
import { soakPlan, spikePlan } from '../open-plans.ts';
import type { Plan } from '../plan.ts';
import { stories } from '../stories.ts';
import { judgeProfile } from './judge-profile.ts';
import { emptyLog } from './k6-log.ts';
import { generatorHealth, measuredFields, reportedPlan } from './report.ts';
import type { K6Sample } from './samples.ts';
import { createSampleCounter } from './samples.ts';
import { createTally } from './tally.ts';

const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits: Slo = {
	schemaVersion: 2,
	load: { average: 20, peak: 60 },
	steps: { 'payment-options': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};
const startMs = Date.parse('2026-11-14T09:30:00Z');
const settings = { holdMs: 40_000, mix: { 'card/redirected': 1 }, stories };
// Warm-up to 7 s, average to 47 s, peak to 67 s, recovery to 87 s, average to 127 s.
const spike = spikePlan(
	{ ...settings, ratePerSecond: 20 },
	{ peakRatePerSecond: 60, peakMs: 20_000, recoverMs: 20_000 },
);
const soak = soakPlan({ ...settings, ratePerSecond: 50, holdMs: 200_000 });

interface Answer {
	ms: number;
	isOk?: boolean;
}

interface Target {
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
async function reportOf(plan: Plan, target: Target, number = 1, of = 1): Promise<LoadReport> {
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
		...{ limits, collapse },
	};
	const verdict = await judgeProfile({
		...{ plan, load, tally, resources: [], sandbox: null, referencePrefix: 'load' },
		signal: new AbortController().signal,
	});
	return { ...sampleLoad(), subject: 'target', ...figures, ...verdict, limits };
}

async function merged(parts: readonly LoadReport[]): Promise<LoadReport> {
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

const partsOf = (plan: Plan, target: Target) =>
	Promise.all([1, 2, 3, 4].map((number) => reportOf(plan, target, number, 4)));
const mergedOf = async (plan: Plan, target: Target) => merged(await partsOf(plan, target));

/** Log-normal, with a median of 80 ms and a p95 of about 180 ms. */
function usual(chance: () => number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return 80 * Math.exp(0.5 * normal);
}

const during =
	(fromMs: number, toMs: number, share: number, bad: Answer): Target['answer'] =>
	(atMs, chance) =>
		atMs >= fromMs && atMs < toMs && chance() < share ? bad : { ms: usual(chance) };

const healthy: Target = { answer: (_atMs, chance) => ({ ms: usual(chance) }) };
const slow = { ms: 900 };
const failed = { ms: 20, isOk: false };

const idsOf = ({ reasons }: LoadReport) => [
	...new Set(reasons.filter(({ severity }) => severity !== 'note').map(({ id }) => id)),
];

const statesOf = ({ slo }: LoadReport) => slo.map(({ id, state }) => `${id} ${state}`);

const profiles: [name: string, Plan, Target, LoadReport['verdict'], ids: string[]][] = [
	[
		'a soak with a tenth that fails',
		soak,
		{ answer: during(110_000, 130_000, 0.03, failed) },
		'NO-GO',
		['limit-broken'],
	],
	[
		'a spike that does not recover',
		spike,
		{ answer: during(47_000, 200_000, 1, slow) },
		'NO-GO',
		['not-recovered', 'limit-broken'],
	],
	[
		'a peak that breaks its limits',
		spike,
		{ answer: during(50_000, 67_000, 0.1, failed) },
		'NO-GO',
		['limit-broken'],
	],
	['a spike that keeps its limits', spike, healthy, 'GO', []],
	['a soak that keeps its limits', soak, healthy, 'GO', []],
];

test.each(firstRows(profiles))(
	'%s: the merged parts have the verdict of one run',
	async (_name, plan, target, verdict, ids) => {
		const whole = await reportOf(plan, target);
		const all = await mergedOf(plan, target);
		expect(idsOf(whole)).toEqual(ids);
		expect(whole.verdict).toBe(verdict);
		expect({ verdict: all.verdict, ids: idsOf(all), recovery: all.recovery }).toEqual({
			...{ verdict, ids, recovery: whole.recovery },
		});
		expect(statesOf(all)).toEqual(statesOf(whole));
		expect(all.windows).toEqual(whole.windows);
		expect(all.failures).toEqual(whole.failures);
	},
);

test('a load that was stopped in a part is a collapse of all', async () => {
	const target = {
		answer: during(20_000, 400_000, 0.2, failed),
		stoppedAt: [30, undefined, undefined, undefined],
	};
	const all = await mergedOf(soak, target);
	expect(all.verdict).toBe('NO-GO');
	expect(all.reasons.find(({ id }) => id === 'collapse')?.text).toMatch(
		/^part 1\/4: The load was stopped 30 s/,
	);
});

test('a target that collapses in every part is no inconclusive run', async () => {
	const stoppedAt = [60, 60, 60, 60];
	const all = await mergedOf(soak, { answer: during(40_000, 60_000, 0.4, failed), stoppedAt });
	expect(all.verdict).toBe('NO-GO');
	expect(idsOf(all)).toContain('collapse');
});

test('a spike that was stopped before its end has not recovered', async () => {
	const stoppedAt = [60, 60, 60, 60];
	const all = await mergedOf(spike, { answer: during(47_000, 60_000, 1, failed), stoppedAt });
	expect(all).toMatchObject({ verdict: 'NO-GO', recovery: { recoveredAtSecond: null } });
});

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

test.each([
	['the last tenth of a soak', soak, soak.warmUpMs + 200_000, 0.08],
	['the load after the recovery', spike, 127_000, 0.1],
])('calls that fail after the end of the load belong to %s', async (_name, plan, endMs, share) => {
	const answer = during(endMs - 9_000, endMs, share, { ms: 12_000, isOk: false });
	for (const report of [await reportOf(plan, { answer }), await mergedOf(plan, { answer })]) {
		expect(report).toMatchObject({ verdict: 'NO-GO' });
	}
});

test.each([1, 2, 3])('a right target is no NO-GO in a soak of %i flow a second', async (rate) => {
	for (const holdMs of [48_000, 60_000]) {
		const small = soakPlan({ ...settings, ratePerSecond: rate, holdMs });
		const rates = statesOf(await reportOf(small, healthy)).filter((text) => text.includes('rate'));
		expect(rates).toEqual(['flow.rate kept']);
	}
});

/** Two seconds in twenty: the p95 of the whole run stays at 1 ms. */
const brieflyStarved = (part: number, atMs: number) =>
	part === 1 && atMs >= 112_000 && atMs < 114_000 ? 300 : 1;

test('a load generator that was starved in a tenth explains it', async () => {
	const answer = during(110_000, 130_000, 0.07, { ms: 700 });
	const whole = await reportOf(soak, { answer, canaryMs: brieflyStarved });
	expect(whole.generator.canary?.p95Ms).toBeLessThan(20);
	expect(whole.reasons[0]).toMatchObject({
		...{ id: 'starved', group: 'generator', severity: 'inconclusive' },
		text: expect.stringMatching(/is past its limit in \d of 10 tenths of the run/),
	});
	expect(whole.verdict).toBe('INCONCLUSIVE');
});

test('one starved part makes its tenth doubtful', async () => {
	const answer = during(110_000, 130_000, 0.07, { ms: 700 });
	expect(await mergedOf(soak, { answer, canaryMs: brieflyStarved })).toMatchObject({
		verdict: 'INCONCLUSIVE',
	});
});

test('a load generator that was starved after the peak proves no missing recovery', async () => {
	const target: Target = {
		answer: during(87_000, 200_000, 1, slow),
		canaryMs: (_part, atMs) => (atMs >= 100_000 && atMs < 104_000 ? 300 : 1),
	};
	for (const report of [await reportOf(spike, target), await mergedOf(spike, target)]) {
		expect(report.verdict).toBe('INCONCLUSIVE');
		const starved = report.reasons.filter(({ id }) => id === 'starved');
		expect(starved.map(({ text }) => text)).toEqual([
			expect.stringMatching(/^After the recovery: The load generator was starved/),
		]);
	}
});

test('a starved generator explains no failures of a tenth', async () => {
	const answer = during(110_000, 130_000, 0.05, failed);
	const whole = await reportOf(soak, { answer, canaryMs: brieflyStarved });
	expect(whole).toMatchObject({ verdict: 'NO-GO' });
});

test('the merged report names what was loaded, and its parts', async () => {
	const all = await merged(await partsOf(spike, healthy));
	expect(all.subject).toBe('target');
	expect(all.parts?.each?.map(({ name }) => name)).toEqual(['1/4', '2/4', '3/4', '4/4']);
	expect(all.parts?.each?.[0]).toMatchObject({
		flows: expect.any(Number),
		canaryP95Ms: expect.closeTo(1, 1),
	});
});
