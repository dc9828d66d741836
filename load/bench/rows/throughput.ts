/** As fast as it goes: each contender in turn with the reference, so that a noisy machine is noisy for both. */
import type { Contestant, Running } from '../contestants.ts';
import { startContestant } from '../contestants.ts';
import { doubtsOf, spreadDoubts } from '../doubts.ts';
import type { Visit } from '../generator/job.ts';
import type { Round, Turn } from '../round.ts';
import {
	figuresOf,
	inTurn,
	overallFigure,
	playTurn,
	rateOf,
	roundsOf,
	seenIn,
	warmUp,
} from '../round.ts';
import type { Context, Limit, Measurement, Outcome, Row } from '../row.ts';
import { distributionOf, spreadOf } from '../statistics.ts';

interface Contender {
	row: Row;
	limit: Limit;
	contestant: Contestant;
}

interface Comparison {
	visit: Visit;
	reference: Contestant;
	contenders: readonly Contender[];
	/** Nothing is asked of them. */
	bystanders: readonly Contestant[];
}

export function throughput(comparison: Comparison): Measurement {
	const { visit, reference, contenders, bystanders } = comparison;
	return {
		rows: contenders.map(({ row }) => row),
		async measure(context, wanted) {
			const taken = contenders.filter(({ row }) => wanted.includes(row));
			const others = context.sizes.bystanders ? bystanders : [];
			const all = [reference, ...taken.map(({ contestant }) => contestant), ...others];
			const rounds = await takeTurns(context, visit, all);
			const base = rounds.get(reference);
			const outcome = ({ limit, contestant }: Contender): Outcome | Error => {
				const own = rounds.get(contestant);
				if (!own || own instanceof Error) return own ?? new Error('it was not started');
				if (!base || base instanceof Error) return base ?? new Error('there is no reference');
				return compare({ limit, contestant, own, base, visit, reference, others, rounds });
			};
			return new Map(taken.map((contender) => [contender.row.id, outcome(contender)]));
		},
	};
}

type Rounds = ReadonlyMap<Contestant, Round[] | Error>;

/** A contestant that fails is out of the race; the others go on. */
async function takeTurns(
	context: Context,
	visit: Visit,
	contestants: readonly Contestant[],
): Promise<Rounds> {
	const { cores, progress } = context;
	const { rounds, turns } = context.sizes;
	const results = new Map<Contestant, Turn[] | Error>();
	const running = new Map<Contestant, Running>();
	const attempt = async <V>(contestant: Contestant, act: () => Promise<V>) => {
		if (results.get(contestant) instanceof Error) return null;
		try {
			return await act();
		} catch (error) {
			results.set(contestant, error instanceof Error ? error : new Error(String(error)));
			return null;
		}
	};
	try {
		const started = await Promise.all(
			contestants.map((contestant) => {
				results.set(contestant, []);
				return attempt(contestant, () => startContestant(contestant, cores?.server ?? null));
			}),
		);
		for (const [index, contestant] of contestants.entries()) {
			const one = started[index];
			if (one) running.set(contestant, one);
		}
		for (const [contestant, one] of running) {
			await attempt(contestant, () => warmUp(context, visit, one));
		}
		progress('every server is up and warm');
		for (let turn = 1; turn <= rounds * turns; turn += 1) {
			for (const [contestant, one] of inTurn(turn, [...running])) {
				const played = await attempt(contestant, () => playTurn(context, visit, one));
				const booked = results.get(contestant);
				if (played && Array.isArray(booked)) booked.push(played);
			}
			if (turn % turns === 0) progress(`round ${turn / turns} of ${rounds}`);
		}
		const inRounds = (booked: Turn[] | Error) =>
			booked instanceof Error ? booked : roundsOf(booked, turns);
		return new Map([...results].map(([contestant, booked]) => [contestant, inRounds(booked)]));
	} finally {
		await Promise.all([...running.values()].map((one) => one.stop()));
	}
}

interface Compared {
	limit: Limit;
	contestant: Contestant;
	own: readonly Round[];
	base: readonly Round[];
	visit: Visit;
	reference: Contestant;
	others: readonly Contestant[];
	rounds: Rounds;
}

function compare(compared: Compared): Outcome {
	const { limit, contestant, own, base, visit, reference, others, rounds } = compared;
	const beside = others.flatMap((other) => {
		const played = rounds.get(other);
		return Array.isArray(played) ? [{ name: other.name, played }] : [];
	});
	const shown = [
		{ name: reference.name, played: base },
		{ name: contestant.name, played: own },
		...beside,
	];
	const ratios = ratiosOf(own, base);
	const what = visit === 'flow' ? 'flows' : 'answers';
	return {
		checks: [{ limit, value: spreadOf(ratios) }],
		doubts: [
			...doubtsOf(reference.name, base),
			...doubtsOf(contestant.name, own),
			...spreadDoubts(ratios),
		],
		figures: [
			...shown.flatMap(({ name, played }) => figuresOf(name, played, visit)),
			overallFigure(contestant.name, own, base),
		],
		plots: [
			{
				kind: 'bars',
				title: `${what[0]?.toUpperCase()}${what.slice(1)} per second, as a share of ${reference.name}`,
				words:
					'The bar is the median of the rounds, the line from the lowest to the highest of them; the mark is the target.',
				bars: shown.map(({ name, played }) => ({
					name,
					value: spreadOf(ratiosOf(played, base)),
					limit: played === own ? limit.value : null,
				})),
			},
			{
				kind: 'distribution',
				title: 'Time of a call under full load, in milliseconds',
				words:
					'The share of calls that were answered within a time. All servers were kept as busy as they can be: a faster one answers sooner.',
				lines: shown.map(({ name, played }) => ({
					name,
					points: distributionOf(seenIn(played)).slice(0, -3),
				})),
			},
		],
	};
}

/** Only rounds that lie side by side are comparable: a machine is not equally fast from minute to minute. */
function ratiosOf(own: readonly Round[], base: readonly Round[]): number[] {
	return own.map((round, index) => rateOf(round) / rateOf(base[index]));
}
