/** Renders `report.html`: the verdict first, then the results and the environment. */
import type { RunReport } from '../../simulator/contract/run-report.ts';
import { formatDuration, formatTime } from '../figures.ts';
import { rerunCommandsOf } from '../load-facts.ts';
import { isAboutShop, targetLabel, whatRunProvesSentence } from '../subject.ts';
import { assumptionsSection } from './assumptions.ts';
import type { Tone } from './components.ts';
import { definitionList, icon, section } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { loadPage, loadTitle } from './load-page.ts';
import { scenarioPage, scenarioPageTitle } from './scenario-page.ts';
import { htmlDocument } from './shell.ts';

/** The content of a page that depends on the kind of run: scenarios or load. */
export interface PageContent {
	/** What the verdict means, in one sentence. */
	meaning: string;
	/** What was tested, and how. */
	facts?: Html;
	reasons?: Html;
	/** A sentence below the banner that says what the run does not prove. */
	note?: string | undefined;
	sections: Html;
}

export function renderHtml(report: RunReport): string {
	const isLoad = report.kind === 'load';
	const title = isLoad ? loadTitle(report) : scenarioPageTitle(report);
	const content = isLoad ? loadPage(report) : scenarioPage(report);
	const body = html`${masthead(report, title)}
<main id="report">
${banner(report, content)}
${content.sections}
${provenance(report)}
</main>`;
	const where = isAboutShop(report) ? '' : ` on ${report.target}`;
	return htmlDocument(`${report.verdict}: ${title}${where}`, body, 'report.json');
}

function masthead(report: RunReport, title: string): Html {
	return html`<header>
<p class="product">payin-sandbox</p>
<h1>${title}</h1>
<ul class="meta">
<li><span>${targetLabel(report)}</span> <code>${report.target}</code></li>
${shopItems(report)}
<li><span>Started</span> <time datetime="${report.startedAt}">${formatTime(report.startedAt)}</time></li>
<li><span>Took</span> ${formatDuration(report.durationMs)}</li>
<li><span>Seed</span> ${String(report.seed)}</li>
</ul>
</header>`;
}

/** The address of the shop in a scenario run. A load run has its own section for it. */
function shopItems(report: RunReport): Html {
	const { merchant, shop } = report.environment;
	if (report.kind === 'load' || report.mode !== 'merchant' || merchant === undefined) return html``;
	return html`<li><span>Merchant file</span> <code>${merchant}</code></li>${
		shop &&
		html`
<li><span>Shop</span> <code>${shop}</code></li>`
	}`;
}

const tones: Record<RunReport['verdict'], Tone> = {
	GO: 'good',
	PASSED: 'good',
	'NO-GO': 'bad',
	FAILED: 'bad',
	INCONCLUSIVE: 'warn',
	ERROR: 'bad',
};

function banner(report: RunReport, { meaning, facts, reasons, note }: PageContent): Html {
	const { verdict } = report;
	const tone = tones[verdict];
	return html`<section class="banner ${tone}" aria-labelledby="verdict">
<h2 id="verdict">${icon(tone)}<span class="hidden">Verdict: </span>${verdict}</h2>
<p class="meaning">${meaning}</p>
${facts}
${reasons}
${note && html`<p class="scope"><strong>${note}</strong></p>`}
<p class="scope">${whatRunProvesSentence(report)}</p>
</section>`;
}

const sameFates = 'The same command and the same seed give the same payments the same fates.';

/** The section about the origin of the figures: the command to repeat the run, the environment, and the assumptions. */
function provenance(report: RunReport): Html {
	const commands = rerunCommandsOf(report);
	const environment: [string, string][] = [
		['Exit code', String(report.exitCode)],
		['Schema version', String(report.schemaVersion)],
		...Object.entries(report.environment),
	];
	return html`${section(
		'again',
		'Run it again',
		commands.length === 1
			? sameFates
			: `Start all parts together, with a new --start-at. ${sameFates}`,
		html`<pre class="copy" tabindex="0" role="group" aria-label="Command"><code>${commands.join('\n')}</code></pre>`,
	)}
${section('environment', 'Environment', '', definitionList(environment))}
${assumptionsSection(report)}`;
}
