/** The section "Over time": flows per second, and the answer time of every call. */
import type { LoadReport } from '../../../simulator/contract/run-report.ts';
import { formatMs, formatRate } from '../../figures.ts';
import { chartTable, section, textColumns } from '../components.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Limit } from './charts.ts';
import { flowKinds, flowsChart, highestOf, isDrawn, latencyChart } from './charts.ts';
import { clock } from './frame.ts';
import type { Point, Points } from './points.ts';
import { pointsOf } from './points.ts';

/** Text in an SVG shrinks with it, so narrow screens get a drawing of their own. */
const wide = { width: 1040, height: 260, right: 12 };
const narrow = { width: 360, height: 220, right: 12 };
const panel = { width: 360, height: 220, right: 34 };

export function overTime(report: LoadReport): Html {
	const data = pointsOf(report.series);
	if (data.points.length === 0) {
		return section('time', 'Over time', '', html`<p>No series was recorded in this run.</p>`);
	}
	return section(
		'time',
		'Over time',
		lead(data),
		html`${flows(report, data)}${latencies(report, data)}`,
	);
}

function lead({ width }: Points): string {
	const few =
		'A single second holds few calls, so its percentiles jump; the verdict looks at the whole.';
	return width === 1
		? `One point is one second. ${few}`
		: `One point is ${width} seconds: the mean of the flows, and the worst second of the answer times. ${few}`;
}

function flows(report: LoadReport, data: Points): Html {
	const common = {
		data,
		askedRate: report.plan.ratePerSecond,
		warmUpSeconds: report.plan.warmUpMs / 1000,
	};
	return html`<figure><figcaption><h3>Flows per second</h3><ul class="legend">${flowKinds.map(
		(kind) => html`<li><span class="swatch ${kind}"></span>${kind}</li>`,
	)}</ul></figcaption>
<div class="wide">${flowsChart({ ...common, id: 'flows-wide', size: wide })}</div>
<div class="narrow">${flowsChart({ ...common, id: 'flows-narrow', size: narrow })}</div>
${chartTable({
	caption: 'Flows per second',
	columns: textColumns('Time', 'Ok', 'Failed', 'Dropped'),
	rows: data.points.map((point) => [
		clock(point.second),
		...flowKinds.map((kind) => formatRate(point[kind])),
	]),
})}</figure>`;
}

function latencies(report: LoadReport, data: Points): Html {
	const names = [...new Set(data.points.flatMap((point) => Object.keys(point.steps)))];
	return html`<div class="panels">${names.map((step, index) => {
		const limits = report.slo
			.filter((row) => row.step === step && row.unit === 'ms')
			.map(({ metric, limit }) => ({ name: metric, limit }));
		const warmUpSeconds = report.plan.warmUpMs / 1000;
		return html`<figure><figcaption><h3><code>${step}</code> <small>ms</small></h3>${limitNote(limits, highestOf(data, step))}</figcaption>
${latencyChart({ id: `latency-${index}`, size: panel, data, step, limits, warmUpSeconds })}
${chartTable({
	caption: `Answer time of ${step}, in milliseconds`,
	columns: textColumns('Time', 'p50', 'p95', 'p99'),
	rows: data.points.map((point) => figures(point, step)),
})}</figure>`;
	})}</div>`;
}

function figures(point: Point, step: string): string[] {
	const { p50 = null, p95 = null, p99 = null } = point.steps[step] ?? {};
	return [clock(point.second), formatMs(p50), formatMs(p95), formatMs(p99)];
}

function limitNote(limits: readonly Limit[], highest: number): Html {
	if (limits.length === 0) return html`<p class="legend">no limit</p>`;
	const drawn = limits.some((entry) => isDrawn(entry, highest));
	const words = limits.map((entry) => {
		const off = isDrawn(entry, highest) ? '' : ' (off the chart)';
		return `${entry.name} ${formatMs(entry.limit)}${off}`;
	});
	return html`<p class="legend"><span>${drawn && html`<span class="swatch limit"></span>`}limit ${words.join(', ')}</span></p>`;
}
