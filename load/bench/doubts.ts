/** What makes a measurement worth nothing, whatever its figures say. */
import type { Played } from './generator/job.ts';
import { middleHalf, spreadOf } from './statistics.ts';

/** Beyond this share of its core the generator may be what limits a row. */
const busyGenerator = 0.9;
/** Visits that begin later than this were not the load that was asked for. */
const lateMs = 5;

export function doubtsOf(name: string, rounds: readonly Played[]): string[] {
	// As the rows are judged: a round that was disturbed does not decide.
	const usual = (of: (played: Played) => number) => spreadOf(rounds.map(of)).median;
	const failed = rounds.reduce((sum, played) => sum + played.failed, 0);
	const busy = usual(({ generatorCpu }) => generatorCpu);
	const late = usual(({ startLagP99Ms }) => startLagP99Ms);
	return [
		...(failed > 0 ? [`${name}: ${failed} answers were not 200`] : []),
		...(busy > busyGenerator
			? [
					`${name}: the generator used ${Math.round(busy * 100)} % of its core in half of the rounds, and may be what was measured`,
				]
			: []),
		...(late > lateMs
			? [
					`${name}: the generator began one visit in a hundred ${late.toFixed(1)} ms late or more in half of the rounds`,
				]
			: []),
	];
}

/** The end of the middle half over its beginning: beyond it the rounds say more of the machine than of the contestants. */
const widestHalf = 1.4;

export function spreadDoubts(rounds: readonly number[]): string[] {
	const { from, to } = middleHalf(rounds);
	if (!(to / from > widestHalf)) return [];
	const range = `the middle half from ${from.toFixed(2)} to ${to.toFixed(2)}`;
	return [`the rounds lie too far apart (${range}): something else kept the machine busy`];
}
