/** A delay that was asked for: never shorter, and hardly longer than the machine's timers make it. */
import { bare, sandbox, startContestant } from '../contestants.ts';
import { doubtsOf } from '../doubts.ts';
import type { Played } from '../generator/job.ts';
import { seenIn, warmUp } from '../round.ts';
import type { Context, Figure, Measurement, Outcome } from '../row.ts';
import { atLeast, atMost } from '../row.ts';
import { ascending, distributionOf, quantile, spreadOf } from '../statistics.ts';

const askedMs = 50;

const limits = {
	earliest: atLeast(askedMs, 'ms', 'earliest answer'),
	p50: atMost(1.3, 'ms', 'p50 beyond what was asked'),
	p99: atMost(2, 'ms', 'p99 beyond that of bare node:http'),
	unanswered: atMost(0, 'count', 'calls without an answer'),
};

const row = {
	id: 'fixed-latency',
	title: 'Fixed latency of 50 ms at 1,000 calls a second',
	reference: 'bare node:http with the same timer',
};

const warmUpMs = 300;
const warmConnections = 256;

export const fixedLatency: Measurement = {
	rows: [row],
	async measure(context) {
		const own: Played[] = [];
		const base: Played[] = [];
		const contestants = [
			{ contestant: bare(askedMs), rounds: base },
			{ contestant: sandbox({ 'latency.default': { fixed: askedMs } }), rounds: own },
		];
		await takeTurns(context, contestants);
		return new Map([[row.id, outcomeOf(own, base)]]);
	},
};

async function takeTurns(
	context: Context,
	contestants: readonly { contestant: ReturnType<typeof bare>; rounds: Played[] }[],
): Promise<void> {
	const { sizes, cores, generator, progress } = context;
	const { rounds: turns, measureMs, perSecond } = sizes.fixed;
	const running = await Promise.all(
		contestants.map(({ contestant }) => startContestant(contestant, cores?.server ?? null)),
	);
	try {
		for (const one of running) await warmUp(context, 'paymentOptions', one, warmConnections);
		progress('both are warm');
		for (let turn = 1; turn <= turns; turn += 1) {
			for (const [index, { url }] of running.entries()) {
				const job = { url, visit: 'paymentOptions', pace: { perSecond }, warmUpMs } as const;
				const played = await generator.play({ ...job, until: { ms: measureMs } });
				contestants[index]?.rounds.push(played);
			}
			progress(`round ${turn} of ${turns}`);
		}
	} finally {
		await Promise.all(running.map((one) => one.stop()));
	}
}

function outcomeOf(own: readonly Played[], base: readonly Played[]): Outcome {
	const rounds = own.map((played, index) => {
		const sorted = ascending(played.seenMs);
		const reference = ascending(base[index]?.seenMs ?? []);
		return {
			earliest: quantile(sorted, 0),
			p50: quantile(sorted, 0.5) - askedMs,
			p99: quantile(sorted, 0.99) - quantile(reference, 0.99),
			unanswered: played.unanswered,
		};
	});
	const check = (name: keyof typeof limits) => {
		return { limit: limits[name], value: spreadOf(rounds.map((round) => round[name])) };
	};
	const { lowest } = check('earliest').value;
	const shown = [
		{ name: 'bare node:http', all: seenIn(base) },
		{ name: 'payin-sandbox', all: seenIn(own) },
	];
	return {
		checks: [
			// Once too early is too early: the earliest of all rounds.
			{ limit: limits.earliest, value: spreadOf([lowest]) },
			check('p50'),
			check('p99'),
			check('unanswered'),
		],
		doubts: [...doubtsOf('bare node:http', base), ...doubtsOf('payin-sandbox', own)],
		figures: shown.flatMap(({ name, all: sorted }) => figuresOf(name, sorted)),
		plots: [
			{
				kind: 'distribution',
				title: 'Time of a call whose latency is 50 ms, in milliseconds',
				words: 'The share of calls that were answered within a time, up to 99 %.',
				lines: shown.map(({ name, all: sorted }) => ({
					name,
					points: distributionOf(sorted).slice(0, -3),
				})),
			},
		],
	};
}

function figuresOf(of: string, sorted: Float64Array): Figure[] {
	return [
		{ of, what: 'p50', value: quantile(sorted, 0.5), unit: 'ms' },
		{ of, what: 'p95', value: quantile(sorted, 0.95), unit: 'ms' },
		{ of, what: 'p99', value: quantile(sorted, 0.99), unit: 'ms' },
		{ of, what: 'longest', value: quantile(sorted, 1), unit: 'ms' },
	];
}
