/** Measures the memory of a live payment, the cost of many live payments for a call, and memory growth over minutes. */
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Bench, Measurement, Server } from './bench.ts';
import {
	fullLoad,
	memoryOf,
	postJson,
	quantiles,
	rateRatios,
	sandbox,
	startServer,
	takeTurns,
} from './bench.ts';
import { atMost } from './judge.ts';
import { unansweredCheck } from './latency.ts';

async function createPayments({ generate }: Bench, { url }: Server, count: number): Promise<void> {
	const connections = Math.min(32, count);
	const { completed } = await generate({ url, work: 'flow', connections, count, ms: 600_000 });
	if (completed < count) throw new Error(`only ${completed} of ${count} payments were created`);
}

/** The memory rows share one filled sandbox, because filling it takes most of the time. */
export const memoryMeasurement: Measurement = {
	names: ['heap', 'resident', 'many-payments'],
	async measure(bench) {
		const { payments, turnMs } = bench.sizes;
		// The limit is high enough that no payment is evicted during the measurement.
		const settings = { 'limits.maxPayments': 10_000_000 };
		const large = await startServer(bench, sandbox(settings, 'many payments'));
		const small = await startServer(bench, sandbox(settings, '1,000 payments'));
		// After the first 40 % of the payments, the journal and the caches are full.
		const early = Math.round(payments * 0.4);
		await createPayments(bench, large, early);
		const first = await memoryOf(large);
		bench.progress('40 % of the payments created');
		await createPayments(bench, large, payments - early);
		const last = await memoryOf(large);
		bench.progress('all payments created');
		// Each turn creates payments, so the sandbox with few payments starts again in every round.
		const beforeRound = async () => {
			await postJson(small.url + controlPaths.reset);
			await createPayments(bench, small, 1_000);
		};
		const job = { ...fullLoad, work: 'flow', ms: turnMs } as const;
		await takeTurns(bench, [small, large], job, { ...bench.sizes, beforeRound });
		const bytes = (last.heapBytes - first.heapBytes) / (payments - early);
		return [
			[atMost(1_500, 'bytes', 'of heap for a payment', [bytes])],
			[atMost(2 * 1024 ** 3, 'bytes', 'of resident memory', [last.residentBytes])],
			[atMost(1.15, 'x', `the time with ${small.name}`, rateRatios(small, large))],
		];
	},
};

export const soakMeasurement: Measurement = {
	names: ['soak'],
	async measure(bench) {
		// At 300 flows/s a payment expires after 10 s and is evicted after 20 s.
		const expiry = { 'session.ttl': '10s', methods: { PSE: { window: '10s' } } };
		const server = await startServer(bench, sandbox({ ...expiry, 'limits.maxPayments': 6_000 }));
		const minutes: Awaited<ReturnType<typeof memoryOf>>[] = [];
		const beforeRound = async () => void minutes.push(await memoryOf(server));
		const job = { work: 'flow', perSecond: 300, ms: bench.sizes.minuteMs } as const;
		await takeTurns(bench, [server], job, { rounds: 6, beforeRound });
		await beforeRound();
		// The first minute is not comparable: the journal still fills, and no payment expires yet.
		const [, , first] = minutes;
		const last = minutes.at(-1);
		if (!first || !last) throw new Error('no minute was measured');
		const p99 = quantiles(server, 0.99);
		const growth = (limit: number, what: string, from = 0, to = 0) =>
			atMost(limit, 'x', `${what}, last minute to first`, [to / from]);
		return [
			[
				growth(1.02, 'heap after a forced collection', first.heapBytes, last.heapBytes),
				growth(1.05, 'resident memory', first.residentBytes, last.residentBytes),
				growth(1.02, 'open descriptors', first.descriptors, last.descriptors),
				growth(1.2, 'p99', p99[1], p99.at(-1)),
				unansweredCheck(server),
			],
		];
	},
};
