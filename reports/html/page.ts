/** One file that stands alone: no script, no address outside itself, and a policy that says so. */
import { createHash } from 'node:crypto';
import type { RunReport } from '../../simulator/contract/run-report.ts';
import { formatDuration, formatTime } from '../figures.ts';
import type { Html } from './html.ts';
import { html, trusted } from './html.ts';
import { loadSections } from './load-page.ts';
import { provenance } from './provenance.ts';
import { scenarioSections } from './scenario-page.ts';
import { styleSheet } from './style.ts';

const styleHash = createHash('sha256').update(styleSheet).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;

export function renderHtml(report: RunReport): string {
	const title = report.kind === 'load' ? `Load run, ${report.plan.profile}` : 'Scenario run';
	const sections = report.kind === 'load' ? loadSections(report) : scenarioSections(report);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${report.verdict}: ${title} on ${report.target}</title>
<link rel="icon" href="data:,">
<style>${trusted(styleSheet)}</style>
</head>
<body>
<a class="skip" href="#report">Skip to the report</a>
${masthead(report, title)}
<main id="report">
${sections}
${provenance(report)}
</main>
<footer><p>Written by payin-sandbox from <code>report.json</code>, the same figures for machines.</p></footer>
</body>
</html>
`.toString();
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
