/** The two charts over time: flows per second, and the answer time of one call. */
import type { SeriesPoint } from 'd3-shape';
import { area, curveStepAfter, line, stack } from 'd3-shape';
import { formatMs, formatRate } from '../../figures.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Scales, Size } from './frame.ts';
import { frame, scales } from './frame.ts';
import type { Percentiles, Point, Points } from './points.ts';

export const flowKinds = ['ok', 'failed', 'dropped'] as const;
type FlowKind = (typeof flowKinds)[number];

export interface FlowsChart {
	id: string;
	size: Size;
	data: Points;
	askedRate: number | null;
	warmUpSeconds: number;
}

/** Flows that ended in each second, stacked by result; failed and dropped have a hatch besides their colour. */
export function flowsChart({ id, size, data, askedRate, warmUpSeconds }: FlowsChart): Html {
	const total = ({ ok, failed, dropped }: Point) => ok + failed + dropped;
	const highest = data.points.reduce((most, point) => Math.max(most, total(point)), askedRate ?? 0);
	const { x, y } = scales(size, data.length, highest * 1.08);
	const last = data.points.at(-1);
	// The last step of the curve needs an end point.
	const closed = last ? [...data.points, { ...last, second: data.length }] : [];
	const shape = area<SeriesPoint<Point>>()
		.x((layer) => x(layer.data.second))
		.y0((layer) => y(layer[0]))
		.y1((layer) => y(layer[1]))
		.curve(curveStepAfter)
		.digits(1);
	const layers = stack<Point, FlowKind>().keys(flowKinds)(closed);
	const marks = html`<defs>${hatch(id, 'failed', 45)}${hatch(id, 'dropped', -45)}</defs>
${layers.map((layer) => {
	const path = shape(layer) ?? '';
	const over = layer.key !== 'ok' && html`<path d="${path}" fill="url(#${id}-${layer.key})" />`;
	return html`<path class="area ${layer.key}" d="${path}" />${over}`;
})}
${askedRate !== null && askedLine(askedRate, x.range(), y(askedRate))}`;
	return frame({
		id,
		size,
		scales: { x, y },
		title: 'Flows per second',
		description: describeFlows(data, askedRate),
		warmUpSeconds,
		marks,
		format: formatRate,
	});
}

function hatch(id: string, kind: FlowKind, angle: number): Html {
	return html`<pattern id="${id}-${kind}" class="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><path d="M0 0V5" /></pattern>`;
}

function askedLine(rate: number, [start = 0, end = 0]: number[], at: number): Html {
	return html`<g class="limit"><path d="M${start} ${at.toFixed(1)}H${end}" /><text x="${end}" y="${(at - 5).toFixed(1)}" text-anchor="end">asked for ${formatRate(rate)}</text></g>`;
}

function describeFlows({ points, length }: Points, askedRate: number | null): string {
	const highest = (kind: FlowKind) =>
		points.reduce((most, point) => Math.max(most, point[kind]), 0);
	const goal = askedRate === null ? '' : ` ${formatRate(askedRate)} per second were asked for.`;
	return `Over ${length} seconds, at most ${formatRate(highest('ok'))} flows ok, ${formatRate(highest('failed'))} failed and ${formatRate(highest('dropped'))} dropped in a second.${goal} The figures are in the table below.`;
}

const percentiles = ['p50', 'p95', 'p99'] as const;

export interface Limit {
	name: string;
	limit: number;
}

export interface LatencyChart {
	id: string;
	size: Size;
	data: Points;
	step: string;
	/** Drawn when they are near the figures. */
	limits: readonly Limit[];
	warmUpSeconds: number;
}

/** The highest percentile of a call in all points. */
export function highestOf({ points }: Points, step: string): number {
	const values = points.flatMap((point) => percentiles.map((key) => point.steps[step]?.[key] ?? 0));
	return Math.max(0, ...values);
}

/** Whether the chart shows the limit. One far above the figures would flatten the curves: the caption names it instead. */
export function isDrawn({ limit }: Limit, highest: number): boolean {
	return limit <= highest * 1.6;
}

/** p50, p95 and p99 of one call over time; each line has its own dash and its name at the end. */
export function latencyChart(chart: LatencyChart): Html {
	const { id, size, data, step, limits, warmUpSeconds } = chart;
	const read = (point: Point, key: keyof Percentiles) => point.steps[step]?.[key] ?? null;
	const highest = highestOf(data, step);
	const shown = limits.filter((entry) => isDrawn(entry, highest));
	const scale = scales(
		size,
		data.length,
		Math.max(highest, ...shown.map(({ limit }) => limit)) * 1.05,
	);
	const middle = data.width / 2;
	const curves = percentiles.map((key) => {
		const draw = line<Point>()
			.defined((point) => read(point, key) !== null)
			.x((point) => scale.x(Math.min(data.length, point.second + middle)))
			.y((point) => scale.y(read(point, key) ?? 0))
			.digits(1);
		return html`<path class="line ${key}" d="${draw(data.points) ?? ''}" />`;
	});
	const marks = html`${curves}${shown.map((entry) => limitLine(entry, scale))}${endLabels(chart, scale)}`;
	return frame({
		id,
		size,
		scales: scale,
		title: `Answer time of ${step}, in milliseconds`,
		description: `p50, p95 and p99 over ${data.length} seconds; the highest is ${formatMs(highest)} ms. The figures are in the table below.`,
		warmUpSeconds,
		marks,
		format: formatMs,
	});
}

function limitLine({ limit }: Limit, { x, y }: Scales): Html {
	const [start = 0, end = 0] = x.range();
	return html`<g class="limit"><path d="M${start} ${y(limit).toFixed(1)}H${end}" /></g>`;
}

/** The names at the ends of the lines, moved apart so that they do not overlap. */
function endLabels({ data, step, size }: LatencyChart, { y }: Scales): Html {
	const last = data.points.findLast((point) => (point.steps[step]?.p50 ?? null) !== null);
	if (last === undefined) return html``;
	const gap = 13;
	let above = Number.POSITIVE_INFINITY;
	const labels = percentiles.flatMap((key) => {
		const value = last.steps[step]?.[key] ?? null;
		if (value === null) return [];
		const at = Math.min(y(value), above - gap);
		above = at;
		return [
			html`<text class="name ${key}" x="${size.width - size.right + 6}" y="${at.toFixed(1)}" dy="0.32em">${key}</text>`,
		];
	});
	return html`${labels}`;
}
