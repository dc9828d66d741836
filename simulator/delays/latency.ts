/**
 * The latency of a response: it is drawn from the law of its endpoint, and waited for in wall time after the commit.
 */
import type { DurationLaw } from '../contract/duration.ts';
import { maxLatencyMs } from '../contract/duration.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { meanSleepLagMs } from '../runtime/time.ts';
import type { Call, Reply, ReplyStage } from '../wire/call.ts';
import type { UnmixedLaw } from './law.ts';
import { drawMs, drawUnmixedLaw } from './law.ts';

interface LatencyDeps {
	/** Returns the random numbers for a call that belongs to no payment. */
	chanceFor(call: Call): Promise<KeyedDraw>;
	sleep(ms: number, clientGone: AbortSignalLike): Promise<void>;
	monotonicMs(): number;
}

export function latencyStage({ chanceFor, sleep, monotonicMs }: LatencyDeps): ReplyStage {
	return function addLatency(call, reply, chanceOfPayment) {
		const law = lawOf(call);
		if (law === 'none') return reply;
		return andThen(chanceOfPayment ?? chanceFor(call), (chance) =>
			delay(reply, drawTimer(law, chance), call.clientGone),
		);
	};

	// It is not async and does not get the call or its chance, because a waiting call keeps all that it was given.
	function delay(reply: Reply, timerMs: number, clientGone: AbortSignalLike): Awaitable<Reply> {
		// Skip the timer: on a busy machine, a timer of 0 ms takes time, which would count as injected.
		if (timerMs === 0) return reply;
		const from = monotonicMs();
		return sleep(timerMs, clientGone).then(() => ({ ...reply, injectedMs: monotonicMs() - from }));
	}
}

/** Draws how long to wait, in milliseconds, and shortens it by how late the timer will be. */
function drawTimer(law: DurationLaw, chance: KeyedDraw): number {
	const draw = (name: string) => chance(`latency ${name}`);
	const chosen = drawUnmixedLaw(law, draw);
	// Cap the draw: a lognormal or exponential law has no upper bound.
	const wantedMs = Math.min(drawMs(chosen, draw) ?? 0, maxLatencyMs);
	return wantedMs - aheadMs(chosen, wantedMs);
}

/**
 * How much earlier than wanted to wake up, in milliseconds, because timers are late on average. A lognormal or
 * exponential delay then has the right mean. A fixed or uniform delay must never be too short, so it is not shortened.
 */
function aheadMs(law: UnmixedLaw, wantedMs: number): number {
	const hasMinimum = !(typeof law === 'object' && ('lognormal' in law || 'exponential' in law));
	return hasMinimum ? 0 : Math.min(meanSleepLagMs, wantedMs);
}

function lawOf({ endpoint, settings: { latency } }: Call): DurationLaw {
	return endpoint === 'control' ? 'none' : (latency[endpoint] ?? latency.default);
}
