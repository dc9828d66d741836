/** The figures of a comparison in words, for the terminal and the page. */
import type { Compare, CompareRow } from '../simulator/contract/compare-report.ts';
import { formatChange } from './compare.ts';
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

/** The summary of a comparison for the terminal: the table, then the verdict in the last line. */
export function compareSummary({ rows, verdict, why, pairs, key }: Compare): string {
	const table = [columns, ...rows.map(compareRowCells)];
	const widths = columns.map((_, index) =>
		Math.max(...table.map((cells) => cells[index]?.length ?? 0)),
	);
	const isText = (index: number) => index === 0 || index === columns.length - 1;
	const lines = table.map((cells) =>
		cells
			.map((cell, index) => {
				const width = widths[index] ?? 0;
				return isText(index) ? cell.padEnd(width) : cell.padStart(width);
			})
			.join('  ')
			.trimEnd(),
	);
	const head = `${key}: ${pluralize(pairs, 'pair')}`;
	const body = rows.length > 0 ? ['', ...lines, ''] : [];
	return `${[head, ...body, `${compareVerdictWords[verdict]}  ${why}`].join('\n')}\n`;
}
