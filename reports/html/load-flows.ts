import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { formatCount, formatRate, formatShare, share } from '../figures.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { section } from './section.ts';
import { bar, table } from './table.ts';

export function flowSections(report: LoadReport): Html {
	return html`<div class="pair">${stories(report)}${outcomes(report)}</div>`;
}

function stories({ flowsByStory, flows }: LoadReport): Html {
	const entries = Object.entries(flowsByStory);
	const body =
		entries.length === 0
			? html`<p>No flow was counted.</p>`
			: table({
					caption: 'Flows per story',
					columns: [
						{ label: 'Story' },
						{ label: 'Started', numeric: true },
						{ label: 'Ok', numeric: true },
						{ label: 'Failed', numeric: true },
						{ label: 'Per second', numeric: true },
						{ label: 'Share', numeric: true },
					],
					rows: entries.map(([name, flow]) => [
						html`<code>${name}</code>`,
						formatCount(flow.started),
						formatCount(flow.ok),
						formatCount(flow.failed),
						formatRate(flow.rate),
						formatShare(share(flow.started, flows.started)),
					]),
				});
	return section('stories', 'Stories', '', body);
}

function outcomes(report: LoadReport): Html {
	const entries = Object.entries(report.outcomes).sort(([, a], [, b]) => b - a);
	const total = entries.reduce((sum, [, count]) => sum + count, 0);
	const body =
		entries.length === 0
			? html`<p>No outcome was counted.</p>`
			: table({
					caption: 'How the calls and payments ended',
					columns: [{ label: 'Outcome' }, { label: 'Count', numeric: true }, { label: 'Share' }],
					rows: entries.map(([name, count]) => {
						const part = share(count, total);
						return [name, formatCount(count), html`${bar(part)} ${formatShare(part)}`];
					}),
				});
	return section('outcomes', 'Outcomes', '', body);
}
