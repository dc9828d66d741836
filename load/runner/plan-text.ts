/** What a run prints and notes about its plan. */
import { formatDuration, formatRate } from '../../reports/figures.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';

export const exampleLimits: LoadReason = {
	id: 'example-limits',
	group: 'run',
	severity: 'note',
	text: 'The limits are examples, not yours. Give your own with --limits FILE.',
	evidence: [],
};

export function describePlan({ profile, ratePerSecond, iterations, phases = [] }: Plan): string {
	if (ratePerSecond === null) return `load ${profile}: ${iterations} flows, one at a time,`;
	const parts = phases.map(({ name, ratePerSecond: rate, startSecond, endSecond }) => {
		const of = rate === ratePerSecond ? '' : ` of ${formatRate(rate)} flows/s`;
		return `${formatDuration((endSecond - startSecond) * 1000)} ${name}${of}`;
	});
	return `load ${profile}: ${formatRate(ratePerSecond)} flows/s, ${parts.join(', ')}`;
}
