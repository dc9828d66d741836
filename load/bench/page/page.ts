/** The result as a page: the answer first, then every target, then what it was read from. */
import { formatDuration, formatTime } from '../../../reports/figures.ts';
import type { Tone } from '../../../reports/html/components.ts';
import { definitions, icon, section } from '../../../reports/html/components.ts';
import { renderDocument } from '../../../reports/html/document.ts';
import type { Html } from '../../../reports/html/html.ts';
import { html } from '../../../reports/html/html.ts';
import { styleSheet } from '../../../reports/html/style.ts';
import type { State } from '../judge.ts';
import type { BenchResult } from '../result.ts';
import { rowSection } from './row.ts';
import { benchStyle } from './style.ts';
import { targetsSection } from './targets.ts';

export function renderBench(result: BenchResult): string {
	const { word } = verdictOf(result);
	return renderDocument({
		title: `${word}: bench of payin-sandbox ${result.environment.version}`,
		style: styleSheet + benchStyle,
		heading: masthead(result),
		main: html`${banner(result)}
${targetsSection(result.rows)}
${result.rows.map(rowSection)}
${section('again', 'Run it again', 'Figures of two runs are not comparable: what was taken side by side in one run is.', html`<pre tabindex="0" aria-label="Command"><code>${result.command}</code></pre>`)}
${section('environment', 'Environment', '', definitions(environment(result)))}`,
		source: 'bench.json',
	});
}

function masthead({ startedAt, durationMs, environment }: BenchResult): Html {
	return html`<header>
<p class="product">payin-sandbox ${environment.version}</p>
<h1>Bench</h1>
<ul class="meta">
<li><span>Node</span> ${environment.node}</li>
<li><span>Started</span> <time datetime="${startedAt}">${formatTime(startedAt)}</time></li>
<li><span>Took</span> ${formatDuration(durationMs)}</li>
</ul>
</header>`;
}

interface Verdict {
	word: string;
	tone: Tone;
	meaning: string;
}

function verdictOf({ rows }: BenchResult): Verdict {
	const count = (...states: State[]) => rows.filter(({ state }) => states.includes(state)).length;
	const missed = count('not reached');
	const unsure = count('not to be trusted', 'not measured');
	const reached = `${count('reached')} of ${rows.length} targets reached`;
	if (missed > 0) {
		const rest =
			unsure > 0 ? `, ${missed} not reached, ${unsure} cannot be told` : `, ${missed} not`;
		return { word: 'NOT REACHED', tone: 'bad', meaning: `${reached}${rest}.` };
	}
	if (unsure > 0) {
		const meaning = `${reached}, ${unsure} cannot be told: the reasons stand with them.`;
		return { word: 'NOT TO BE TRUSTED', tone: 'warn', meaning };
	}
	return { word: 'REACHED', tone: 'good', meaning: `${reached}.` };
}

function banner(result: BenchResult): Html {
	const { word, tone, meaning } = verdictOf(result);
	return html`<section class="banner ${tone}" aria-labelledby="verdict">
<h2 id="verdict">${icon(tone)}<span class="hidden">Verdict: </span>${word}</h2>
<p class="meaning">${meaning}</p>
${result.leftOut !== '' && html`<p class="scope">${result.leftOut}</p>`}
</section>`;
}

function environment({
	environment: machine,
	cores,
	sizes,
	exitCode,
}: BenchResult): [string, string][] {
	const where = cores
		? `servers on core ${cores.server}, generator on core ${cores.generator}`
		: 'any: taskset is missing, or there is one core only';
	return [
		['Processor', machine.cpu],
		['Platform', machine.platform],
		['Cores', where],
		[
			'Rounds',
			`${sizes.rounds} under full load, each in ${sizes.turns} turns of ${sizes.measureMs} ms with ${sizes.connections} connections`,
		],
		['Exit code', String(exitCode)],
	];
}
