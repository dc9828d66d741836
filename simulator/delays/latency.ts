/** Latency of an answer: drawn by its endpoint's law, waited by wall time after the commit, never before. */

import type { DurationLaw } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import type { Call, Chance, Reply, ReplyStage } from '../wire/call.ts';
import { drawMs } from './law.ts';

interface LatencyDeps {
	/** The laws of the call's workspace, and chance for a call that belongs to no payment. */
	rulesFor(call: Call): Promise<{ laws: Settings['latency']; chance: Chance }>;
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	monotonicMs(): number;
}

/** Nobody waits longer for an answer: beyond it a law is a typing error. */
const longestLatencyMs = 10 * 60_000;

export function latencyStage({ rulesFor, sleep, monotonicMs }: LatencyDeps): ReplyStage {
	return async function addLatency(call, reply, chanceOfPayment): Promise<Reply> {
		const { laws, chance: chanceOfCall } = await rulesFor(call);
		const law = lawOf(call, laws);
		if (law === 'none') return reply;
		const chance = chanceOfPayment ?? chanceOfCall;
		const drawnMs = drawMs(law, (name) => chance(`latency ${name}`)) ?? 0;
		const wantedMs = Math.min(drawnMs, longestLatencyMs);
		// No timer for nothing: it would be counted as injected by as much as the machine is busy.
		if (wantedMs === 0) return reply;
		const from = monotonicMs();
		await sleep(wantedMs, call.signal);
		return { ...reply, injectedMs: monotonicMs() - from };
	};
}

function lawOf({ endpoint }: Call, laws: Settings['latency']): DurationLaw {
	return endpoint === 'control' ? 'none' : (laws[endpoint] ?? laws.default);
}
