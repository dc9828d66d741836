/** What a payment takes in memory, and what many of them cost a call: two sandboxes, one with few and one with many. */
import { controlPaths } from '../../../simulator/contract/routes.ts';
import type { Running } from '../contestants.ts';
import { startContestant, weighedSandbox } from '../contestants.ts';
import { doubtsOf, spreadDoubts } from '../doubts.ts';
import type { Round, Turn } from '../round.ts';
import { figuresOf, inTurn, overallFigure, playTurn, rateOf, roundsOf, warmUp } from '../round.ts';
import type { Context, Measurement, Outcome } from '../row.ts';
import { atMost } from '../row.ts';
import { single, spreadOf } from '../statistics.ts';
import type { Filling, Weighed } from './filling.ts';
import { fill, makePayments } from './filling.ts';

const heap = {
	id: 'heap',
	title: 'Heap per live payment, after its three calls',
	reference: 'the same sandbox with 40 % of the payments',
};
const resident = {
	id: 'resident',
	title: 'Resident memory at 1,000,000 live payments',
	reference: 'none: an absolute figure',
	isLong: true,
} as const;
const cost = {
	id: 'many-payments',
	title: 'Time of a flow with many live payments',
	reference: 'the same with 1,000',
};

const limits = {
	heap: atMost(1_500, 'bytes', 'of heap for a payment'),
	resident: atMost(2 * 1024 ** 3, 'bytes', 'of resident memory'),
	cost: atMost(1.15, 'x', 'of the time with 1,000'),
};

/** Nothing goes while it is measured. */
const roomy = { 'limits.maxPayments': 10_000_000 };

export const manyPayments: Measurement = {
	rows: [heap, resident, cost],
	async measure(context, wanted) {
		const core = context.cores?.server ?? null;
		const large = await startContestant(weighedSandbox(roomy, 'many payments'), core);
		try {
			const filling = await fill(context, large);
			const outcomes = new Map([
				[heap.id, heapOf(filling)],
				[resident.id, residentOf(filling)],
			]);
			if (wanted.includes(cost)) {
				const small = await startContestant(weighedSandbox(roomy, 'few payments'), core);
				try {
					outcomes.set(cost.id, costOf(await playRounds(context, small, large), filling));
				} finally {
					await small.stop();
				}
			}
			return outcomes;
		} finally {
			await large.stop();
		}
	},
};

function heapOf({ weighed, doubts }: Filling): Outcome {
	const [first, ...others] = weighed;
	const last = weighed.at(-1);
	if (!first || !last) throw new Error('nothing was weighed');
	const perPayment = (from: Weighed, to: Weighed) =>
		(to.memory.heapBytes - from.memory.heapBytes) / (to.payments - from.payments);
	const steps = others.map((to, index) => perPayment(weighed[index] ?? first, to));
	const { lowest, highest } = spreadOf(steps);
	return {
		checks: [{ limit: limits.heap, value: { median: perPayment(first, last), lowest, highest } }],
		doubts,
		figures: [
			{
				of: 'the sandbox with all of them',
				what: 'heap',
				value: last.memory.heapBytes,
				unit: 'bytes',
			},
			{
				of: 'the sandbox with all of them',
				what: 'resident',
				value: last.memory.residentBytes,
				unit: 'bytes',
			},
		],
		plots: [],
	};
}

function residentOf({ weighed, doubts }: Filling): Outcome {
	const bytes = weighed.at(-1)?.memory.residentBytes ?? Number.NaN;
	const checks = [{ limit: limits.resident, value: single(bytes) }];
	return { checks, doubts, figures: [], plots: [] };
}

interface Rounds {
	few: Round[];
	many: Round[];
}

async function playRounds(context: Context, small: Running, large: Running): Promise<Rounds> {
	const { rounds, turns } = context.sizes;
	const few: Turn[] = [];
	const many: Turn[] = [];
	const pair = [
		{ booked: few, one: small },
		{ booked: many, one: large },
	];
	// The large one, too: it was weighed, and V8 gives a heap it has just collected whole so little room that all that follows
	// is half as fast.
	for (const one of [large, small]) await warmUp(context, 'flow', one);
	context.progress('both are warm');
	for (let turn = 1; turn <= rounds * turns; turn += 1) {
		if ((turn - 1) % turns === 0) await refill(context, small);
		for (const { booked, one } of inTurn(turn, pair)) {
			booked.push(await playTurn(context, 'flow', one));
		}
		if (turn % turns === 0) context.progress(`round ${turn / turns} of ${rounds}`);
	}
	return { few: roundsOf(few, turns), many: roundsOf(many, turns) };
}

/** The few would become more with every turn: they begin anew with every round, and no collection is forced on them. */
async function refill({ sizes, generator }: Context, { url }: Running): Promise<void> {
	const answer = await fetch(url + controlPaths.reset, { method: 'POST' });
	if (!answer.ok) throw new Error(`the sandbox was not reset: ${answer.status}`);
	await makePayments(generator, url, sizes.payments.few, sizes.payments.limitMs);
}

function costOf({ few, many }: Rounds, filling: Filling): Outcome {
	const ratios = many.map((round, index) => rateOf(few[index]) / rateOf(round));
	return {
		checks: [{ limit: limits.cost, value: spreadOf(ratios) }],
		doubts: [
			...filling.doubts,
			...doubtsOf('few payments', few),
			...doubtsOf('many payments', many),
			...spreadDoubts(ratios),
		],
		figures: [
			...figuresOf('few payments', few, 'flow'),
			...figuresOf('many payments', many, 'flow'),
			overallFigure('many payments', few, many),
		],
		plots: [],
	};
}
