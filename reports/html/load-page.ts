import type { LoadReason, LoadReport, SloRow } from '../../simulator/contract/run-report.ts';
import {
	formatCount,
	formatMs,
	formatRate,
	formatShare,
	formatValue,
	missingFigure,
	share,
} from '../figures.ts';
import { formatMeasured, margin, pastLimit, resultWord } from '../slo.ts';
import { overTime } from './chart/over-time.ts';
import type { Tile, Tone } from './components.ts';
import { badge, numberColumns, section, table, textColumns, tiles } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { flowSections, generatorSections, latencySection } from './load-tables.ts';

export function loadPage(report: LoadReport): { meaning: string; reasons: Html; sections: Html } {
	const sections = html`${tiles(keyFigures(report))}
${limitsSection(report)}
${latencySection(report)}
${overTime(report)}
${flowSections(report)}
${generatorSections(report)}`;
	return { meaning: meaningOf(report), reasons: reasonList(report.reasons), sections };
}

function meaningOf(report: LoadReport): string {
	const judged = report.slo.filter((row) => row.judged && row.state === 'kept').length;
	switch (report.verdict) {
		case 'GO':
			return report.plan.judgesLatency
				? `${judged === 1 ? 'The judged limit' : `All ${formatCount(judged)} judged limits`} held under this load.`
				: 'Every flow worked and every answer kept the contract. A smoke run does not judge speed.';
		case 'NO-GO':
			return 'The target did not hold up to what was asked of it.';
		case 'INCONCLUSIVE':
			return 'No limit was broken, but at least one could not be decided.';
		case 'ERROR':
			return 'The run did not take place as planned, so there is nothing to judge.';
	}
}

const severities: Record<LoadReason['severity'], [Tone, string]> = {
	error: ['bad', 'Error'],
	inconclusive: ['warn', 'Inconclusive'],
	'no-go': ['bad', 'No-go'],
	note: ['quiet', 'Note'],
};

function reasonList(reasons: readonly LoadReason[]): Html {
	if (reasons.length === 0) return html``;
	return html`<ul class="reasons" aria-label="Reasons">${reasons.map(
		({ severity, text, evidence }) => {
			const [tone, word] = severities[severity];
			const more = evidence.map((line) => html`<br><small>${line}</small>`);
			return html`<li>${badge(tone, word)}<span>${text}${more}</span></li>`;
		},
	)}</ul>`;
}

function keyFigures({ flows, plan, generator, steps }: LoadReport): Tile[] {
	const asked =
		plan.ratePerSecond === null
			? 'per second'
			: `per second, of ${formatRate(plan.ratePerSecond)} asked for`;
	const slowest = Object.entries(steps).reduce<[string, number] | null>(
		(worst, [name, { p95 }]) =>
			p95 !== null && (worst === null || p95 > worst[1]) ? [name, p95] : worst,
		null,
	);
	const failedShare = formatShare(share(flows.failed, flows.ok + flows.failed));
	return [
		{
			label: 'Flows ok',
			value: formatCount(flows.ok),
			note: `of ${formatCount(flows.started)} started`,
		},
		{
			label: 'Flows failed',
			value: formatCount(flows.failed),
			note: `${failedShare} of those finished`,
		},
		{ label: 'Flow rate', value: formatRate(flows.rate), note: asked },
		{ label: 'Flows dropped', value: formatCount(generator.dropped), note: 'never started' },
		{
			label: 'Slowest p95',
			value: slowest ? `${formatMs(slowest[1])} ms` : missingFigure,
			note: slowest?.[0] ?? 'no call was measured',
		},
	];
}

function limitsSection(report: LoadReport): Html {
	const { plan, slo } = report;
	const lead = plan.judgesLatency
		? 'Measured over the part of the run after the warm-up. The margin is what is left of the limit.'
		: 'A smoke run makes too few calls to judge speed: the limits are shown, and do not decide.';
	if (slo.length === 0) {
		return section('limits', 'Service levels', lead, html`<p>No limit was compared.</p>`);
	}
	const limits = table({
		caption: 'Service levels: limit, measured value and margin',
		columns: [
			...textColumns('Limit'),
			...numberColumns('Measured'),
			...textColumns('Measured against limit'),
			...numberColumns('Margin', 'Samples'),
			...textColumns('Result'),
		],
		rows: slo.map((row) => [
			row.name,
			formatMeasured(row),
			gauge(row, report),
			describeMargin(row),
			formatCount(row.samples),
			resultOf(row, report),
		]),
	});
	return section('limits', 'Service levels', lead, limits);
}

const stateTones: Record<SloRow['state'], Tone> = {
	...{ kept: 'good', broken: 'bad', undecided: 'warn', 'not-called': 'quiet' },
};

const toneOf = ({ judged, state }: SloRow, { verdict }: LoadReport): Tone =>
	judged && verdict !== 'ERROR' ? stateTones[state] : 'quiet';

function resultOf(row: SloRow, report: LoadReport): Html {
	const { judged, passed, measured, between, unit } = row;
	if (judged) {
		const word = resultWord(row, report);
		const [low, high] = (between ?? []).map((value) => formatValue(value, unit));
		const range = row.state === 'undecided' && low && html` <small>${low} to ${high ?? ''}</small>`;
		return html`${badge(toneOf(row, report), `${word.charAt(0).toUpperCase()}${word.slice(1)}`)}${range || html``}`;
	}
	if (measured === null) return badge('quiet', 'No samples');
	return html`<span class="unjudged">${badge('quiet', passed ? 'Within' : 'Beyond')} <small>shown, not judged</small></span>`;
}

function describeMargin(row: SloRow): string {
	const left = margin(row);
	if (left === null) return missingFigure;
	return left < 0 ? pastLimit(row) : `${formatShare(left)} left`;
}

/** The tick is the limit. A bar that exceeds it is broken; for a rate, one that does not reach it. */
function gauge(row: SloRow, report: LoadReport): Html {
	const width = 140;
	const tick = width / 1.5;
	if (row.measured === null) return html`<span>${missingFigure}</span>`;
	const used = row.limit > 0 ? row.measured / row.limit : row.measured > 0 ? 1.5 : 0;
	const filled = Math.max(used > 0 ? 2 : 0, Math.min(1.5, used) * tick);
	return html`<svg class="gauge ${toneOf(row, report)}" width="${width}" height="14" viewBox="0 0 ${width} 14" aria-hidden="true" focusable="false"><rect class="track" y="4" width="${width}" height="6" rx="3" /><rect class="fill" y="4" width="${filled.toFixed(1)}" height="6" rx="3" /><path class="tick" d="M${tick.toFixed(1)} 0v14" /></svg>`;
}
