/** Renders `compare.html`: the verdict, and each ratio with its confidence interval. */
import type { Compare, CompareRow } from '../../simulator/contract/compare-report.ts';
import {
	compareRowCells,
	compareVerdictWords,
	comparisonStateTexts,
	runLinesOf,
	runReasonText,
} from '../compare-text.ts';
import { formatShare } from '../figures.ts';
import type { Tone } from './components.ts';
import { badge, htmlTable, icon, numberColumns, section, textColumns } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { runVerdictTones } from './load-parts.ts';
import { htmlDocument } from './shell.ts';

const verdictTones: Record<Compare['verdict'], Tone> = {
	...{ better: 'good', same: 'good', worse: 'bad', 'not-comparable': 'warn' },
};

const stateTones: Record<CompareRow['state'], Tone> = {
	...{ better: 'good', same: 'good', worse: 'bad', undecided: 'warn', 'not-comparable': 'warn' },
	shown: 'quiet',
};

export function renderCompareHtml(compare: Compare): string {
	const { verdict, why, key, pairs, targets } = compare;
	const word = compareVerdictWords[verdict];
	const tone = verdictTones[verdict];
	const body = html`<header>
<p class="product">payin-sandbox</p>
<h1>Comparison of load runs</h1>
<ul class="meta">
<li><span>Base</span> <code>${targets.base}</code></li>
<li><span>Candidate</span> <code>${targets.candidate}</code></li>
<li><span>Pairs</span> ${pairs}</li>
</ul>
</header>
<main id="report">
<section class="banner ${tone}" aria-labelledby="verdict">
<h2 id="verdict">${icon(tone)}<span class="hidden">Verdict: </span>${word}</h2>
<p class="meaning">${why}</p>
<p class="scope">${key}</p>
</section>
${rowsSection(compare)}
${runsSection(compare)}
</main>`;
	return htmlDocument(`${word}: comparison of load runs`, body, 'compare.json');
}

function rowsSection({ rows, tolerance }: Compare): Html {
	if (rows.length === 0) return html``;
	const lead = `A difference counts above ${formatShare(tolerance.ratio)} and ${tolerance.floorMs} ms, when the 95 % interval of the pairs leaves “no change” out. The shaded part is the tolerance. A p99 is shown only.`;
	const content = htmlTable({
		caption: 'Base and candidate, by call and percentile',
		columns: [
			...textColumns('Metric'),
			...numberColumns('Base', 'Candidate', 'Change'),
			...textColumns('Interval'),
			...numberColumns('95 % interval'),
			...textColumns('Result'),
		],
		rows: rows.map((row) => {
			const [id = '', base = '', candidate = '', change = '', interval = ''] = compareRowCells(row);
			const word = comparisonStateTexts[row.state];
			return [
				html`<code>${id}</code>`,
				base,
				candidate,
				change,
				plot(row, tolerance.ratio),
				interval,
				badge(stateTones[row.state], `${word.charAt(0).toUpperCase()}${word.slice(1)}`),
			];
		}),
	});
	return section('rows', 'Response times', lead, content);
}

function runsSection(compare: Compare): Html {
	const content = htmlTable({
		caption: 'Runs and their verdicts',
		columns: textColumns('Run', 'Side', 'Verdict', 'Reason'),
		rows: runLinesOf(compare).map((line) => [
			html`<code>${line.folder}</code>`,
			line.side,
			badge(runVerdictTones[line.verdict] ?? 'quiet', line.verdict),
			runReasonText(line),
		]),
	});
	const lead =
		'Two runs that follow each other are a pair. The verdict of a run is that of its own limits.';
	return section('runs', 'Runs', lead, content);
}

const plotWidth = 180;
/** The plot extends from half to double. */
const widest = Math.log(2);
const place = (ratio: number) =>
	((Math.max(-widest, Math.min(widest, Math.log(ratio))) / widest + 1) * plotWidth) / 2;

/** Draws a row: a dot for the ratio, a line for its interval, and the tolerance behind them. */
function plot({ ratio, between, state }: CompareRow, tolerance: number): Html {
	if (ratio === null || ratio <= 0 || between === null) return html``;
	const [low, high] = between.map(place) as [number, number];
	const from = place(1 / (1 + tolerance));
	const width = place(1 + tolerance) - from;
	return html`<svg class="interval ${stateTones[state]}" width="${plotWidth}" height="18" viewBox="0 0 ${plotWidth} 18" aria-hidden="true" focusable="false"><rect class="tolerance" x="${from.toFixed(1)}" width="${width.toFixed(1)}" height="18" /><path class="none" d="M${plotWidth / 2} 0v18" /><path class="between" d="M${low.toFixed(1)} 9H${high.toFixed(1)}" /><circle cx="${place(ratio).toFixed(1)}" cy="9" r="4" /></svg>`;
}
