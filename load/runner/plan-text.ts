/** Describes the plan of a run in words, for the terminal and the report. */
import { formatDuration, formatRate } from '../../reports/figures.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import type { PlanPart } from './part.ts';
import { partName } from './part.ts';

export const exampleLimitsReason: LoadReason = {
	id: 'example-limits',
	group: 'run',
	severity: 'note',
	text: 'The limits are examples, not yours. Give your own with --limits FILE.',
	evidence: [],
};

/** Describes a plan in one line. With several load generators, the rates are those of this one, which plays `part`. */
export function describePlan(plan: Plan, part?: PlanPart): string {
	const { profile, ratePerSecond, iterations, phases = [], parts = 1 } = plan;
	const share = (rate: number | null) => formatRate(rate === null ? null : rate / parts);
	if (ratePerSecond === null) return `load ${profile}: ${iterations} flows, one at a time,`;
	const shown = phases.map(({ name, ratePerSecond: rate, startSecond, endSecond }) => {
		const of = rate === ratePerSecond ? '' : ` of ${share(rate)} flows/s`;
		return `${formatDuration((endSecond - startSecond) * 1000)} ${name}${of}`;
	});
	const name = part ? `, part ${partName(part)}` : '';
	return `load ${profile}: ${share(ratePerSecond)} flows/s, ${shown.join(', ')}${name}`;
}
