/** Judges the measurements of the bench against their limits. Pure. */
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { GeneratorResult } from './generator.ts';
import { median, medianError } from './statistics.ts';

export interface BenchCheck {
	side: 'at least' | 'at most';
	limit: number;
	unit: string;
	what: string;
	/** The measured values, one for each round. Their median is judged. */
	values: readonly number[];
}

type Limit = [limit: number, unit: string, what: string, values: readonly number[]];
const check =
	(side: BenchCheck['side']) =>
	(...[limit, unit, what, values]: Limit): BenchCheck => ({ side, limit, unit, what, values });
export const atLeast = check('at least');
export const atMost = check('at most');

export type CheckState = 'reached' | 'not reached' | 'not to be trusted' | 'not measured';
export type RowResult = ReturnType<typeof judgeRow>;

/** Judges a row by its checks. `problems` are reasons not to trust the figures. */
export function judgeRow(
	name: string,
	measured: readonly BenchCheck[] | Error,
	problems: readonly string[],
) {
	if (measured instanceof Error) {
		return { name, state: 'not measured' as CheckState, checks: [], problems: [measured.message] };
	}
	const checks = measured.map(({ values, ...check }) => {
		const value = median(values);
		const isReached = check.side === 'at least' ? value >= check.limit : value <= check.limit;
		const range = { lowest: Math.min(...values), highest: Math.max(...values) };
		return { ...check, median: value, ...range, isReached };
	});
	const all = [...problems, ...measured.flatMap(noiseProblems)];
	const isMeasured = checks.length > 0 && checks.every((one) => Number.isFinite(one.median));
	const reached: CheckState = checks.every((one) => one.isReached) ? 'reached' : 'not reached';
	const state = isMeasured && all.length === 0 ? reached : 'not to be trusted';
	return { name, state, checks, problems: all };
}

/** The largest standard error of a median that is still judged. */
const largestError = 0.07;

/** Reports a machine that is too noisy for the number of rounds. Only checks whose value is a ratio can show one. */
function noiseProblems({ unit, values }: BenchCheck): string[] {
	const error = medianError(values);
	if (unit !== 'x' || !(error > largestError)) return [];
	return [`too noisy for so few rounds: the median may be ${Math.round(error * 100)} % off`];
}

/** Reasons not to trust the generator: a single disturbed turn is accepted, a single wrong response is not. */
export function generatorProblems(name: string, turns: readonly GeneratorResult[]): string[] {
	const failed = turns.reduce((sum, turn) => sum + turn.failed, 0);
	const cpu = median(turns.map(({ cpuShare }) => cpuShare));
	return [
		...(failed > 0 ? [`${name}: ${failed} responses were not 200`] : []),
		...(cpu > 0.9 ? [`${name}: the generator used ${Math.round(cpu * 100)} % of its core`] : []),
	];
}

export function exitCodeOfRows(rows: readonly RowResult[]): ExitCode {
	if (rows.some(({ state }) => state === 'not reached')) return exitCodes.failed;
	const isPassed = rows.every(({ state }) => state === 'reached');
	return isPassed ? exitCodes.passed : exitCodes.inconclusive;
}
