/** The figures of a comparison in words, for the terminal and the page. */
import type { Compare, CompareRow, RunVerdict } from '../simulator/contract/compare-report.ts';
import { formatChange } from './compare-verdict.ts';
import { formatValue, missingFigure, pluralize } from './figures.ts';

export const compareVerdictWords: Record<Compare['verdict'], string> = {
	better: 'BETTER',
	same: 'SAME',
	worse: 'WORSE',
	'not-comparable': 'NOT COMPARABLE',
};

export const comparisonStateTexts: Record<CompareRow['state'], string> = {
	better: 'better',
	same: 'same',
	worse: 'worse',
	undecided: 'undecided',
	'not-comparable': 'too noisy',
	shown: 'shown only',
};

/** Writes an interval, such as `-3 % to +5 %`. */
function formatInterval({ between }: Pick<CompareRow, 'between'>): string {
	if (between === null) return missingFigure;
	const [low, high] = between.map(formatChange);
	return `${low} to ${high}`;
}

const columns = ['METRIC', 'BASE', 'CANDIDATE', 'CHANGE', '95 % INTERVAL', 'STATE'] as const;

export const compareRowCells = (row: CompareRow): string[] => [
	row.id,
	formatValue(row.base, row.unit),
	formatValue(row.candidate, row.unit),
	formatChange(row.ratio),
	formatInterval(row),
	comparisonStateTexts[row.state],
];

export interface RunLine extends RunVerdict {
	side: 'base' | 'candidate';
	folder: string;
}

/** The runs with their verdicts, pair by pair. */
export function runLinesOf({ runs, verdicts }: Pick<Compare, 'runs' | 'verdicts'>): RunLine[] {
	const linesOf = (side: RunLine['side']) =>
		runs[side].flatMap((folder, index) => {
			const verdict = verdicts[side][index];
			return verdict ? [{ side, folder, ...verdict }] : [];
		});
	const candidates = linesOf('candidate');
	return linesOf('base').flatMap((line, index) => [line, ...candidates.slice(index, index + 1)]);
}

/** Why a run is not GO, such as `two-payments: 3 orders had more than one payment.` */
export const runReasonText = ({ reason }: RunVerdict): string =>
	reason === null ? '' : `${reason.id}: ${reason.text}`;

/**
 * The summary of a comparison for the terminal: the table, the verdicts of the runs, then the verdict in the last line.
 */
export function compareSummary(compare: Compare): string {
	const { rows, verdict, why, pairs, key } = compare;
	const figures =
		rows.length > 0
			? ['', ...alignedLines([columns, ...rows.map(compareRowCells)], [0, columns.length - 1])]
			: [];
	const runs = runLinesOf(compare).map((line) => [
		...[line.side, line.folder, line.verdict, runReasonText(line)],
	]);
	const head = `${key}: ${pluralize(pairs, 'pair')}`;
	const verdicts = alignedLines([['RUN', 'FOLDER', 'VERDICT', 'REASON'], ...runs], [0, 1, 2, 3]);
	const last = `${compareVerdictWords[verdict]}  ${why}`;
	return `${[head, ...figures, '', ...verdicts, '', last].join('\n')}\n`;
}

/** The rows of a table as lines. Columns of text are aligned to the left, the others to the right. */
function alignedLines(
	table: readonly (readonly string[])[],
	textColumns: readonly number[],
): string[] {
	const widthOf = (index: number) => Math.max(...table.map((cells) => cells[index]?.length ?? 0));
	const widths = (table[0] ?? []).map((_, index) => widthOf(index));
	return table.map((cells) =>
		cells
			.map((cell, index) => {
				const width = widths[index] ?? 0;
				return textColumns.includes(index) ? cell.padEnd(width) : cell.padStart(width);
			})
			.join('  ')
			.trimEnd(),
	);
}
