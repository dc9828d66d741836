import type { LoadReport, SloRow } from '../../simulator/contract/run-report.ts';
import { formatCount, formatShare, formatValue, missing } from '../figures.ts';
import { margin, pastLimit } from '../slo.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { badge } from './icons.ts';
import { section } from './section.ts';
import { table } from './table.ts';

export function limitsSection(report: LoadReport): Html {
	const lead = report.plan.judgesLatency
		? 'Measured over the part of the run after the warm-up. The margin is what is left of the limit.'
		: 'A smoke run makes too few calls to judge speed: the limits are shown, and do not decide.';
	const body =
		report.slo.length === 0
			? html`<p>No limit was compared.</p>`
			: table({
					caption: 'Service levels: limit, measured value and margin',
					columns: [
						{ label: 'Limit' },
						{ label: 'Measured', numeric: true },
						{ label: 'Measured against limit' },
						{ label: 'Margin', numeric: true },
						{ label: 'Samples', numeric: true },
						{ label: 'Result' },
					],
					rows: report.slo.map((row) => [
						row.name,
						formatValue(row.measured, row.unit),
						gauge(row),
						marginText(row),
						formatCount(row.samples),
						result(row),
					]),
				});
	return section('limits', 'Service levels', lead, body);
}

function result({ judged, passed, measured }: SloRow): Html {
	if (measured === null) return badge(judged ? 'warn' : 'quiet', 'No samples');
	if (judged) return passed ? badge('good', 'Kept') : badge('bad', 'Broken');
	return html`<span class="unjudged">${badge('quiet', passed ? 'Within' : 'Beyond')} <small>shown, not judged</small></span>`;
}

function marginText(row: SloRow): string {
	const left = margin(row);
	if (left === null) return missing;
	return left < 0 ? pastLimit(row) : `${formatShare(left)} left`;
}

/** The limit is the tick; a bar that runs past it is broken, or, for a rate, one that falls short of it. */
function gauge(row: SloRow): Html {
	const width = 140;
	const tick = width / 1.5;
	if (row.measured === null) return html`<span>${missing}</span>`;
	const used = row.limit > 0 ? row.measured / row.limit : row.measured > 0 ? 1.5 : 0;
	const filled = Math.max(used > 0 ? 2 : 0, Math.min(1.5, used) * tick);
	const tone = !row.judged ? 'quiet' : row.passed ? 'good' : 'bad';
	return html`<svg class="gauge ${tone}" width="${width}" height="14" viewBox="0 0 ${width} 14" aria-hidden="true" focusable="false"><rect class="track" y="4" width="${width}" height="6" rx="3" /><rect class="fill" y="4" width="${filled.toFixed(1)}" height="6" rx="3" /><path class="tick" d="M${tick.toFixed(1)} 0v14" /></svg>`;
}
