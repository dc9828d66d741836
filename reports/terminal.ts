/** Prints the results of a scenario run on a terminal. */
import { styleText } from 'node:util';
import type { ScenarioReport, ScenarioResult } from '../simulator/contract/run-report.ts';
import { toVisibleLines, toVisibleText } from '../simulator/contract/visible.ts';
import type { ShownStatus } from './failure.ts';
import {
	failureDetails,
	failureLines,
	isRepeatedFailure,
	reasonLineOf,
	repeatedFailureReason,
	shownStatusOf,
	statusWordsOf,
} from './failure.ts';
import { formatCount, formatDuration } from './figures.ts';
import { findingGroups } from './findings.ts';

const marks: Record<ShownStatus, string> = {
	passed: '✓',
	failed: '✗',
	flaky: '≈',
	interrupted: '!',
	skipped: '–',
};
const colours = {
	passed: 'green',
	failed: 'red',
	flaky: 'yellow',
	interrupted: 'yellow',
	skipped: 'gray',
} as const;

interface Terminal {
	isTerminal: boolean;
	env: Readonly<Record<string, string | undefined>>;
}

/** Returns a function that colours text on a terminal, unless the user turned colours off (no-color.org). */
export function createPaint({ isTerminal, env }: Terminal) {
	const hasColour = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
	return (status: ShownStatus, text: string) =>
		hasColour ? styleText(colours[status], text, { validateStream: false }) : text;
}

type Paint = ReturnType<typeof createPaint>;

function progressLine(result: ScenarioResult, paint: Paint): string {
	const { name, durationMs, skipReason } = result;
	const status = shownStatusOf(result);
	return `${paint(status, marks[status])} ${name}  ${toVisibleText(skipReason ?? formatDuration(durationMs))}\n`;
}

/** Prints a line for each story, in the order of the list: a line waits until all stories before it have ended. */
export function createProgress(
	names: readonly string[],
	write: (text: string) => void,
	paint: Paint,
): (result: ScenarioResult) => void {
	const waiting = new Map<string, string>();
	let next = 0;
	return (result) => {
		waiting.set(result.name, progressLine(result, paint));
		for (;;) {
			const name = names[next] ?? '';
			const line = waiting.get(name);
			if (line === undefined) return;
			waiting.delete(name);
			next += 1;
			write(line);
		}
	};
}

/** The summary of a scenario run: the table, what needs attention, how often each cost occurred, and the verdict. */
export function scenarioSummary(report: ScenarioReport, paint: Paint): string {
	const { scenarios, verdict, error, durationMs, seed } = report;
	const words = statusWordsOf(report);
	const nameWidth = widest(['SCENARIO', ...scenarios.map(({ name }) => name)]);
	const wordWidth = widest(['STATUS', ...scenarios.map((result) => words[shownStatusOf(result)])]);
	const row = (name: string, status: string, duration: string) =>
		`${name.padEnd(nameWidth)}  ${status}  ${duration.padStart(9)}`.trimEnd();
	const rows = scenarios.map((result) => {
		const { name, durationMs: took } = result;
		const status = shownStatusOf(result);
		const word = paint(status, words[status].padEnd(wordWidth));
		return row(name, word, status === 'skipped' ? '–' : formatDuration(took));
	});
	const header = row('SCENARIO', 'STATUS'.padEnd(wordWidth), 'DURATION');
	const explained = new Set<string>();
	const needAttention = (['flaky', 'failed'] as const).flatMap((status) =>
		scenarios.filter((result) => result.status === status),
	);
	const attention = needAttention
		.filter((result) => !isRepeatedFailure(result))
		.flatMap((result) => attentionLines(result, words[result.status], seed, explained, paint));
	const repeated = needAttention
		.filter(isRepeatedFailure)
		.map((result) => repeatedLine(result, paint));
	if (repeated.length > 0) attention.push('', ...repeated);
	attention.push(...refusalLines(scenarios));
	const colour = verdict === 'PASSED' ? 'passed' : 'failed';
	const last = `${paint(colour, verdict)}  ${countsOf(report)} in ${formatDuration(durationMs)}, seed ${seed}`;
	const table = rows.length > 0 ? ['', header, ...rows] : [];
	return `${[...table, ...attention, ...costLines(scenarios), ...findingLines(report), '', last, ...(error ? [toVisibleLines(error)] : [])].join('\n')}\n`;
}

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** The details of a failure that are printed only once if they are the same in several stories. */
const printedOnce: readonly string[] = ['cost', 'advice'];

/** Leaves out a cost and an advice that `explained` has, and adds those of this story to it. */
function attentionLines(
	result: ScenarioResult,
	word: string,
	seed: number,
	explained: Set<string>,
	paint: Paint,
): string[] {
	const { status, name, title, failure } = result;
	const prefix = status === 'flaky' ? 'warning: ' : '';
	// Leave out the difference, which the message contains.
	const details = failureDetails(result, seed).filter(
		([detail, text]) =>
			detail !== 'expected' &&
			detail !== 'actual' &&
			!(printedOnce.includes(detail) && explained.has(text)),
	);
	for (const [detail, text] of details) if (printedOnce.includes(detail)) explained.add(text);
	return [
		'',
		paint(status, `${marks[status]} ${prefix}${name} ${status === 'flaky' ? 'is flaky' : word}`),
		`  ${paint('skipped', toVisibleText(title))}`,
		...(failure ? failureLines(failure) : []).map((line) => `  ${toVisibleText(line, '\t')}`),
		...details.map(([detail, text]) => `  ${`${detail}:`.padEnd(8)} ${toVisibleLines(text)}`),
	];
}

/** The line of a story that failed for a reason that another story has explained. */
function repeatedLine({ status, name, failure }: ScenarioResult, paint: Paint): string {
	const reason = failure ? repeatedFailureReason(failure) : '';
	return `${paint(status, `${marks[status]} ${name}`)}: ${toVisibleText(reason)}`;
}

/** The number of failed stories for each refusal that failed several. */
function refusalLines(scenarios: readonly ScenarioResult[]): string[] {
	const counts = new Map<string, number>();
	for (const { status, failure } of scenarios) {
		if (status !== 'failed' || !failure?.refusal) continue;
		counts.set(failure.refusal, (counts.get(failure.refusal) ?? 0) + 1);
	}
	return [...counts]
		.filter(([, count]) => count > 1)
		.flatMap(([refusal, count]) => [
			'',
			`${count} stories fail for this refusal: ${toVisibleText(refusal)}`,
		]);
}

const minFailures = 4;
const maxCosts = 5;

/** The number of failed stories for each cost, the most frequent first. Empty unless several of at least four have one. */
function costLines(scenarios: readonly ScenarioResult[]): string[] {
	const failed = scenarios.filter(({ status }) => status === 'failed');
	const counts = new Map<string, number>();
	for (const { cost } of failed) if (cost) counts.set(cost, (counts.get(cost) ?? 0) + 1);
	const rows = [...counts].toSorted(([, one], [, other]) => other - one);
	if (failed.length < minFailures || (rows[0]?.[1] ?? 0) < 2) return [];
	return [
		'',
		'Failed stories by cost:',
		...rows
			.slice(0, maxCosts)
			.map(([cost, count]) => `${String(count).padStart(4)}  ${toVisibleLines(cost)}`),
	];
}

/** The kinds of findings in the calls of the stories, without notes. A story may pass with findings. */
function findingLines(report: ScenarioReport): string[] {
	const groups = findingGroups(report).filter(({ severity }) => severity !== 'note');
	if (groups.length === 0) return [];
	const rows = groups.map(
		({ code, severity, count }) => `${formatCount(count).padStart(4)}  ${severity}: ${code}`,
	);
	return ['', 'Findings, which the report explains:', ...rows];
}

function countsOf(report: ScenarioReport): string {
	const words = statusWordsOf(report);
	const counts = (['passed', 'failed', 'flaky', 'interrupted', 'skipped'] as const)
		.map((status) => ({
			status,
			count: report.scenarios.filter((one) => shownStatusOf(one) === status).length,
		}))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => `${count} ${words[status]}`);
	return counts.join(', ') || 'nothing ran';
}

/**
 * Workflow commands of GitHub Actions: an error for each failed story, and a warning for each flaky one, which is an error
 * with `--fail-on-flaky`.
 */
export function githubAnnotations(report: ScenarioReport): string {
	const lines = report.scenarios
		.filter(({ status }) => status === 'failed' || status === 'flaky')
		.map((result) => {
			const isError = result.status === 'failed' || report.failOnFlaky;
			const level = isError ? 'error' : 'warning';
			const title = `${result.name} (${statusWordsOf(report)[result.status]})`;
			const details = failureDetails(result, report.seed)
				.filter(([detail]) => detail === 'cost' || detail === 'advice' || detail === 'rerun')
				.map(([detail, text]) => `${detail}: ${text}`);
			return annotation(level, title, [reasonLineOf(result), ...details].join('\n'));
		});
	if (report.error) lines.push(annotation('error', 'payin-sandbox scenarios', report.error));
	return lines.join('');
}

function annotation(level: 'error' | 'warning', title: string, text: string): string {
	const escaped = (value: string, characters: RegExp) =>
		toVisibleLines(value).replace(
			characters,
			(character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
		);
	return `::${level} title=${escaped(title, /[%\r\n:,]/g)}::${escaped(text, /[%\r\n]/g)}\n`;
}
