/** From what was measured to what is said of it. Pure. */
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { Limit, Outcome, Row } from './row.ts';
import type { Spread } from './statistics.ts';

/** `not to be trusted`: measured, but something was wrong with it; `not measured`: something stood in the way. */
export type State = 'reached' | 'not reached' | 'not to be trusted' | 'not measured';

export interface Check {
	limit: Limit;
	value: Spread;
	reached: boolean;
}

export interface RowResult extends Row, Pick<Outcome, 'doubts' | 'figures' | 'plots'> {
	state: State;
	checks: readonly Check[];
}

/** The median decides: a round that was disturbed does not. */
function isReached({ side, value }: Limit, { median }: Spread): boolean {
	return side === 'at least' ? median >= value : median <= value;
}

export function judgeRow(row: Row, outcome: Outcome | Error): RowResult {
	if (outcome instanceof Error) {
		const doubts = [outcome.message];
		return { ...row, state: 'not measured', checks: [], doubts, figures: [], plots: [] };
	}
	const checks = outcome.checks.map(({ limit, value }) => {
		return { limit, value, reached: isReached(limit, value) };
	});
	return { ...row, ...outcome, checks, state: stateOf(checks, outcome.doubts) };
}

function stateOf(checks: readonly Check[], doubts: readonly string[]): State {
	const isMeasured =
		checks.length > 0 && checks.every(({ value }) => Number.isFinite(value.median));
	if (doubts.length > 0 || !isMeasured) return 'not to be trusted';
	return checks.every(({ reached }) => reached) ? 'reached' : 'not reached';
}

export function exitCodeOf(rows: readonly RowResult[]): ExitCode {
	if (rows.some(({ state }) => state === 'not reached')) return exitCodes.failed;
	return rows.length > 0 && rows.every(({ state }) => state === 'reached')
		? exitCodes.passed
		: exitCodes.inconclusive;
}

/** How far from the target: 1 is met exactly, more is better; null where there is nothing to divide. */
export function marginOf({ side, value }: Limit, measured: number): number | null {
	const margin = side === 'at least' ? measured / value : value / measured;
	return Number.isFinite(margin) && margin >= 0 ? margin : null;
}
