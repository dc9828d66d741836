/** Says before a run which limits will have too few calls to be judged. Pure. */
import { pluralize } from '../../reports/figures.ts';
import type { Slo } from '../../reports/slo.ts';
import { limitedSteps, minPercentileSamples } from '../../reports/slo.ts';
import type { Plan } from '../plan.ts';

/** Longer runs are not proposed: `--duration` has this limit, in minutes. */
const maxMinutes = 12 * 60;

/** Returns a line for the user; empty if every percentile of the limits has enough calls. */
export function describeFewCalls(plan: Plan, slo: Slo): string {
	const { ratePerSecond, holdMs, judgesLatency, profile, stepsByStory } = plan;
	if (!judgesLatency || ratePerSecond === null || profile === 'breakpoint') return '';
	const callsPerSecond = (step: string | null) =>
		Object.entries(plan.mix)
			.filter(([story]) => step === null || stepsByStory[story]?.includes(step))
			.reduce((sum, [, share]) => sum + share * ratePerSecond, 0);
	const limits = [...limitedSteps(slo, plan), [null, slo.flow] as const];
	const needed = limits.flatMap(([step, { p95Ms, p99Ms }]) => {
		const rate = callsPerSecond(step);
		if (rate === 0) return [];
		return [
			...(p95Ms === undefined ? [] : [minPercentileSamples.p95 / rate]),
			...(p99Ms === undefined ? [] : [minPercentileSamples.p99 / rate]),
		].filter((seconds) => seconds * 1000 > holdMs);
	});
	if (needed.length === 0) return '';
	const minutes = Math.ceil(Math.max(...needed) / 60);
	const fix = minutes > maxMinutes ? 'Give' : `Give --duration ${minutes}m, or`;
	const { p95, p99 } = minPercentileSamples;
	return `${pluralize(needed.length, 'limit')} will have too few calls: a p95 needs ${p95}, a p99 ${p99}. The run cannot be GO. ${fix} a higher --rate.\n`;
}
