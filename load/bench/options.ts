/** The command line of the bench, and the sizes of its measurements. */
import { parseArgs } from 'node:util';
import { longRowNames, rows } from './rows.ts';

const normal = {
	/**
	 * The calls of the warm-up before the first turn. V8 optimises the sandbox over thousands of calls, and the journal
	 * evicts entries after 10,000. A fixed time is too short for a slow machine.
	 */
	warmUpCalls: 30_000,
	rounds: 48,
	/** The turns of each server in a round; an even number, for the order A B B A. */
	turns: 2,
	turnMs: 100,
	/** A turn of the sandbox that is watched: the metrics are read once in it. */
	watchedMs: 1_000,
	watchedRounds: 32,
	latencyRounds: 32,
	latencyMs: 900,
	draws: 10_000,
	/** The number of stored payments for the memory rows. The first 40 % fill the journal. */
	payments: 100_000,
	starts: 15,
	pending: 10_000,
	minuteMs: 60_000,
};
export type BenchSizes = typeof normal;

const fewRounds = { rounds: 8, turns: 2, watchedRounds: 4, latencyRounds: 2, starts: 2 };
const oneRound = { rounds: 1, turns: 2, watchedRounds: 1, latencyRounds: 1, starts: 1 };
const shortTimes = { warmUpCalls: 60, turnMs: 200, watchedMs: 200, latencyMs: 200, minuteMs: 100 };
const scales = {
	quick: { ...normal, ...fewRounds, warmUpCalls: 10_000, draws: 1_000, payments: 8_000 },
	long: { ...normal, payments: 1_000_000 },
	/** The sizes for `npm test`: every row runs, for too short a time to be judged. */
	tiny: { ...shortTimes, ...oneRound, draws: 40, payments: 200, pending: 20 },
} satisfies Record<string, BenchSizes>;

const rowNames = rows.map((name) => (longRowNames.includes(name) ? `${name} (--long)` : name));
export const benchUsage = `Usage: npm run bench -- [--quick | --long] [--rounds N] [--only ROW]… [--out DIR]
Rows: ${rowNames.join(', ')}`;

export type BenchOptions = ReturnType<typeof readOptions>;

/** Throws an error that describes the wrong option. */
export function readOptions(args: readonly string[]) {
	const flag = { type: 'boolean', default: false } as const;
	const text = { type: 'string' } as const;
	const only = { type: 'string', multiple: true, default: [] as string[] } as const;
	const options = { quick: flag, long: flag, tiny: flag, rounds: text, only, out: text };
	const { values } = parseArgs({ args: [...args], options });
	const [scale, second] = (['quick', 'long', 'tiny'] as const).filter((name) => values[name]);
	if (second) throw new Error(`--${scale} and --${second} exclude each other.`);
	const sizes = scale ? scales[scale] : normal;
	const rounds = Number(values.rounds ?? sizes.rounds);
	if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) {
		throw new Error(`--rounds "${values.rounds}" must be a whole number from 1 to 100.`);
	}
	const available = rows.filter(
		(name) => values.long || values.tiny || !longRowNames.includes(name),
	);
	for (const name of values.only) {
		if (!rows.includes(name)) throw new Error(`There is no row "${name}".`);
		if (!available.includes(name)) throw new Error(`The row "${name}" needs --long.`);
	}
	const isWanted = (name: string) => values.only.length === 0 || values.only.includes(name);
	return { names: available.filter(isWanted), out: values.out, sizes: { ...sizes, rounds } };
}
