/** Checks that an injected latency is never shorter than configured, and only slightly longer. */
import type { Measurement, Server } from './bench.ts';
import { bare, quantiles, sandbox, startServer, takeTurns } from './bench.ts';
import { atLeast, atMost } from './judge.ts';
import type { BenchSizes } from './options.ts';
import { requestFromChild, startProcess } from './processes.ts';
import { ksDistance, lognormalCdf, quantile } from './statistics.ts';

const fixedMs = 50;
/** The delay of pending requests: longer than the whole measurement, so that they stay pending. */
const pendingMs = 300_000;

/**
 * Measures a fixed injected latency. `pending` says how many other requests each server delays at the same time: Node
 * is slower with many connections.
 */
export const measureFixedLatency = (
	name: string,
	pending: (sizes: BenchSizes) => number,
): Measurement => ({
	names: [name],
	async measure(bench) {
		const { latencyRounds: rounds, latencyMs: ms } = bench.sizes;
		const latency = { default: { fixed: fixedMs }, hybridPayment: { fixed: pendingMs } };
		const reference = await startServer(bench, bare(fixedMs, pendingMs));
		const server = await startServer(bench, sandbox({ latency }));
		const count = pending(bench.sizes);
		// The reference server holds as many pending requests as the sandbox. Only the sandbox is judged.
		if (count > 0) await hold(reference, count);
		const countPending = count > 0 ? await hold(server, count) : undefined;
		const job = { work: 'payment-options', perSecond: 1_000, warmUpMs: 300, ms } as const;
		await takeTurns(bench, [reference, server], job, { rounds });
		const left = countPending ? [await countPending()] : [];
		const referenceMs = quantiles(reference, 0.99);
		const p50Beyond = quantiles(server, 0.5).map((ms) => ms - fixedMs);
		const p99Beyond = quantiles(server, 0.99).map((ms, round) => ms - (referenceMs[round] ?? NaN));
		return [
			[
				atLeast(fixedMs, 'ms', 'earliest response', [Math.min(...quantiles(server, 0))]),
				atMost(1.3, 'ms', 'p50 beyond the configured latency', p50Beyond),
				atMost(2, 'ms', `p99 beyond ${reference.name}`, p99Beyond),
				unansweredCheck(server),
				...left.map((value) => atLeast(count, '', 'requests still pending', [value])),
			],
		];
	},
});

/** Opens `count` requests that stay pending. Returns a function that counts those still pending. */
async function hold({ url }: Server, count: number) {
	const child = startProcess(['--import', 'tsx', 'load/bench/pending.ts', url, `${count}`]);
	await requestFromChild(child, 'count');
	return () => requestFromChild<number>(child, 'count');
}

export const unansweredCheck = ({ rounds }: Server) => {
	const counts = rounds.flat().map(({ started, completed }) => started - completed);
	return atMost(0, '', 'work without a response', [Math.max(...counts)]);
};

const law = { median: 80, sigma: 0.4 };
/** The rounding error of two figures in `Server-Timing`, which have a resolution of 0.01 ms. */
const roundingMs = 0.011;
const partDraws = 2_000;

export const measureLognormalLatency: Measurement = {
	names: ['lognormal-latency'],
	async measure(bench) {
		const { draws } = bench.sizes;
		const server = await startServer(bench, sandbox({ 'latency.default': { lognormal: law } }));
		const part = Math.min(draws, partDraws);
		const job = { work: 'payment-options', perSecond: 500, warmUpMs: 300, ms: part * 2 } as const;
		await takeTurns(bench, [server], job, { rounds: draws / part });
		const turns = server.rounds.flat();
		const took = turns.flatMap(({ tookMs }) => tookMs);
		const injected = turns.flatMap(({ injectedMs }) => injectedMs);
		const own = turns.flatMap(({ ownMs }) => ownMs);
		const rest = took.map((ms, index) => ms - (injected[index] ?? 0) - (own[index] ?? 0));
		const tooShort = rest.filter((ms) => !(ms >= -roundingMs)).length;
		const distance = (values: readonly number[]) =>
			ksDistance(values, (ms) => lognormalCdf(ms, law.median, law.sigma));
		// 0.02 is the limit for 10,000 draws. With fewer draws the distance grows with the square root of the ratio.
		const limit = 0.02 * Math.sqrt(10_000 / draws);
		return [
			[
				atMost(limit, '', 'KS distance of the injected time', [distance(injected)]),
				// The measured time includes the network, so its limit is 0.01 higher.
				atMost(limit + 0.01, '', 'KS distance of the response time', [distance(took)]),
				atMost(0, '', 'responses faster than injected and own time', [tooShort]),
				atMost(1, 'ms', 'p50 beyond injected and own time', [quantile(rest, 0.5)]),
				unansweredCheck(server),
			],
		];
	},
};
