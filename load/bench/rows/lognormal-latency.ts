/** A law that was asked for: what is waited follows it, and what is seen is that and hardly more. */
import { sandbox, startContestant } from '../contestants.ts';
import { doubtsOf } from '../doubts.ts';
import type { Played } from '../generator/job.ts';
import { distanceTo, limitFor, shareUpTo } from '../lognormal.ts';
import { warmUp } from '../round.ts';
import type { Measurement, Outcome } from '../row.ts';
import { atMost } from '../row.ts';
import { ascending, distributionOf, quantile, single } from '../statistics.ts';

const law = { medianMs: 80, sigma: 0.4 };
const asked = (ms: number) => shareUpTo(ms, law);

const row = {
	id: 'lognormal-latency',
	title: 'Lognormal latency, median 80 ms and σ 0.4, 500 calls a second',
	reference: 'the law itself',
};

const warmUpMs = 300;
const warmConnections = 256;

export const lognormalLatency: Measurement = {
	rows: [row],
	async measure(context) {
		const { sizes, cores, generator, progress } = context;
		const { draws, parts, perSecond } = sizes.lognormal;
		const { medianMs: median, sigma } = law;
		const latency = { 'latency.default': { lognormal: { median, sigma } } };
		const running = await startContestant(sandbox(latency), cores?.server ?? null);
		const visits = draws / parts;
		const played: Played[] = [];
		try {
			await warmUp(context, 'paymentOptions', running, warmConnections);
			for (let part = 1; part <= parts; part += 1) {
				const { url } = running;
				const job = { url, visit: 'paymentOptions', pace: { perSecond }, warmUpMs } as const;
				played.push(
					await generator.play({ ...job, until: { visits, ms: 2 * (visits / perSecond) * 1000 } }),
				);
				progress(`${(visits * part).toLocaleString('en')} of ${draws.toLocaleString('en')} draws`);
			}
		} finally {
			await running.stop();
		}
		return new Map([[row.id, outcomeOf(played)]]);
	},
};

/** Two figures of `Server-Timing`, each rounded to a hundredth of a millisecond. */
const roundingMs = 0.011;

function outcomeOf(parts: readonly Played[]): Outcome {
	const together = (of: (played: Played) => Float64Array) => parts.flatMap((part) => [...of(part)]);
	const seenMs = together((part) => part.seenMs);
	const injectedMs = together((part) => part.injectedMs);
	const ownMs = together((part) => part.ownMs);
	const beyond = seenMs.map((ms, index) => ms - (injectedMs[index] ?? NaN) - (ownMs[index] ?? NaN));
	const waited = ascending(injectedMs);
	const seen = ascending(seenMs);
	const limitOfWaited = limitFor(seen.length, 0.02);
	return {
		checks: [
			{
				limit: atMost(limitOfWaited, 'distance', 'Kolmogorov-Smirnov distance of the time waited'),
				value: single(distanceTo(asked, waited)),
			},
			{
				// A hundredth more for the way there and back, which chance has no part in.
				limit: atMost(limitOfWaited + 0.01, 'distance', 'the same of the time seen'),
				value: single(distanceTo(asked, seen)),
			},
			{
				limit: atMost(
					0,
					'count',
					'calls that were seen shorter than injected and own time together',
				),
				value: single(beyond.filter((ms) => !(ms >= -roundingMs)).length),
			},
			{
				limit: atMost(1, 'ms', 'p50 of what neither injected nor own time explains'),
				value: single(quantile(ascending(beyond), 0.5)),
			},
			{
				limit: atMost(0, 'count', 'calls without an answer'),
				value: single(parts.reduce((sum, { unanswered }) => sum + unanswered, 0)),
			},
		],
		doubts: doubtsOf('payin-sandbox', parts),
		figures: ([0.5, 0.95, 0.99] as const).flatMap((share) => {
			const what = `p${share * 100}`;
			return [
				{ of: 'waited', what, value: quantile(waited, share), unit: 'ms' as const },
				{ of: 'seen', what, value: quantile(seen, share), unit: 'ms' as const },
			];
		}),
		plots: [
			{
				kind: 'distribution',
				title: 'Time of a call under the law, in milliseconds',
				words:
					'The share of calls within a time: as the law asks, as the sandbox waited, and as it was seen.',
				lines: [
					{ name: 'asked', points: curve() },
					{ name: 'waited', points: distributionOf(waited).slice(0, -3) },
					{ name: 'seen', points: distributionOf(seen).slice(0, -3) },
				],
			},
		],
	};
}

function curve(): [number, number][] {
	return Array.from({ length: 101 }, (_, index) => [index * 2.5, asked(index * 2.5)]);
}
