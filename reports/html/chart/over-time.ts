/** The section "Over time": flows, flows in flight, failed calls, and the response time of each call. */
import type { LoadReport } from '../../../simulator/contract/run-report.ts';
import { formatCount, formatMs, formatRate } from '../../figures.ts';
import { isWarmUp, phaseNameInText, sortStepsByFlow } from '../../load-facts.ts';
import type { Table } from '../components.ts';
import { chartTable, section, textColumns } from '../components.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { PlannedRate } from './flows.ts';
import { flowResultKinds, flowsChart, hasFlowsStarted } from './flows.ts';
import type { ChartMark, ChartPhase } from './frame.ts';
import { clockText } from './frame.ts';
import type { ChartLimit, LineChart } from './lines.ts';
import { lineChart } from './lines.ts';
import type { ChartPoint, ChartPoints, Percentiles } from './points.ts';
import { chartPointsOf } from './points.ts';

/** Text in an SVG shrinks with the drawing, so narrow screens get a second drawing. */
const wide = { width: 1040, height: 260, right: 12 };
const narrow = { width: 360, height: 220, right: 12 };
const panel = { width: 360, height: 220, right: 34 };

export function overTimeSection(report: LoadReport): Html {
	const data = chartPointsOf(report.series);
	if (data.points.length === 0) {
		return section('time', 'Over time', '', html`<p>No series was recorded in this run.</p>`);
	}
	const phases = phasesOf(report.plan, data.length);
	return section(
		'time',
		'Over time',
		html`${lead(data)}${phases.length > 0 && html` ${describePhases(phases)}`}`,
		html`${flows(report, data, phases)}
<div class="panels">${[...counts(data, phases), ...latencies(report, data, phases)]}</div>`,
	);
}

function lead({ width }: ChartPoints): string {
	const few =
		'A single second holds few calls, so its percentiles jump; the verdict looks at the whole.';
	return width === 1
		? `One point is one second. ${few}`
		: `One point is ${width} seconds: the mean of the flows, and the worst second of the response times. ${few}`;
}

/** The phases of the plan for the chart. A report of an older version has only its warm-up. */
function phasesOf({ phases, warmUpMs }: LoadReport['plan'], length: number): ChartPhase[] {
	if (phases === undefined || phases.length === 0) {
		return warmUpMs > 0 ? [{ name: 'warm-up', from: 0, to: warmUpMs / 1000, isWarmUp: true }] : [];
	}
	return phases
		.filter(({ startSecond }) => startSecond < length)
		.map(({ name, startSecond, endSecond }) => ({
			name: phaseNameInText(name),
			from: startSecond,
			to: Math.min(length, endSecond),
			isWarmUp: isWarmUp(name),
		}));
}

function describePhases(phases: readonly ChartPhase[]): string {
	const parts = phases.map(
		({ name, from, to }) => `${name} ${clockText(from)} to ${clockText(to)}`,
	);
	return `Phases: ${parts.join(', ')}.`;
}

function askedRates(
	{ phases = [], ratePerSecond, warmUpMs, holdMs }: LoadReport['plan'],
	length: number,
): PlannedRate[] {
	const parts = phases.flatMap(({ startSecond, endSecond, ratePerSecond: rate }) =>
		rate === null || startSecond >= length
			? []
			: [{ from: startSecond, to: Math.min(length, endSecond), rate }],
	);
	if (parts.length > 0) return parts;
	if (ratePerSecond === null) return [];
	const end = holdMs > 0 ? (warmUpMs + holdMs) / 1000 : length;
	return [{ from: 0, to: Math.min(length, end), rate: ratePerSecond }];
}

function flows(report: LoadReport, data: ChartPoints, phases: readonly ChartPhase[]): Html {
	const asked = askedRates(report.plan, data.length);
	const common = { data, asked, phases };
	const started = hasFlowsStarted(data);
	const legend = [
		...flowResultKinds.map((kind) => html`<li><span class="swatch ${kind}"></span>${kind}</li>`),
		...(started ? [html`<li><span class="swatch started"></span>started</li>`] : []),
		...(asked.length > 0 ? [html`<li><span class="swatch limit"></span>asked for</li>`] : []),
	];
	return html`<figure><figcaption><h3>Flows per second</h3><ul class="legend">${legend}</ul></figcaption>
<div class="wide">${flowsChart({ ...common, id: 'flows-wide', size: wide })}</div>
<div class="narrow">${flowsChart({ ...common, id: 'flows-narrow', size: narrow })}</div>
${chartTable({
	caption: 'Flows per second',
	columns: textColumns('Time', ...(started ? ['Started'] : []), 'Ok', 'Failed', 'Dropped'),
	rows: data.points.map((point) => [
		clockText(point.second),
		...(started ? [formatRate(point.started)] : []),
		...flowResultKinds.map((kind) => formatRate(point[kind])),
	]),
})}</figure>`;
}

const centre = ({ width, length }: ChartPoints, { second }: ChartPoint) =>
	Math.min(length, second + width / 2);

/** Draws two charts with one line each: flows in flight, and failed calls. */
function counts(data: ChartPoints, phases: readonly ChartPhase[]): Html[] {
	const values = [
		{
			id: 'in-flight',
			heading: 'Flows in flight',
			when: ' at the end of a second',
			read: (point: ChartPoint) => point.inFlight,
			format: formatCount,
		},
		{
			id: 'failed-calls',
			heading: 'Failed calls per second',
			when: '',
			read: (point: ChartPoint) => point.failedCalls,
			format: formatRate,
		},
	];
	return values.flatMap(({ id, heading, when, read, format }) => {
		const numbers = data.points.flatMap((point) => read(point) ?? []);
		if (numbers.length === 0) return [];
		const highest = numbers.reduce((most, value) => Math.max(most, value), 0);
		const style = id === 'in-flight' ? 'single' : 'failed';
		const points = data.points.map((point) => ({ x: centre(data, point), y: read(point) }));
		return [
			panelFigure(html`${heading}`, html`<p class="legend">at most ${format(highest)}${when}</p>`, {
				...{ id, phases, format, to: data.length, title: heading },
				// If a point covers several seconds, its failed calls are a mean, which may not be whole.
				hasWholeTicks: numbers.every(Number.isInteger),
				description: `At most ${format(highest)} over ${data.length} seconds. The figures are in the table below.`,
				lines: [{ name: heading, style, points }],
				table: {
					caption: heading,
					columns: textColumns('Time', heading),
					rows: data.points.map((point) => {
						const value = read(point);
						return [clockText(point.second), value === null ? formatMs(null) : format(value)];
					}),
				},
			}),
		];
	});
}

const percentiles = ['p50', 'p95', 'p99'] as const;

function latencies(report: LoadReport, data: ChartPoints, phases: readonly ChartPhase[]): Html[] {
	const names = sortStepsByFlow(data.points.flatMap((point) => Object.keys(point.steps)));
	return names.map((step, index) => {
		const read = (point: ChartPoint, key: keyof Percentiles) => point.steps[step]?.[key] ?? null;
		const limits = chartLimitsOfStep(report, step);
		const highest = data.points
			.flatMap((point) => percentiles.map((key) => read(point, key) ?? 0))
			.reduce((most, value) => Math.max(most, value), 0);
		return panelFigure(html`<code>${step}</code> <small>ms</small>`, limitNote(limits), {
			...{ id: `latency-${index}`, phases, limits, to: data.length, format: formatMs },
			isLogarithmic: true,
			title: `Response time of ${step}, in milliseconds`,
			description: `p50, p95 and p99 over ${data.length} seconds on a logarithmic axis; the highest is ${formatMs(highest)} ms. The figures are in the table below.`,
			lines: percentiles.map((key) => ({
				...{ name: key, style: key },
				points: data.points.map((point) => ({ x: centre(data, point), y: read(point, key) })),
			})),
			verticals: recoveryMarks(report),
			table: {
				caption: `Response time of ${step}, in milliseconds`,
				columns: textColumns('Time', ...percentiles),
				rows: data.points.map((point) => [
					clockText(point.second),
					...percentiles.map((key) => formatMs(read(point, key))),
				]),
			},
		});
	});
}

function recoveryMarks({ recovery, plan }: LoadReport): ChartMark[] {
	// The charts of a rehearsal are those of its average load.
	if (!recovery || plan.profile !== 'spike') return [];
	return [{ at: recovery.recoverBySecond, label: 'due' }];
}

/** The limits of a call, without duplicates: the phases of a spike share them. A limit for whole flows has no step. */
export function chartLimitsOfStep({ slo }: Pick<LoadReport, 'slo'>, step: string): ChartLimit[] {
	return slo
		.filter((row) => row.unit === 'ms' && (row.step ?? 'flow') === step)
		.map(({ metric, limit }) => ({ name: metric, limit }))
		.filter(
			(one, index, all) =>
				all.findIndex(({ name, limit }) => name === one.name && limit === one.limit) === index,
		);
}

function panelFigure(
	heading: Html,
	note: Html,
	{ table, ...chart }: Omit<LineChart, 'size'> & { table: Table },
): Html {
	return html`<figure><figcaption><h3>${heading}</h3>${note}</figcaption>
${lineChart({ ...chart, size: panel })}
${chartTable(table)}</figure>`;
}

function limitNote(limits: readonly ChartLimit[]): Html {
	if (limits.length === 0) return html`<p class="legend">no limit</p>`;
	const words = limits.map(({ name, limit }) => `${name} ${formatMs(limit)}`);
	return html`<p class="legend"><span><span class="swatch limit"></span>limit ${words.join(', ')}</span></p>`;
}
