/** Makes the plans of the profiles spike, soak, breakpoint and idempotency. Pure, shared by k6 and Node. */
import type { Plan, RepeatKind } from './plan.ts';
import type { PacedSettings, Stage } from './profiles.ts';
import { openPlan, warmUp, warmUpMsFor } from './profiles.ts';

export interface SpikeSettings {
	peakRatePerSecond: number;
	peakMs: number;
	/** The time that the target has, after the peak, to get back within its limits. */
	recoverMs: number;
}

/**
 * A spike: the average rate, the peak, and the average rate again. The last part has time for the recovery, and then
 * lasts as long as the part before the peak.
 */
export function spikePlan(settings: PacedSettings, spike: SpikeSettings): Plan {
	const { ratePerSecond, holdMs } = settings;
	const stage = (name: string, phase: Stage['phase'], durationMs: number): Stage => ({
		...{ name, phase, ratePerSecond, durationMs },
	});
	const stages = [
		warmUp(ratePerSecond, warmUpMsFor(holdMs)),
		stage('average', 'hold', holdMs),
		{ ...stage('peak', 'peak', spike.peakMs), ratePerSecond: spike.peakRatePerSecond },
		stage('recover', 'after', spike.recoverMs),
		stage('after', 'after', holdMs),
	];
	return openPlan({ ...settings, profile: 'spike', stages });
}

/** The share of the rate that a soak uses: it looks for what grows with time, not with load. */
const soakShare = 0.8;

export function soakPlan(settings: PacedSettings): Plan {
	const { holdMs } = settings;
	const ratePerSecond = flowsPerMinute(settings.ratePerSecond * soakShare);
	const hold: Stage = { name: 'soak', phase: 'hold', ratePerSecond, durationMs: holdMs };
	const stages = [warmUp(ratePerSecond, warmUpMsFor(holdMs)), hold];
	return openPlan({ ...settings, profile: 'soak', ratePerSecond, stages });
}

/**
 * The warm-up of each breakpoint step, in milliseconds: new connections are opened and V8 compiles the code that is
 * used often.
 */
const stepWarmUpMs = 2000;

/** The plan of one step of a breakpoint run: one constant rate. */
export function stepPlan(settings: PacedSettings): Plan {
	const { ratePerSecond, holdMs } = settings;
	const hold: Stage = { name: 'step', phase: 'hold', ratePerSecond, durationMs: holdMs };
	const stages = [warmUp(ratePerSecond, stepWarmUpMs), hold];
	return openPlan({ ...settings, profile: 'breakpoint', stages });
}

export const repeatKinds = ['later', 'parallel', 'lost', 'changed'] as const;

/** The story name in reports for flows that repeat a call. */
export const repeatStoryName = (kind: RepeatKind) => `idempotency/${kind}`;

/**
 * Each flow sends payment-options, then the same call again. Connections are not reused: Go's HTTP client itself
 * repeats a POST with an `Idempotency-Key` when a reused connection is cut.
 */
export function repeatPlan(
	{ ratePerSecond, holdMs }: Pick<PacedSettings, 'ratePerSecond' | 'holdMs'>,
	repeat: readonly RepeatKind[],
): Plan {
	const hold: Stage = { name: 'repeats', phase: 'hold', ratePerSecond, durationMs: holdMs };
	const mix = Object.fromEntries(repeat.map((kind) => [repeatStoryName(kind), 1 / repeat.length]));
	const plan = openPlan({
		...{ profile: 'idempotency', ratePerSecond, holdMs, mix, stories: [], stages: [hold] },
	});
	const steps = ['payment-options'];
	const stepsByStory = Object.fromEntries(Object.keys(mix).map((name) => [name, steps]));
	return { ...plan, judgesLatency: false, steps, stepsByStory, connections: 'new', repeat };
}

/** Converts a rate to whole flows per minute. */
export const flowsPerMinute = (ratePerSecond: number) =>
	Math.max(1, Math.round(ratePerSecond * 60)) / 60;
