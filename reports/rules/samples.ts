/** A percentile needs enough samples beyond it; a limit without any never passes. */
import type { LoadReason, SloRow } from '../../simulator/contract/run-report.ts';
import { formatCount, formatShare } from '../figures.ts';
import type { MeasuredLoad } from './measured.ts';
import { reason } from './measured.ts';

/** About twenty samples lie beyond the percentile at these counts. */
const minSamples = { p95: 400, p99: 2000 } as const;

export function sampleRules({ slo }: MeasuredLoad): LoadReason[] {
	const judged = slo.filter((row) => row.judged);
	if (judged.length === 0) {
		const detail = 'No limit was given to judge by, so the run cannot be a GO.';
		return [reason('inconclusive', 'no-limits', detail)];
	}
	return [...empty(judged), ...few(judged, 'p95'), ...few(judged, 'p99')];
}

function empty(rows: readonly SloRow[]): LoadReason[] {
	return rows
		.filter((row) => row.samples === 0 || row.measured === null)
		.map((row) => {
			const detail = `“${row.name}” has no samples, and a limit without samples does not pass; leave it out of the SLO file when the mix never makes that call.`;
			return reason('inconclusive', 'no-samples', detail);
		});
}

function few(rows: readonly SloRow[], percentile: 'p95' | 'p99'): LoadReason[] {
	const needed = minSamples[percentile];
	const short = rows.flatMap((row) => {
		const counts = row.metric === percentile && row.samples > 0 && row.samples < needed;
		return counts ? [`${row.step} has ${formatCount(row.samples)}`] : [];
	});
	if (short.length === 0) return [];
	const detail = `A ${percentile} needs ${formatCount(needed)} samples to mean something: ${short.join(', ')}.`;
	return [reason('inconclusive', 'samples', detail)];
}

/** No failure in n calls still allows a true ratio of up to 3/n (95 % confidence): worth a note, not a verdict. */
export function confidenceNotes({ slo }: MeasuredLoad): LoadReason[] {
	return slo
		.filter((row) => row.judged && row.unit === 'ratio' && row.limit > 0)
		.filter((row) => row.measured === 0 && row.samples < 3 / row.limit)
		.map((row) => {
			const proven = formatShare(Math.min(1, 3 / row.samples));
			const detail = `“${row.name}”: no failure in ${formatCount(row.samples)} shows a ratio below ${proven}, not below the limit; that takes ${formatCount(Math.ceil(3 / row.limit))}.`;
			return reason('note', 'confidence', detail);
		});
}
