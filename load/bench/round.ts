/** Contestants in turn, each under as many questions as it answers. */
import type { Running } from './contestants.ts';
import type { Played, Visit } from './generator/job.ts';
import type { Context, Figure } from './row.ts';
import { ascending, quantile, spreadOf } from './statistics.ts';

/** What one contestant did while it was its turn. */
export interface Turn extends Played {
	/** Processor time of the server, for its visits in all; NaN where the system does not tell. */
	cpuSeconds: number;
}

/**
 * What it did in some turns that follow each other. What else a machine does comes and goes within fractions of a second,
 * and in so many turns comes over everybody alike.
 */
export type Round = Turn;

export async function playTurn(
	{ sizes, generator }: Context,
	visit: Visit,
	{ url, cpuSeconds }: Running,
): Promise<Turn> {
	const { connections, warmUpMs, measureMs } = sizes;
	const before = cpuSeconds() ?? Number.NaN;
	const played = await generator.play({
		url,
		visit,
		pace: { connections },
		warmUpMs,
		until: { ms: measureMs },
	});
	return { ...played, cpuSeconds: (cpuSeconds() ?? Number.NaN) - before };
}

/** As many whole rounds as the turns make. */
export function roundsOf(turns: readonly Turn[], turnsOfRound: number): Round[] {
	const count = Math.floor(turns.length / turnsOfRound);
	return Array.from({ length: count }, (_, index) =>
		joined(turns.slice(index * turnsOfRound, (index + 1) * turnsOfRound)),
	);
}

export function joined(turns: readonly Turn[]): Round {
	const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0);
	const all = (of: (turn: Turn) => Float64Array) =>
		Float64Array.from(turns.flatMap((turn) => [...of(turn)]));
	const seconds = sum((turn) => turn.seconds);
	return {
		visits: sum(({ visits }) => visits),
		visitsInAll: sum(({ visitsInAll }) => visitsInAll),
		seconds,
		failed: sum(({ failed }) => failed),
		unanswered: sum(({ unanswered }) => unanswered),
		generatorCpu: sum((turn) => turn.generatorCpu * turn.seconds) / seconds,
		startLagP99Ms: Math.max(...turns.map(({ startLagP99Ms }) => startLagP99Ms)),
		cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
		seenMs: all(({ seenMs }) => seenMs),
		injectedMs: all(({ injectedMs }) => injectedMs),
		ownMs: all(({ ownMs }) => ownMs),
	};
}

/** Who comes first changes with every turn, so that in two of them a machine that slows down or wakes up favours nobody. */
export const inTurn = <T>(turn: number, all: readonly T[]): readonly T[] =>
	turn % 2 === 1 ? all : all.toReversed();

/** Counts for nobody. Under latency it takes more connections to make as many calls. */
export async function warmUp(
	{ sizes, generator }: Context,
	visit: Visit,
	{ url }: Running,
	connections = sizes.connections,
): Promise<void> {
	const { calls, limitMs } = sizes.warmUp;
	const visits = visit === 'flow' ? Math.ceil(calls / 3) : calls;
	const until = { visits, ms: limitMs };
	await generator.play({ url, visit, pace: { connections }, warmUpMs: 0, until });
}

export const rateOf = (round: Pick<Round, 'visits' | 'seconds'> | undefined) =>
	round ? round.visits / round.seconds : Number.NaN;

const cpuUsOf = ({ cpuSeconds, visitsInAll }: Round) => (cpuSeconds * 1e6) / visitsInAll;

/** What the median leaves out because it happens in few rounds, such as a whole collection, is in here. */
export const overallFigure = (
	of: string,
	own: readonly Round[],
	base: readonly Round[],
): Figure => {
	const value = rateOf(joined(own)) / rateOf(joined(base));
	return { of, what: 'all rounds together', value, unit: 'x' };
};

/** The times of all calls, in ascending order. */
export const seenIn = (rounds: readonly Played[]) =>
	ascending(rounds.flatMap(({ seenMs }) => [...seenMs]));

export function figuresOf(of: string, rounds: readonly Round[], visit: Visit): Figure[] {
	const seen = seenIn(rounds);
	const median = (what: (round: Round) => number) => spreadOf(rounds.map(what)).median;
	const [unit, each] =
		visit === 'flow' ? (['flows/s', 'a flow'] as const) : (['answers/s', 'a call'] as const);
	return [
		{ of, what: 'median of the rounds', value: median(rateOf), unit },
		{ of, what: 'p50 of a call', value: quantile(seen, 0.5), unit: 'ms' },
		{ of, what: 'p99 of a call', value: quantile(seen, 0.99), unit: 'ms' },
		// What a busy neighbour changes least.
		{ of, what: `processor time of ${each}`, value: median(cpuUsOf), unit: 'µs' },
	];
}
