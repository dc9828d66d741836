/**
 * `report.html`: the verdict first, then the results and the environment. The file is self-contained: no script, no external
 * resource, and a content security policy that enforces both.
 */
import { createHash } from 'node:crypto';
import type { RunReport } from '../../simulator/contract/run-report.ts';
import { formatDuration, formatTime, scopeSentence } from '../figures.ts';
import { assumptionsSection } from './assumptions.ts';
import type { Tone } from './components.ts';
import { definitions, icon, section } from './components.ts';
import type { Html } from './html.ts';
import { html, trusted } from './html.ts';
import { loadPage } from './load-page.ts';
import { scenarioPage, scenarioTitle } from './scenario-page.ts';
import { styleSheet } from './style.ts';

/** The part of a page that depends on the kind of run. */
export interface PageContent {
	/** What the verdict means, in one sentence. */
	meaning: string;
	reasons?: Html;
	/** What the run does not prove. */
	note?: string | undefined;
	sections: Html;
}

export function renderHtml(report: RunReport): string {
	const isLoad = report.kind === 'load';
	const title = isLoad ? `Load run, ${report.plan.profile}` : scenarioTitle(report);
	const content = isLoad ? loadPage(report) : scenarioPage(report);
	const styleHash = createHash('sha256').update(styleSheet).digest('base64');
	const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
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
${banner(report, content)}
${content.sections}
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

const tones: Record<RunReport['verdict'], Tone> = {
	GO: 'good',
	PASSED: 'good',
	'NO-GO': 'bad',
	FAILED: 'bad',
	INCONCLUSIVE: 'warn',
	ERROR: 'bad',
};

function banner({ verdict, target }: RunReport, { meaning, reasons, note }: PageContent): Html {
	const tone = tones[verdict];
	return html`<section class="banner ${tone}" aria-labelledby="verdict">
<h2 id="verdict">${icon(tone)}<span class="hidden">Verdict: </span>${verdict}</h2>
<p class="meaning">${meaning}</p>
${reasons}
${note && html`<p class="scope"><strong>${note}</strong></p>`}
<p class="scope">${scopeSentence(target)}</p>
</section>`;
}

/** How to repeat the run, where it took place, and its assumptions. */
function provenance(report: RunReport): Html {
	const environment: [string, string][] = [
		['Exit code', String(report.exitCode)],
		['Schema version', String(report.schemaVersion)],
		...Object.entries(report.environment),
	];
	return html`${section(
		'again',
		'Run it again',
		'The same command and the same seed give the same payments the same fates.',
		html`<pre class="copy" tabindex="0" role="group" aria-label="Command"><code>${report.command}</code></pre>`,
	)}
${section('environment', 'Environment', '', definitions(environment))}
${assumptionsSection(report)}`;
}
