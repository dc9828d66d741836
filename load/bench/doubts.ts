/** What makes a measurement worth nothing, whatever its figures say. */
import type { Played } from './generator/job.ts';
import { middleHalf } from './statistics.ts';

/** Beyond this share of its core the generator may be what limits a row. */
const busyGenerator = 0.9;
/** Visits that begin later than this were not the load that was asked for. */
const lateMs = 5;

export function doubtsOf(name: string, rounds: readonly Played[]): string[] {
	const worst = (of: (played: Played) => number) => Math.max(0, ...rounds.map(of));
	const failed = rounds.reduce((sum, played) => sum + played.failed, 0);
	const busy = worst(({ generatorCpu }) => generatorCpu);
	const late = worst(({ startLagP99Ms }) => startLagP99Ms);
	return [
		...(failed > 0 ? [`${name}: ${failed} answers were not 200`] : []),
		...(busy > busyGenerator
			? [
					`${name}: the generator used ${Math.round(busy * 100)} % of its core, and may be what was measured`,
				]
			: []),
		...(late > lateMs
			? [`${name}: the generator began one visit in a hundred ${late.toFixed(1)} ms late or more`]
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
