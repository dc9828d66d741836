/** Latency of an answer: drawn by its endpoint's law, waited by wall time after the commit, never before. */

import type { DurationLaw } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import type { Call, Reply, ReplyStage } from '../wire/call.ts';
import { drawMs } from './law.ts';

interface LatencyDeps {
	lawsFor(call: Call): Promise<Settings['latency']>;
	/** Chance for an answer that belongs to no payment: reproducible only when calls come one by one. */
	chanceOf(call: Call): (decision: string) => number;
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	monotonicMs(): number;
}

export function latencyStage({ lawsFor, chanceOf, sleep, monotonicMs }: LatencyDeps): ReplyStage {
	return async function addLatency(call: Call, reply: Reply): Promise<Reply> {
		const law = lawOf(call, await lawsFor(call));
		if (law === 'none') return reply;
		const chance = reply.chance ?? chanceOf(call);
		const wantedMs = drawMs(law, (name) => chance(`latency ${name}`)) ?? 0;
		const from = monotonicMs();
		await sleep(wantedMs, call.signal);
		return { ...reply, injectedMs: monotonicMs() - from };
	};
}

function lawOf({ endpoint }: Call, laws: Settings['latency']): DurationLaw {
	return endpoint === 'control' ? 'none' : (laws[endpoint] ?? laws.default);
}
