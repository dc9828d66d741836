import type { LoadReport, LoadStep } from '../../simulator/contract/run-report.ts';
import { formatCount, formatMs, formatShare, share } from '../figures.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { section } from './section.ts';
import { table } from './table.ts';

const lead =
	'Milliseconds, from the request sent to the answer read. “Injected” is what a sandbox waited on purpose, “own” is its own work; percentiles do not add up.';

export function latencySection({ steps }: LoadReport): Html {
	const entries = Object.entries(steps);
	const body =
		entries.length === 0
			? html`<p>No call was measured.</p>`
			: html`${table({
					caption: 'Answer time per call, in milliseconds',
					columns: [
						{ label: 'Call' },
						{ label: 'Count', numeric: true },
						{ label: 'Failed', numeric: true },
						{ label: 'p50', numeric: true },
						{ label: 'p95', numeric: true },
						{ label: 'p99', numeric: true },
						{ label: 'Max', numeric: true },
						{ label: 'Injected p50 / p95', numeric: true },
						{ label: 'Own p50 / p95', numeric: true },
					],
					rows: entries.map(([name, step]) => row(name, step)),
				})}`;
	return section('latency', 'Answer times', lead, body);
}

function row(name: string, step: LoadStep): (Html | string)[] {
	const failed = share(step.failed, step.count);
	return [
		html`<code>${name}</code>`,
		formatCount(step.count),
		step.failed === 0 ? '0' : `${formatCount(step.failed)} (${formatShare(failed)})`,
		formatMs(step.p50),
		formatMs(step.p95),
		html`<strong>${formatMs(step.p99)}</strong>`,
		formatMs(step.max),
		`${formatMs(step.injected.p50)} / ${formatMs(step.injected.p95)}`,
		`${formatMs(step.own.p50)} / ${formatMs(step.own.p95)}`,
	];
}
