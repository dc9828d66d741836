import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../reports/write.ts';
import type {
	LoadReason,
	LoadReport,
	ScenarioReport,
} from '../../simulator/contract/run-report.ts';
import { loadReportSchema } from '../../simulator/contract/run-report.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import {
	sampleLoad,
	sampleResult,
	sampleScenarios,
	sampleSlo,
} from '../../test/support/reports.ts';
import { checkOptions } from './options.ts';
import { combineMemberReports, rehearse } from './rehearsal.ts';

const options = {
	...{ profile: 'rehearsal', seed: 1, permission: false, allowHosts: [] },
	command: 'payin-sandbox load --profile rehearsal',
};
const checked = checkOptions(options);
if ('problems' in checked) throw new Error(checked.problems.join(' '));
const { signal } = new AbortController();
const io = { out: () => {}, err: () => {}, isTerminal: false, env: {}, cwd: '/', signal };
const run = {
	...{ options, settings: checked.settings, slo: sampleSlo, startedAt: new Date(), io },
	out: '/results',
};

const declared = { average: 20, peak: 60 };
const healthy = (profile: string): LoadReport => {
	const report = sampleLoad({ plan: { profile }, limits: sampleSlo });
	return { ...report, plan: { ...report.plan, declared } };
};
const recovery = {
	...{ peakRatePerSecond: 60, peakEndSecond: 70, recoverBySecond: 100, recoveredAtSecond: 80 },
};
const capacity = { rate: 80, nextRate: 90, brokenBy: 'flow.rate', why: null };
const all: Record<string, LoadReport | ScenarioReport> = {
	scenarios: sampleScenarios([sampleResult()]),
	smoke: healthy('smoke'),
	average: healthy('average'),
	spike: {
		...healthy('spike'),
		recovery,
		peakFlows: { started: 1200, ok: 800, failed: 390, late: 10 },
	},
	breakpoint: { ...healthy('breakpoint'), capacity },
	idempotency: {
		...healthy('idempotency'),
		idempotency: { kinds: {}, duplicates: 0, examples: [] },
	},
};

const interrupted = { ...run, io: { ...io, signal: AbortSignal.abort() } };

function combined(
	changes: Record<string, LoadReport | ScenarioReport | undefined> = {},
	context: typeof run = run,
) {
	const done = Object.entries({ ...all, ...changes }).flatMap(([name, report]) =>
		report ? [{ name, report, folder: `/results/${name}` }] : [],
	);
	const report = combineMemberReports(context, done);
	expect(loadReportSchema.parse(report)).toEqual(report);
	return report;
}

test('a rehearsal whose members are all good is a GO, with what each of them found', () => {
	const report = combined();
	expect(report).toMatchObject({ verdict: 'GO', exitCode: 0, recovery, capacity });
	expect(report.plan.profile).toBe('rehearsal');
	expect(report.members).toMatchObject([
		{
			name: 'scenarios',
			verdict: 'PASSED',
			folder: 'scenarios',
			summary: '1 of 1 scenario passed',
		},
		{ name: 'smoke', verdict: 'GO' },
		{ name: 'average', verdict: 'GO', summary: '2,400 flows ok, 0 failed' },
		{
			name: 'spike',
			summary: expect.stringMatching(
				/^peak of 60 flows\/s, recovered 10 s after it; before the peak 2,400 flows ok, 0 failed; at the peak 810 ok, 390 failed/,
			),
		},
		{ name: 'breakpoint', summary: '80 flows/s were kept, 90 were not' },
		{ name: 'idempotency', summary: '0 orders with a second payment' },
	]);
	expect(report.notTested).toEqual([
		expect.stringMatching(/^Your system: /),
		expect.stringMatching(/^Peak: /),
		expect.stringMatching(/^Endurance: /),
		expect.stringMatching(/^The page of the shopper: /),
		expect.stringMatching(/^The network: /),
	]);
});

test('the worst member is the verdict, and its reasons carry its name', () => {
	const reason = (id: string, severity: LoadReason['severity'], text: string): LoadReason => ({
		...{ id, group: 'target', severity, text, evidence: [] },
	});
	const notRecovered = reason('not-recovered', 'no-go', 'Too slow.');
	const few = reason('limit-undecided', 'inconclusive', 'Few.');
	const report = combined({
		average: { ...healthy('average'), verdict: 'INCONCLUSIVE', exitCode: 4, reasons: [few] },
		spike: { ...healthy('spike'), verdict: 'NO-GO', exitCode: 1, reasons: [notRecovered] },
	});
	expect(report).toMatchObject({
		...{ verdict: 'NO-GO', exitCode: 1 },
		reasons: [
			{ id: 'not-recovered', text: 'spike: Too slow.' },
			{ id: 'limit-undecided', text: 'average: Few.' },
		],
	});
});

test('a story that fails is a NO-GO, and load that did not run is named', () => {
	const failure = { step: 'pay', message: 'No answer.' };
	const report = combined({
		scenarios: sampleScenarios([sampleResult({ status: 'failed', failure })]),
		...{ average: undefined, spike: undefined, breakpoint: undefined, idempotency: undefined },
	});
	expect(report).toMatchObject({
		verdict: 'NO-GO',
		reasons: [{ id: 'scenarios' }, { id: 'not-run', severity: 'inconclusive' }],
	});
	expect(report.members?.filter(({ verdict }) => verdict === 'NOT RUN')).toHaveLength(4);
	expect(report.notTested).toContain('spike: it did not run.');
});

test.each([
	[undefined, ['At the peak 20 % of the flows failed.'], 'INCONCLUSIVE'],
	[undefined, [], 'GO'],
	[{ average: 20, peak: 60 }, ['At the peak 20 % of the flows failed.'], 'GO'],
])('with the declared load %j, a peak above it that broke %j is a %s', (load, broken, verdict) => {
	const spike = healthy('spike');
	const notJudged: LoadReason = {
		...{ id: 'peak-not-judged', group: 'run', severity: 'note', text: 'Shown.' },
		evidence: broken,
	};
	const report = combined({
		spike: {
			...{ ...spike, recovery, reasons: [notJudged] },
			plan: { ...spike.plan, declared: load },
		},
	});
	expect(report.verdict).toBe(verdict);
	if (verdict === 'GO') return;
	expect(report.reasons).toMatchObject([{ id: 'peak-undeclared', evidence: broken }, {}]);
	expect(report.reasons[0]?.text).toContain('load.peak');
});

test('a rehearsal that was stopped is no GO, although every part that ran was one', () => {
	const report = combined({ breakpoint: undefined, idempotency: undefined }, interrupted);
	expect(report).toMatchObject({
		...{ verdict: 'INCONCLUSIVE', exitCode: 130 },
		reasons: [
			{
				...{ id: 'interrupted', severity: 'inconclusive' },
				text: 'The rehearsal was interrupted: breakpoint, idempotency did not run.',
			},
		],
	});
	expect(combined({}, interrupted)).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 130 });
});

test('a rehearsal removes the results of an earlier one before its first part', async () => {
	const out = temporaryFolder();
	const parts = ['scenarios', 'smoke', 'idempotency'].map((name) => join(out, name));
	for (const part of parts) await writeFiles({ 'report.json': '{}' }, part);
	await rehearse({ ...interrupted, out }, () => Promise.reject(new Error('No part may run.')));
	expect(parts.flatMap((part) => readdirSync(part))).toEqual([]);
});

test('a rehearsal that was stopped before its first load has a report', () => {
	const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, undefined]));
	const report = combined({ ...nothing, scenarios: all.scenarios }, interrupted);
	expect(report).toMatchObject({
		...{ verdict: 'ERROR', exitCode: 130, plan: { profile: 'rehearsal' } },
		reasons: [{ id: 'interrupted', severity: 'error' }],
	});
	expect(report.members).toMatchObject([
		{ name: 'scenarios', verdict: 'PASSED' },
		{},
		{},
		{},
		{},
		{},
	]);
});

test.each([
	[{ rate: 50, nextRate: 55 }, 'NO-GO'],
	[{ rate: 50, nextRate: 70 }, 'INCONCLUSIVE'],
	[{ rate: 60, nextRate: 70 }, 'GO'],
	[{ rate: 50, nextRate: null }, 'INCONCLUSIVE'],
])('a capacity of %j and a declared peak of 60 is a %s', (found, verdict) => {
	const breakpoint = { ...healthy('breakpoint'), capacity: { ...capacity, ...found } };
	expect(combined({ breakpoint }).verdict).toBe(verdict);
});

test('a capacity below the declared average is a NO-GO when no peak is declared', () => {
	const average = healthy('average');
	const plan = { ...average.plan, declared: { average: declared.average } };
	const found = { ...capacity, rate: 12.5, nextRate: 15 };
	const { verdict, reasons } = combined({
		average: { ...average, plan },
		breakpoint: { ...healthy('breakpoint'), capacity: found },
	});
	expect([verdict, reasons.find(({ id }) => id === 'capacity')?.text]).toEqual([
		'NO-GO',
		'The capacity is too low: 12.5 flows per second were kept, 15 were not, and the declared average is 20.',
	]);
});

test('a step that could not be judged does not say that the capacity is too low', () => {
	const found = { ...capacity, rate: 50, nextRate: 55 };
	const base = healthy('breakpoint');
	const level = {
		...{ ratePerSecond: 55, state: 'undecided' as const, brokenBy: null, why: 'starved' },
		...{ startSecond: 0, endSecond: 10, flows: base.flows, dropped: 0 },
		flow: { p50: 1, p95: 1, p99: 1, max: 1 },
	};
	const { verdict, reasons, members } = combined({
		breakpoint: { ...base, capacity: found, levels: [level] },
	});
	expect(verdict).toBe('INCONCLUSIVE');
	expect(members?.find(({ name }) => name === 'breakpoint')?.summary).toBe(
		'50 flows/s were kept, 55 could not be judged',
	);
	expect(reasons.find(({ id }) => id === 'capacity')?.text).toBe(
		'50 flows per second were kept, 55 could not be judged, and the declared peak is 60.',
	);
});
