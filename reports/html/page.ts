import type { RunReport } from '../../simulator/contract/run-report.ts';
import { formatDuration, formatTime } from '../figures.ts';
import { renderDocument } from './document.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { loadSections } from './load-page.ts';
import { provenance } from './provenance.ts';
import { scenarioSections } from './scenario-page.ts';
import { styleSheet } from './style.ts';

export function renderHtml(report: RunReport): string {
	const title = report.kind === 'load' ? `Load run, ${report.plan.profile}` : 'Scenario run';
	const sections = report.kind === 'load' ? loadSections(report) : scenarioSections(report);
	return renderDocument({
		title: `${report.verdict}: ${title} on ${report.target}`,
		style: styleSheet,
		heading: masthead(report, title),
		main: html`${sections}
${provenance(report)}`,
		source: 'report.json',
	});
}

function masthead(report: RunReport, title: string): Html {
	return html`<header>
<p class="product">payin-sandbox</p>
<h1>${title}</h1>
<ul class="meta">
<li><span>Target</span> <code>${report.target}</code></li>
<li><span>Started</span> <time datetime="${report.startedAt}">${formatTime(report.startedAt)}</time></li>
<li><span>Took</span> ${formatDuration(report.durationMs)}</li>
<li><span>Seed</span> ${String(report.seed)}</li>
</ul>
</header>`;
}
