/** The limits of a load run, grouped by result: broken, undecided, kept, not judged. */
import type { LoadReport, SloRow } from '../../simulator/contract/run-report.ts';
import { formatCount, formatValue, missingFigure } from '../figures.ts';
import type { LimitGroup } from '../load-facts.ts';
import { limitGroups, measuredStepSentence } from '../load-facts.ts';
import { describeMargin, formatMeasured, limitResultWord } from '../slo.ts';
import { clockText } from './chart/frame.ts';
import type { Tone } from './components.ts';
import { badge, htmlTable, numberColumns, section, textColumns } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

export function limitsSection(report: LoadReport): Html {
	const groups = limitGroups(report);
	const body =
		groups.length === 0
			? html`<p>No limit was compared.</p>`
			: html`${groups.map((group) => limitGroup(group, report))}`;
	return section('limits', 'Limits', leadOf(report), body);
}

function leadOf(report: LoadReport): string {
	const { plan, verdict } = report;
	if (verdict === 'ERROR') {
		return 'The run has no verdict: the limits are shown, and none was kept or broken.';
	}
	if (plan.profile === 'breakpoint') {
		return `${measuredStepSentence(report)} The margin is what is left of the limit.`;
	}
	if (plan.profile === 'spike') {
		return 'A limit that names no phase was measured before the peak. The margin is what is left of the limit.';
	}
	if (plan.judgesLatency) {
		return 'Measured over the part of the run after the warm-up. The margin is what is left of the limit.';
	}
	return plan.profile === 'idempotency'
		? 'An idempotency run does not judge speed: the limits are shown, and do not decide.'
		: 'A smoke run makes too few calls to judge speed: the limits are shown, and do not decide.';
}

function limitGroup({ word, rows }: LimitGroup, report: LoadReport): Html {
	const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
	const content = htmlTable({
		caption: `Limits: ${word}`,
		columns: [
			...textColumns('Limit'),
			...numberColumns('Measured'),
			...textColumns('Measured against limit'),
			...numberColumns('Margin', 'Samples', 'Worst 10 seconds'),
			...textColumns('Result'),
		],
		rows: rows.map((row) => [
			limitName(row),
			formatMeasured(row),
			gauge(row, report),
			describeMargin(row),
			formatCount(row.samples),
			worstOf(row),
			resultOf(row, report),
		]),
	});
	return html`<div class="limit-group"><h3>${title} (${formatCount(rows.length)})</h3>${content}</div>`;
}

/** The value stays on one line with its unit. */
function limitName({ name }: SloRow): Html {
	const [, subject = name, value = ''] = /^(.*?)([≤≥].*)?$/.exec(name) ?? [];
	return html`<span>${subject}<span class="nowrap">${value}</span></span>`;
}

function worstOf({ worstWindow, unit }: SloRow): string {
	if (worstWindow === null || worstWindow.measured === 0) return missingFigure;
	return `${formatValue(worstWindow.measured, unit)} from ${clockText(worstWindow.second)}`;
}

const stateTones: Record<SloRow['state'], Tone> = {
	...{ kept: 'good', broken: 'bad', undecided: 'warn', 'not-called': 'quiet' },
};

const toneOf = ({ judged, state }: SloRow, { verdict }: LoadReport): Tone =>
	judged && verdict !== 'ERROR' ? stateTones[state] : 'quiet';

function resultOf(row: SloRow, report: LoadReport): Html {
	const { judged, passed, measured, between, unit } = row;
	if (judged || report.verdict === 'ERROR') {
		const word = limitResultWord(row, report);
		const [low, high] = (between ?? []).map((value) => formatValue(value, unit));
		const isOpen = word === 'undecided' && low !== undefined;
		const range = isOpen && html`<small class="detail">${low} to ${high ?? ''}</small>`;
		return html`<span>${badge(toneOf(row, report), `${word.charAt(0).toUpperCase()}${word.slice(1)}`)}${range}</span>`;
	}
	if (measured === null) return badge('quiet', 'No samples');
	return html`<span class="unjudged">${badge('quiet', passed ? 'Within' : 'Beyond')} <small>shown, not judged</small></span>`;
}

/**
 * Draws a bar for the measured value and a tick for the limit. A bar past the tick means broken; for a rate, a bar that
 * ends before it.
 */
function gauge(row: SloRow, report: LoadReport): Html {
	const width = 140;
	const tick = width / 1.5;
	if (row.measured === null) return html`${missingFigure}`;
	const used = row.limit > 0 ? row.measured / row.limit : row.measured > 0 ? 1.5 : 0;
	const filled = Math.max(used > 0 ? 2 : 0, Math.min(1.5, used) * tick);
	return html`<svg class="gauge ${toneOf(row, report)}" width="${width}" height="14" viewBox="0 0 ${width} 14" aria-hidden="true" focusable="false"><rect class="track" y="4" width="${width}" height="6" rx="3" /><rect class="fill" y="4" width="${filled.toFixed(1)}" height="6" rx="3" /><path class="tick" d="M${tick.toFixed(1)} 0v14" /></svg>`;
}
