/** Renders `summary.md`: the job summary of a pipeline, with at most 60 lines. */
import type { Latency } from '../simulator/contract/load-results.ts';
import type {
	LoadReport,
	RunReport,
	ScenarioFinding,
	ScenarioReport,
} from '../simulator/contract/run-report.ts';
import { toVisibleText } from '../simulator/contract/visible.ts';
import {
	modeSentence,
	reasonLineOf,
	resultsWithStatus,
	shownStatusOf,
	statusWordsOf,
} from './failure.ts';
import {
	formatCount,
	formatDuration,
	formatMs,
	formatRate,
	formatTime,
	pluralize,
	statusOrder,
} from './figures.ts';
import { findingGroups, findingKind } from './findings.ts';
import { laterPhasesSentence, measuredPhase } from './flow-counts.ts';
import {
	declaredLoadSentence,
	limitGroups,
	measuredCapacitySentence,
	paceSentence,
	percentileText,
	recoverySentence,
	rerunCommandsOf,
	verdictMeaning,
	whatWasLoadedSentence,
} from './load-facts.ts';
import { describeMargin, formatMeasured, limitResultWord } from './slo.ts';
import { targetLabel, whatRunProvesSentence } from './subject.ts';

const maxRows = 25;
const maxLimits = 12;
const maxReasons = 10;
const maxFindings = 8;
const maxCommands = 4;

/** The only cells that keep their bold type; all other text is escaped. */
const bold: readonly string[] = ['**failed**', '**not handled**', '**broken**'];

export function renderMarkdown(report: RunReport): string {
	const body = report.kind === 'load' ? loadLines(report) : scenarioLines(report);
	const lines = [
		...body,
		'',
		`${targetLabel(report)} ${escapeMarkdown(report.target)} · seed ${report.seed} · ${formatTime(report.startedAt)} · ${formatDuration(report.durationMs)}`,
		...(report.assumptions.length > 0
			? ['', `Assumptions in force: ${escapeMarkdown(report.assumptions.join(', '))}`]
			: []),
		'',
		...fenced(rerunCommandsOf(report)),
	];
	return `${lines.join('\n')}\n`;
}

function loadLines(report: LoadReport): string[] {
	const { flows, plan, generator, capacity, recovery, members = [], notTested = [] } = report;
	const phase = measuredPhase(report);
	const asked =
		plan.ratePerSecond === null ? '' : ` of ${formatRate(plan.ratePerSecond)} asked for`;
	const sentences = [
		...(laterPhasesSentence(report) === '' ? [] : [laterPhasesSentence(report)]),
		...(capacity ? [measuredCapacitySentence(capacity, report.levels)] : []),
		...(recovery ? [recoverySentence(recovery)] : []),
	];
	return [
		`## Load, ${escapeMarkdown(plan.profile)}: ${report.verdict}`,
		'',
		escapeMarkdown(
			[
				verdictMeaning(report),
				`Loaded: ${whatWasLoadedSentence(report)}`,
				`${paceSentence(report)}.`,
				declaredLoadSentence(plan),
			].join(' '),
		),
		'',
		...truncate(
			report.reasons.map(({ severity, text, evidence }) =>
				[`- **${severity}**: ${escapeMarkdown(text)}`, ...evidence.map(escapeMarkdown)].join(' · '),
			),
			maxReasons,
			'reasons',
		),
		...(report.reasons.length > 0 ? [''] : []),
		...(members.length > 0
			? memberLines(members)
			: [
					`${phase && 'Before the peak '}${pluralize(flows.started, 'flow')} started, ${formatCount(flows.ok)} ok, ${formatCount(flows.failed)} failed, ${formatCount(generator.dropped)} dropped; ${formatRate(flows.rate)} per second${asked}.`,
				]),
		...(sentences.length > 0 ? ['', escapeMarkdown(sentences.join(' '))] : []),
		'',
		...table(
			['Limit', 'Measured', 'Margin', 'Samples', 'Result'],
			limitGroups(report)
				.flatMap(({ rows }) => rows)
				.map((row) => [
					row.name,
					formatMeasured(row),
					describeMargin(row),
					formatCount(row.samples),
					limitResultWord(row, report) === 'broken' ? '**broken**' : limitResultWord(row, report),
				]),
			members.length > 0 ? 8 : maxLimits,
		),
		'',
		...timeLines(report),
		...(notTested.length > 0 ? [`Not tested: ${notTested.map(escapeMarkdown).join(' ')}`, ''] : []),
		escapeMarkdown(whatRunProvesSentence(report)),
	];
}

const memberLines = (members: NonNullable<LoadReport['members']>) =>
	table(
		['Part', 'Verdict', 'Result', 'Took'],
		members.map(({ name, verdict, summary, durationMs }) => [
			...[name, verdict, summary, formatDuration(durationMs)],
		]),
		8,
	);

/** The table of response times in milliseconds. A figure in brackets has too few samples. */
function timeLines(report: LoadReport): string[] {
	const { steps, flows, flowTimes } = report;
	const row = (name: string, times: Latency, samples: number) => [
		name,
		...(['p50', 'p95', 'p99'] as const).map((key) => percentileText(key, times[key], samples)),
		formatMs(times.max),
	];
	const rows = [
		...Object.entries(steps).map(([name, step]) => row(name, step, step.count - step.failed)),
		...(flowTimes
			? [
					row('whole flow', flowTimes, flowTimes.count),
					row('from the intended start', flowTimes.fromIntendedStart, flows.ok + flows.failed),
				]
			: []),
	];
	const header = [`Response time${measuredPhase(report)}, ms`, 'p50', 'p95', 'p99', 'Max'];
	return rows.length === 0 ? [] : [...table(header, rows, 6), ''];
}

function scenarioLines(report: ScenarioReport): string[] {
	const sorted = statusOrder.flatMap((status) => resultsWithStatus(report.scenarios, status));
	const words = statusWordsOf(report);
	const counts = statusOrder
		.toReversed()
		.map((status) => ({ status, count: resultsWithStatus(sorted, status).length }))
		.filter(({ status, count }) => status !== 'interrupted' || count > 0)
		.map(({ status, count }) => `${count} ${words[status]}`);
	const isMerchant = report.mode === 'merchant';
	const note = modeSentence(report);
	return [
		`## ${isMerchant ? 'Scenarios against your shop' : 'Scenarios'}: ${report.verdict}`,
		'',
		...(report.error ? [escapeMarkdown(report.error), ''] : []),
		`${pluralize(sorted.length, 'scenario')}: ${counts.join(', ')}.`,
		'',
		...(note ? [escapeMarkdown(note), ''] : []),
		...(isMerchant ? ['### Readiness matrix', ''] : []),
		...table(
			['Scenario', 'Result', isMerchant ? 'What it costs' : 'Time', 'Why'],
			sorted.map((result) => [
				result.name,
				result.status === 'failed' ? `**${words.failed}**` : words[shownStatusOf(result)],
				isMerchant
					? (result.status !== 'passed' && result.cost) || ''
					: formatDuration(result.durationMs),
				reasonLineOf(result),
			]),
		),
		...findingLines(report),
	];
}

const maxStories = 3;

function storiesOf(findings: readonly ScenarioFinding[]): string {
	const names = findings.slice(0, maxStories).map(({ story }) => story);
	const more = findings.length - names.length;
	return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function findingLines(report: ScenarioReport): string[] {
	const rows = findingGroups(report).map(({ code, severity, count, findings }) => [
		...[code, severity, String(count), storiesOf(findings), findingKind(code)?.fix ?? ''],
	]);
	if (rows.length === 0) return [];
	const header = ['Finding', 'Severity', 'Count', 'Scenarios', 'What to do'];
	return ['', '### Findings', '', ...table(header, rows, maxFindings)];
}

function table(
	header: readonly string[],
	rows: readonly (readonly string[])[],
	most = maxRows,
): string[] {
	if (rows.length === 0) return [];
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const shown = rows.map((cells) => line(cells.map(cell)));
	return [line(header), line(header.map(() => '---')), ...truncate(shown, most, 'rows')];
}

function cell(text: string): string {
	return bold.includes(text) ? text : escapeMarkdown(clip(text));
}

function clip(text: string): string {
	return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function truncate(lines: readonly string[], most: number, what: string): string[] {
	if (lines.length <= most) return [...lines];
	return [...lines.slice(0, most), '', `${lines.length - most} more ${what} are in report.html.`];
}

/** Escapes a string from a run: it must not create a table cell, a tag, a link or a mention. */
function escapeMarkdown(text: string): string {
	return oneLine(text)
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/[\\`*_[\]|~#!]/g, '\\$&')
		.replace(/@/g, '&#64;');
}

/** Puts a text on one line and removes terminal control characters, because a pipeline may print the summary. */
const oneLine = (text: string): string => toVisibleText(text.replace(/\s+/g, ' '));

function fenced(commands: readonly string[]): string[] {
	let longest = 2;
	for (const [run] of commands.join('\n').matchAll(/`+/g)) longest = Math.max(longest, run.length);
	const fence = '`'.repeat(longest + 1);
	const more = commands.length - maxCommands;
	return [
		`${fence}sh`,
		...commands.slice(0, maxCommands).map(oneLine),
		...(more > 0 ? [`# ${more} more commands are in report.html.`] : []),
		fence,
	];
}
