/** Planted streams of parts, through ingest, judgement, report files and the merge. */

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHtml } from '../../reports/html/page.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { mergeCommand } from '../../reports/merge-command.ts';
import { renderJson } from '../../reports/render.ts';
import type { Slo } from '../../reports/slo.ts';
import { judgeLoad } from '../../reports/verdict.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { sampleLoad } from '../../test/support/reports.ts';
import { hashToUnit } from '../mix.ts';
import { averagePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { emptyLog } from './k6-log.ts';
import type { K6Sample } from './k6-sample.ts';
import { exampleLimitsReason } from './plan-text.ts';
import { measuredFields, reportedPlan } from './report.ts';
import { createSampleCounter } from './samples.ts';
import { createSpanReader } from './series.ts';
import { createTally } from './tally.ts';

const ratePerSecond = 80;
const holdMs = 30_000;
const mix = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };
const plan = averagePlan({ ratePerSecond, holdMs, mix, stories });
const startMs = Date.parse('2026-11-14T09:30:00Z');
const limit = { p95Ms: 500, maxFailureRatio: 0.01 };
const limits: Slo = {
	schemaVersion: 1,
	steps: { 'payment-options': limit, 'payment-suboptions': limit, 'hybrid-payment': limit },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};

interface Target {
	/** The part of the calls that fail. */
	failing?: number;
	/** How late the flows of each part start. */
	lateMs?: readonly number[];
}

type Sample = [metric: string, point: K6Sample];

/** The samples of a flow, which the number decides alone: in a part it is the same as in the whole run. */
function samplesOf(flow: number, target: Target, late: number): Sample[] {
	let drawn = 0;
	const chance = () => hashToUnit(5, flow, drawn++);
	let atMs = startMs + late + (flow * 1000) / ratePerSecond;
	const phase = (flow * 1000) / ratePerSecond < plan.warmUpMs ? 'warm_up' : 'hold';
	const isBank = chance() < 0.4;
	const story = isBank ? 'bank/redirected' : 'card/redirected';
	const tags = { phase, story };
	const samples: Sample[] = [
		['payin_flow_started', { atMs, value: 1, tags }],
		['payin_start_lag', { atMs, value: 2, tags }],
	];
	let isOk = true;
	const bankSteps = isBank ? ['payment-suboptions'] : [];
	for (const step of ['payment-options', ...bankSteps, 'hybrid-payment']) {
		const ms = 80 * Math.exp(Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(7 * chance()) * 0.4);
		atMs += ms;
		const outcome = chance() < (target.failing ?? 0.0005) ? 'server_error' : 'accepted';
		const expected_response = String(outcome === 'accepted');
		const ofStep = { ...tags, step, expected_response, outcome, status: '503' };
		samples.push(['http_req_duration', { atMs, value: ms, tags: ofStep }]);
		samples.push(['payin_own', { atMs, value: ms / 10, tags: ofStep }]);
		samples.push(['payin_outcome', { atMs, value: 1, tags: ofStep }]);
		isOk = outcome === 'accepted';
		if (!isOk) break;
	}
	samples.push(['payin_flow_ok', { atMs, value: isOk ? 1 : 0, tags, ids: `t-${flow} s-${flow}` }]);
	return samples;
}

/** The report of part `number` of `of`, as the runner makes it. */
function reportOf(number: number, of: number, target: Target = {}): LoadReport {
	const tally = createTally();
	const add = createSampleCounter(tally, { startAtMs: startMs });
	const late = target.lateMs?.[number - 1] ?? 0;
	const count = ((plan.warmUpMs + holdMs) / 1000) * ratePerSecond;
	const flows = Array.from({ length: count }, (_, flow) => flow);
	const samples = flows
		.filter((flow) => flow % of === number - 1)
		.flatMap((flow) => samplesOf(flow, target, late))
		.sort(([, a], [, b]) => a.atMs - b.atMs);
	for (const [metric, point] of samples) add(metric, point);
	const isPart = of > 1;
	const parts = {
		found: [`${number}/${of}`],
		planned: of,
		firstFlowAt: new Date(tally.startMs ?? 0).toISOString(),
	};
	const figures = {
		plan: reportedPlan(plan),
		...measuredFields(tally, plan, emptyLog(), { isPart }),
		...(isPart ? { parts } : {}),
		generator: {
			...{ startLagP99Ms: 2, dropped: 0, cpu: 0.2, k6Version: 'v2.2.0', k6ExitCode: 0 },
		},
	};
	const asked = { iterationExceptions: 0, summaryMissing: false, interrupted: false };
	const judged = judgeLoad({ ...figures, ...asked, limits, readSpan: createSpanReader(tally) });
	return { ...sampleLoad(), ...figures, ...judged, limits };
}

function save(reports: readonly (LoadReport | null)[]): string[] {
	const root = temporaryFolder();
	return reports.map((report, index) => {
		const folder = join(root, `part-${index + 1}`);
		mkdirSync(folder);
		// The runner creates the folder before it runs, so a part that was lost leaves an empty one.
		if (report) writeFileSync(join(folder, 'report.json'), renderJson(report));
		return folder;
	});
}

async function merge(reports: readonly (LoadReport | null)[]) {
	const folders = save(reports);
	return mergeCommand(folders, { out: join(temporaryFolder(), 'merged') });
}

async function merged(reports: readonly (LoadReport | null)[]): Promise<LoadReport> {
	const result = await merge(reports);
	if ('problems' in result) throw new Error(result.problems.join('\n'));
	return result.report;
}

const partsOf = (target: Target) => [1, 2, 3, 4].map((number) => reportOf(number, 4, target));
const healthy = partsOf({});
const fourParts = (target?: Target) => (target ? partsOf(target) : healthy);

test('the note that the limits are examples is in the merged report once', async () => {
	const noted = fourParts().map((part) => ({
		...part,
		reasons: [...part.reasons, exampleLimitsReason],
	}));
	const { reasons } = await merged(noted);
	expect(reasons.filter(({ id }) => id === 'example-limits')).toEqual([exampleLimitsReason]);
	expect((await merged(fourParts())).reasons).not.toContainEqual(exampleLimitsReason);
});

test('a merged report repeats the run with the commands of its parts', async () => {
	const commands = [1, 2, 3, 4].map((number) => `payin-sandbox load --part ${number}/4`);
	const named = fourParts().map((part, index) => ({ ...part, command: commands[index] ?? '' }));
	const report = await merged(named);
	expect(report.command).toBe(commands.join('\n'));
	expect(renderMarkdown(report)).toContain(`\`\`\`sh\n${commands.join('\n')}\n\`\`\``);
	const page = renderHtml(report);
	expect(page).toContain(`<code>${commands.join('\n')}</code>`);
	expect(page).toContain('Start all parts together, with a new --start-at.');
});

test('four merged parts equal one run of the same plan', async () => {
	const whole = reportOf(1, 1);
	const all = await merged(fourParts());
	const { steps, outcomes, failures, series, windows, verdict, reasons } = all;
	expect({ steps, outcomes, failures, series, windows, verdict, reasons }).toEqual({
		steps: whole.steps,
		outcomes: whole.outcomes,
		failures: whole.failures,
		series: whole.series,
		windows: whole.windows,
		verdict: 'GO',
		reasons: expect.arrayContaining(whole.reasons),
	});
	expect(all.histograms).toMatchObject(whole.histograms);
	expect(all.flows).toEqual({ ...whole.flows, rate: expect.closeTo(whole.flows.rate, 2) });
	expect(all.slo.filter(({ metric }) => metric !== 'rate')).toEqual(
		whole.slo.filter(({ metric }) => metric !== 'rate'),
	);
	expect(all.parts).toMatchObject({ found: ['1/4', '2/4', '3/4', '4/4'], planned: 4 });
});

test('a part is judged by its share of the plan', () => {
	for (const part of fourParts()) {
		// A fourth of the samples leaves limits undecided, but the plan was played.
		const ids = part.reasons.map(({ id }) => id).filter((id) => id !== 'failures');
		expect([...new Set(ids)]).toEqual(['limit-undecided']);
		expect(part.slo.find(({ id }) => id === 'flow.rate')).toMatchObject({
			...{ limit: 19, state: 'kept' },
		});
	}
});

test('a lost part is INCONCLUSIVE and named; the others are judged by their share', async () => {
	const [first, , third, fourth] = fourParts();
	const all = await merged([first, null, third, fourth] as LoadReport[]);
	expect(all).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 4 });
	expect(all.reasons.find(({ id }) => id === 'missing-part')).toMatchObject({
		text: '1 part of 4 is missing: 2/4.',
		evidence: [expect.stringContaining('There is no ')],
	});
	expect(all.reasons.some(({ id }) => id === 'plan')).toBe(false);
	expect(all.slo.find(({ id }) => id === 'flow.rate')).toMatchObject({
		...{ limit: 57, state: 'undecided', doubts: ['missing-part'] },
	});
});

test('a part that was not named is missing too', async () => {
	expect(await merged(fourParts().slice(0, 3))).toMatchObject({ verdict: 'INCONCLUSIVE' });
});

test('a part that measured nothing is missing, with its reason', async () => {
	const [first, ...others] = fourParts();
	const reason = { id: 'target', group: 'run', severity: 'error', text: 'No route.' } as const;
	const failed = { ...reportOf(1, 4), verdict: 'ERROR' as const };
	const reasons = [{ ...reason, evidence: [] }];
	const all = await merged([{ ...failed, reasons }, ...others]);
	expect(all.verdict).toBe('INCONCLUSIVE');
	expect(all.reasons[0]?.evidence).toEqual(['part 1/4: No route.']);
	expect(all.flows.ok).toBeLessThan((first?.flows.ok ?? 0) * 3.5);
});

test('a lost part hides no broken limit', async () => {
	const all = await merged([...fourParts({ failing: 0.05 }).slice(0, 3), null]);
	expect(all).toMatchObject({ verdict: 'NO-GO', exitCode: 1 });
});

test('failures too few for a part alone decide together', async () => {
	const parts = fourParts({ failing: 0.016 });
	expect(parts.map(({ verdict }) => verdict)).toContain('INCONCLUSIVE');
	expect(await merged(parts)).toMatchObject({ verdict: 'NO-GO' });
});

test('parts that did not run together are INCONCLUSIVE', async () => {
	const all = await merged(fourParts({ lateMs: [0, 0, 5000, 0] }));
	expect(all.verdict).toBe('INCONCLUSIVE');
	expect(all.reasons[0]).toMatchObject({ id: 'not-together' });
	expect(all.reasons[0]?.text).toMatch(/the last one started 5 s after the first/);
});

test('a part that was stopped early is a doubt about all', async () => {
	const [first, ...others] = fourParts();
	const reason = { id: 'interrupted', group: 'run', severity: 'inconclusive' } as const;
	const reasons = [{ ...reason, text: 'Stopped.', evidence: [] }];
	const all = await merged([{ ...(first as LoadReport), reasons }, ...others]);
	expect(all).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 4 });
	expect(all.reasons[0]?.text).toBe('1 part of 4 stopped early.');
});

const shop = { markets: ['CO'], prepare: [], untimed: [] };

test.each<[string, (part: LoadReport) => LoadReport, RegExp]>([
	['another plan', (part) => ({ ...part, plan: { ...part.plan, holdMs: 1 } }), /another plan\./],
	['another shop', (part) => ({ ...part, plan: { ...part.plan, shop } }), /another plan\./],
	['another seed', (part) => ({ ...part, seed: 43 }), /another seed\./],
	['another target', (part) => ({ ...part, target: 'http://b' }), /another target\./],
	['other limits', (part) => ({ ...part, limits: { ...limits, note: 'x' } }), /another limits\./],
	[
		'another k6',
		(part) => ({ ...part, generator: { ...part.generator, k6Version: 'v3.0.0' } }),
		/another k6 version\./,
	],
	[
		'another number of parts',
		(part) => ({ ...part, parts: { found: ['2/5'], planned: 5 } }),
		/another number of parts\./,
	],
	[
		'the same part again',
		(part) => ({ ...part, parts: { found: ['1/4'], planned: 4 } }),
		/are both part 1\/4/,
	],
	['a whole run', ({ parts, ...part }) => part, /is not the report of one part/],
])('%s is refused', async (_name, change, sentence) => {
	const [first, second] = fourParts();
	const result = await merge([first as LoadReport, change(second as LoadReport)]);
	expect('problems' in result ? result.problems.join('\n') : '').toMatch(sentence);
});

test('the figures of each second are written too with csv, and do not stay without it', async () => {
	const [folders, out] = [save(fourParts()), temporaryFolder()];
	for (const csv of [true, false]) {
		await mergeCommand(folders, { out, csv });
		expect(existsSync(join(out, 'series.csv'))).toBe(csv);
	}
});

test('the merged report replaces no part', async () => {
	const folders = save(fourParts());
	const [, second = ''] = folders;
	const before = readFileSync(join(second, 'report.json'), 'utf8');
	const link = join(temporaryFolder(), 'link');
	symlinkSync(second, link);
	for (const out of [`${second}/`, link]) {
		expect(await mergeCommand(folders, { out })).toEqual({
			problems: [expect.stringContaining(`--out is ${second}, whose report`)],
		});
	}
	expect(readFileSync(join(second, 'report.json'), 'utf8')).toBe(before);
});

test('without any report there is nothing to merge', async () => {
	expect(await merge([null])).toEqual({ problems: [expect.stringContaining('There is no ')] });
});
