/** Contestants in turn, each under as many questions as it answers. */
import type { Running } from './contestants.ts';
import type { Played, Visit } from './generator/job.ts';
import type { Context, Figure } from './row.ts';
import { ascending, quantile, spreadOf } from './statistics.ts';

export interface Round extends Played {
	/** Processor time of the server for a visit: what a busy neighbour hardly changes. NaN where the system does not tell. */
	cpuUs: number;
}

/** One turn of one contestant. */
export async function playTurn(
	{ sizes, generator }: Context,
	visit: Visit,
	{ url, cpuSeconds }: Running,
): Promise<Round> {
	const { connections, warmUpMs, measureMs } = sizes;
	const before = cpuSeconds() ?? Number.NaN;
	const played = await generator.play({
		url,
		visit,
		pace: { connections },
		warmUpMs,
		until: { ms: measureMs },
	});
	const used = (cpuSeconds() ?? Number.NaN) - before;
	return { ...played, cpuUs: (used * 1e6) / played.visitsInAll };
}

/**
 * A round is what a contestant did in some turns that follow each other: what else a machine does comes and goes within
 * fractions of a second, and in so many turns comes over everybody alike.
 */
export function roundsOf(turns: readonly Round[], turnsOfRound: number): Round[] {
	const count = Math.floor(turns.length / turnsOfRound);
	return Array.from({ length: count }, (_, index) =>
		joined(turns.slice(index * turnsOfRound, (index + 1) * turnsOfRound)),
	);
}

function joined(turns: readonly Round[]): Round {
	const sum = (of: (turn: Round) => number) => turns.reduce((total, turn) => total + of(turn), 0);
	const all = (of: (turn: Round) => Float64Array) =>
		Float64Array.from(turns.flatMap((turn) => [...of(turn)]));
	const seconds = sum((turn) => turn.seconds);
	const visitsInAll = sum((turn) => turn.visitsInAll);
	return {
		visits: sum(({ visits }) => visits),
		visitsInAll,
		seconds,
		failed: sum(({ failed }) => failed),
		unanswered: sum(({ unanswered }) => unanswered),
		generatorCpu: sum((turn) => turn.generatorCpu * turn.seconds) / seconds,
		startLagP99Ms: Math.max(...turns.map(({ startLagP99Ms }) => startLagP99Ms)),
		cpuUs: sum((turn) => turn.cpuUs * turn.visitsInAll) / visitsInAll,
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
		{ of, what: `processor time of ${each}`, value: median(({ cpuUs }) => cpuUs), unit: 'µs' },
	];
}
