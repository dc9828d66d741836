/** Minutes at one pace, with payments that expire and go: nothing may grow, nothing may become slower. */
import type { Memory } from '../contestants.ts';
import { startContestant, weighedSandbox } from '../contestants.ts';
import { doubtsOf } from '../doubts.ts';
import type { Played } from '../generator/job.ts';
import type { Context, Line, Measurement, Outcome } from '../row.ts';
import { atMost } from '../row.ts';
import { ascending, quantile, single, spreadOf } from '../statistics.ts';

const row = {
	id: 'soak',
	title: 'Soak: five minutes at 300 flows a second, payments expire and go',
	reference: 'its own first minute',
	isLong: true,
} as const;

const limits = {
	heap: atMost(1.02, 'x', 'heap after a forced collection, last to first'),
	resident: atMost(1.05, 'x', 'resident memory, last minute to first'),
	p99: atMost(1.2, 'x', 'p99 of the last minute to that of the first'),
	descriptors: atMost(1.02, 'x', 'open descriptors, last to first'),
	unanswered: atMost(0, 'count', 'flows without an end'),
};

/** Expires after ten seconds, and goes after some twenty at 300 flows a second. */
const settings = {
	'session.ttl': '10s',
	methods: { PSE: { window: '10s' } },
	'limits.maxPayments': 6_000,
};

const partsOfMinute = 6;

interface Part {
	played: Played;
	memory: Memory;
}

export const soak: Measurement = {
	rows: [row],
	async measure(context) {
		const running = await startContestant(weighedSandbox(settings), context.cores?.server ?? null);
		try {
			const parts: Part[] = [];
			const { warmUpParts, parts: counted } = context.sizes.soak;
			for (let part = 1; part <= warmUpParts + counted; part += 1) {
				const played = await playPart(context, running.url);
				const memory = await running.memory();
				if (part > warmUpParts) parts.push({ played, memory });
				context.progress(`part ${part} of ${warmUpParts + counted}`);
			}
			return new Map([[row.id, outcomeOf(parts, context.sizes.soak.partMs / 1000)]]);
		} finally {
			await running.stop();
		}
	},
};

function playPart({ sizes, generator }: Context, url: string): Promise<Played> {
	const { partMs, perSecond } = sizes.soak;
	return generator.play({
		url,
		visit: 'flow',
		pace: { perSecond },
		warmUpMs: 0,
		until: { ms: partMs },
	});
}

function outcomeOf(parts: readonly Part[], secondsOfPart: number): Outcome {
	const [first] = parts;
	const last = parts.at(-1);
	if (!first || !last) throw new Error('no part was played');
	const firstMinute = parts.slice(0, partsOfMinute);
	const lastMinute = parts.slice(-partsOfMinute);
	const growth = (of: (memory: Memory) => number) => single(of(last.memory) / of(first.memory));
	const p99 = (some: readonly Part[]) =>
		quantile(ascending(some.flatMap(({ played }) => [...played.seenMs])), 0.99);
	const line = (name: string, of: (part: Part) => number): Line => {
		return { name, points: parts.map((part, index) => [(index + 1) * secondsOfPart, of(part)]) };
	};
	const unanswered = parts.reduce((sum, { played }) => sum + played.unanswered, 0);
	return {
		checks: [
			{ limit: limits.heap, value: growth(({ heapBytes }) => heapBytes) },
			{ limit: limits.resident, value: single(residentIn(lastMinute) / residentIn(firstMinute)) },
			...(first.memory.descriptors === null
				? []
				: [{ limit: limits.descriptors, value: growth(({ descriptors }) => descriptors ?? 0) }]),
			{
				limit: limits.p99,
				value: single(p99(lastMinute) / p99(firstMinute)),
			},
			{ limit: limits.unanswered, value: single(unanswered) },
		],
		doubts: doubtsOf(
			'payin-sandbox',
			parts.map(({ played }) => played),
		),
		figures: [first, last].flatMap(({ memory }, index) => {
			const of = index === 0 ? 'first' : 'last';
			return [
				{ of, what: 'heap', value: memory.heapBytes, unit: 'bytes' as const },
				{ of, what: 'resident', value: memory.residentBytes, unit: 'bytes' as const },
				{
					of,
					what: 'descriptors',
					value: memory.descriptors ?? Number.NaN,
					unit: 'count' as const,
				},
			];
		}),
		plots: [
			{
				kind: 'over-time',
				title: 'Time of a call',
				words: 'Each point is a part of the run.',
				unit: 'ms',
				lines: [
					line('p50', (part) => ownQuantile(part, 0.5)),
					line('p99', (part) => ownQuantile(part, 0.99)),
				],
			},
			{
				kind: 'over-time',
				title: 'Memory',
				words: 'After a forced collection at the end of each part.',
				unit: 'bytes',
				lines: [
					line('heap', ({ memory }) => memory.heapBytes),
					line('resident', ({ memory }) => memory.residentBytes),
				],
			},
		],
	};
}

/** V8 holds a page of its young generation more or less from one moment to the next: of a minute, the median. */
const residentIn = (some: readonly Part[]) =>
	spreadOf(some.map(({ memory }) => memory.residentBytes)).median;

const ownQuantile = ({ played }: Part, share: number) => quantile(ascending(played.seenMs), share);
