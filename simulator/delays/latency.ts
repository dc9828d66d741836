/** Latency of an answer: drawn by its endpoint's law, waited by wall time after the commit, never before. */

import type { DurationLaw } from '../contract/duration.ts';
import { longestLatencyMs } from '../contract/duration.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { meanLagMs } from '../runtime/time.ts';
import type { Call, Chance, Reply, ReplyStage } from '../wire/call.ts';
import type { PlainLaw } from './law.ts';
import { chooseLaw, drawMs } from './law.ts';

interface LatencyDeps {
	/** Chance for a call that belongs to no payment. */
	chanceFor(call: Call): Promise<Chance>;
	sleep(ms: number, clientGone: AbortSignalLike): Promise<void>;
	monotonicMs(): number;
}

export function latencyStage({ chanceFor, sleep, monotonicMs }: LatencyDeps): ReplyStage {
	return function addLatency(call, reply, chance) {
		const law = lawOf(call);
		return law === 'none' ? reply : wait(call, reply, law, chance);
	};

	async function wait(
		call: Call,
		reply: Reply,
		law: DurationLaw,
		chanceOfPayment: Chance | null,
	): Promise<Reply> {
		const chance = chanceOfPayment ?? (await chanceFor(call));
		const draw = (name: string) => chance(`latency ${name}`);
		const chosen = chooseLaw(law, draw);
		// The tail of a lognormal law has no end of its own.
		const wantedMs = Math.min(drawMs(chosen, draw) ?? 0, longestLatencyMs);
		// No timer for nothing: it would be counted as injected by as much as the machine is busy.
		if (wantedMs === 0) return reply;
		const from = monotonicMs();
		await sleep(wantedMs - aheadMs(chosen, wantedMs), call.clientGone);
		return { ...reply, injectedMs: monotonicMs() - from };
	}
}

/**
 * How much sooner the sleep ends, so that what is waited follows the law. A fixed or uniform delay promises a least
 * time and takes the lag; a lognormal one promises none, and is met in the mean.
 */
function aheadMs(law: PlainLaw, wantedMs: number): number {
	const promisesNone = typeof law === 'object' && 'lognormal' in law;
	return promisesNone ? Math.min(meanLagMs, wantedMs) : 0;
}

function lawOf({ endpoint, settings: { latency } }: Call): DurationLaw {
	return endpoint === 'control' ? 'none' : (latency[endpoint] ?? latency.default);
}
