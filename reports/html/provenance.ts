/** How to get the same run again, and what its answers rested on. */
import type { RunReport } from '../../simulator/contract/run-report.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { section } from './section.ts';
import { definitions } from './table.ts';

export function provenance(report: RunReport): Html {
	return html`${section(
		'again',
		'Run it again',
		'The same command and the same seed give the same payments the same fates.',
		html`<pre tabindex="0" aria-label="Command"><code>${report.command}</code></pre>`,
	)}
<div class="pair">${section('environment', 'Environment', '', definitions(environment(report)))}
${section(
	'assumptions',
	'Assumptions',
	'What the document of the service leaves open and the target filled in for these answers. The page docs/assumptions.md of payin-sandbox explains each id.',
	assumptions(report.assumptions),
)}</div>`;
}

function environment(report: RunReport): [string, string][] {
	return [
		['Exit code', String(report.exitCode)],
		['Schema version', String(report.schemaVersion)],
		...Object.entries(report.environment),
	];
}

function assumptions(ids: readonly string[]): Html {
	if (ids.length === 0) return html`<p>No assumption was seen in the answers of this run.</p>`;
	return html`<ul class="chips">${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul>`;
}
