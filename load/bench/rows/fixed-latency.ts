/** A delay that was asked for: never shorter, and hardly longer than the machine's timers make it, however many others wait. */
import type { Running } from '../contestants.ts';
import { bare, sandbox, startContestant } from '../contestants.ts';
import { gatherCrowd } from '../crowd.ts';
import { doubtsOf } from '../doubts.ts';
import type { Played } from '../generator/job.ts';
import { inTurn, seenIn, warmUp } from '../round.ts';
import type { Context, Figure, Measurement, Outcome, Row } from '../row.ts';
import { atLeast, atMost } from '../row.ts';
import { ascending, distributionOf, quantile, single, spreadOf } from '../statistics.ts';

const askedMs = 50;

const limits = {
	earliest: atLeast(askedMs, 'ms', 'earliest answer'),
	p50: atMost(1.3, 'ms', 'p50 beyond what was asked'),
	p99: atMost(2, 'ms', 'p99 beyond that of bare node:http'),
	unanswered: atMost(0, 'count', 'calls without an answer'),
};
const crowdLimit = (size: number) => atLeast(size, 'count', 'others waiting all the while');

const alone = {
	id: 'fixed-latency',
	title: 'Fixed latency of 50 ms at 1,000 calls a second',
	reference: 'bare node:http with the same timer',
};
const crowded = {
	id: 'pending-answers',
	title: 'The same while 10,000 other answers are held back',
	reference: 'bare node:http with the same timers, and as many waiting',
	isLong: true,
} as const;

const warmUpMs = 300;
const warmConnections = 256;

/** What the others ask for is held back for longer than all of it takes. */
const heldMs = 300_000;
const latency = {
	'latency.default': { fixed: askedMs },
	'latency.hybridPayment': { fixed: heldMs },
};

export const fixedLatency = measurementOf(alone, 0);
export const pendingAnswers = measurementOf(crowded, 10_000);

function measurementOf(row: Row, others: number): Measurement {
	return {
		rows: [row],
		async measure(context) {
			const { cores } = context;
			const core = cores?.server ?? null;
			const started: { stop(): Promise<void> }[] = [];
			const keep = <S extends (typeof started)[number]>(one: S): S => {
				started.push(one);
				return one;
			};
			try {
				const base = keep(await startContestant(bare(askedMs, heldMs), core));
				const own = keep(await startContestant(sandbox(latency), core));
				const gather = async ({ url }: Running) =>
					keep(await gatherCrowd({ url, size: others }, cores?.generator ?? null));
				// Node itself is slower with so many connections: both have them.
				await gather(base);
				const crowd = await gather(own);
				const turns = await takeTurns(context, own, base);
				const waiting = await crowd.waiting();
				return new Map([[row.id, outcomeOf(turns, { waiting, others })]]);
			} finally {
				await Promise.all(started.map((one) => one.stop()));
			}
		},
	};
}

interface Turns {
	own: Played[];
	base: Played[];
}

async function takeTurns(context: Context, own: Running, base: Running): Promise<Turns> {
	const { rounds, measureMs, perSecond } = context.sizes.fixed;
	const play = ({ url }: Running) => {
		const job = { url, visit: 'paymentOptions', pace: { perSecond }, warmUpMs } as const;
		return context.generator.play({ ...job, until: { ms: measureMs } });
	};
	for (const one of [base, own]) await warmUp(context, 'paymentOptions', one, warmConnections);
	context.progress('both are warm');
	const played: Turns = { own: [], base: [] };
	for (let turn = 1; turn <= rounds; turn += 1) {
		const pair = [
			{ booked: played.base, one: base },
			{ booked: played.own, one: own },
		];
		for (const { booked, one } of inTurn(turn, pair)) booked.push(await play(one));
		context.progress(`round ${turn} of ${rounds}`);
	}
	return played;
}

function outcomeOf({ own, base }: Turns, crowd: { waiting: number; others: number }): Outcome {
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
			...(crowd.others > 0
				? [{ limit: crowdLimit(crowd.others), value: single(crowd.waiting) }]
				: []),
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
