/** Prints the results of the bench as a table for the terminal. */
import { styleText } from 'node:util';
import type { figuresOfServer } from './bench.ts';
import type { RowResult } from './judge.ts';

type Row = RowResult & { figures: readonly ReturnType<typeof figuresOfServer>[] };

function format(value: number, unit = ''): string {
	const precision = { maximumSignificantDigits: 3 };
	const digits = Math.abs(value) < 100 ? precision : { maximumFractionDigits: 0 };
	return `${value.toLocaleString('en-US', digits)} ${unit}`.trim();
}

/** Returns the lines of the table: one for each check, then the problems and the other figures. */
export function benchTable(rows: readonly Row[], isColoured: boolean): string[] {
	const headings = ['row', 'verdict', 'median', 'lowest to highest', 'target', 'what'];
	const lines = [headings, ...rows.flatMap(checksOf)];
	const widths = headings.map((_, column) => {
		return Math.max(...lines.map((line) => line[column]?.length ?? 0));
	});
	const colour = (verdict: string) => {
		return verdict === 'reached' ? 'green' : verdict === 'not reached' ? 'red' : 'yellow';
	};
	const printed = lines.map((line, index) => {
		const cells = line.map((cell, column) => {
			const padded = cell.padEnd(widths[column] ?? 0);
			return isColoured && index > 0 && column === 1 ? styleText(colour(cell), padded) : padded;
		});
		return cells.join('  ').trimEnd();
	});
	return [...printed, '', ...rows.flatMap(notesOf)];
}

function checksOf({ name, state, checks }: Row): string[][] {
	if (checks.length === 0) return [[name, state]];
	return checks.map(({ what, unit, side, limit, isReached, lowest, highest, median }) => {
		const verdict = isReached ? 'reached' : 'not reached';
		return [
			name,
			state === 'not to be trusted' ? state : verdict,
			format(median, unit),
			lowest < highest ? `${format(lowest)} to ${format(highest)}` : '',
			`${side} ${format(limit, unit)}`,
			what,
		];
	});
}

const notesOf = ({ name, state, problems, figures }: Row): string[] => [
	...problems.map((problem) => `${name} is ${state}: ${problem}`),
	...figures.map(({ contestant, perSecond, p50Ms, p99Ms, cpuUs }) => {
		const times = `p50 ${format(p50Ms)} ms, p99 ${format(p99Ms)} ms, CPU ${format(cpuUs)} µs each`;
		return `${name}, ${contestant}: ${format(perSecond)}/s, ${times}`;
	}),
];
