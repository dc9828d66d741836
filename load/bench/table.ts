/** The result for a person: a line for each target, and what has to be known to believe it. */
import { styleText } from 'node:util';
import { formatDuration } from '../../reports/figures.ts';
import type { RowResult, State } from './judge.ts';
import type { BenchResult } from './result.ts';
import type { Figure } from './row.ts';
import { formatLimit, formatSpread, formatValue } from './words.ts';

const headings = ['row', 'what', 'median', 'lowest to highest', 'target', ''];
const numeric = new Set([2, 3]);

export function table(result: BenchResult, colour: boolean): string {
	const { rows, cores, environment, durationMs, leftOut } = result;
	const bold = (text: string) => (colour ? styleText('bold', text) : text);
	const lines = rows.flatMap(linesOf);
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
	);
	const laidOut = (line: readonly string[]) =>
		line
			.map((cell, column) => {
				const width = widths[column] ?? 0;
				return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width);
			})
			.join('  ')
			.trimEnd();
	const where = cores
		? `servers on core ${cores.server}, generator on core ${cores.generator}`
		: 'servers and generator on any core: taskset is missing, or there is one core only';
	return [
		`payin-sandbox ${environment.version}, Node ${environment.node}, ${environment.cpu}`,
		`${where}; took ${formatDuration(durationMs)}`,
		'',
		bold(laidOut(headings)),
		...lines.map((line) => coloured(laidOut(line), line.at(-1) as State, colour)),
		...listed('Not to be trusted or not measured, because', reasonsOf(rows)),
		...listed(
			'For information: this machine at this moment; only what was taken side by side is comparable',
			rows.flatMap(({ id, figures }) => figureLines(id, figures)),
		),
		...(leftOut === '' ? [] : ['', leftOut]),
	].join('\n');
}

function linesOf({ id, state, checks }: RowResult): string[][] {
	if (checks.length === 0) return [[id, '', '', '', '', state]];
	return checks.map(({ limit, value, reached }) => [
		id,
		limit.what,
		formatValue(value.median, limit.unit),
		formatSpread(value, limit.unit),
		formatLimit(limit),
		state === 'not to be trusted' ? state : reached ? 'reached' : 'not reached',
	]);
}

/** A reason that holds for several rows is told once. */
function reasonsOf(rows: readonly RowResult[]): string[] {
	const reasons = new Set(rows.flatMap(({ doubts }) => doubts));
	return [...reasons].map((reason) => {
		const ids = rows.filter(({ doubts }) => doubts.includes(reason)).map(({ id }) => id);
		return `${ids.length === rows.length ? 'every row' : ids.join(', ')}: ${reason}`;
	});
}

const tones = {
	reached: 'green',
	'not reached': 'red',
	'not to be trusted': 'yellow',
	'not measured': 'yellow',
} as const satisfies Record<State, string>;

function coloured(line: string, state: State, colour: boolean): string {
	if (!colour) return line;
	const at = line.length - state.length;
	return line.slice(0, at) + styleText(tones[state], line.slice(at));
}

const listed = (heading: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : ['', `${heading}:`, ...lines.map((line) => `  ${line}`)];

/** One line for each of those that were measured. */
function figureLines(id: string, figures: readonly Figure[]): string[] {
	const names = [...new Set(figures.map(({ of }) => of))];
	return names.map((name) => {
		const own = figures.filter(({ of }) => of === name);
		const told = own.map(({ what, value, unit }) => `${what} ${formatValue(value, unit)}`);
		return `${id}, ${name}: ${told.join(', ')}`;
	});
}
