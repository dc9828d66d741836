import { line } from 'd3-shape';
import { formatMs } from '../../figures.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Scales, Size } from './frame.ts';
import { frame, scales } from './frame.ts';
import type { Percentiles, Point, Points } from './points.ts';

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
	/** Limits to draw, where they lie within reach of the figures. */
	limits: readonly Limit[];
	warmUpSeconds: number;
}

export function highestOf({ points }: Points, step: string): number {
	const values = points.flatMap((point) => percentiles.map((key) => point.steps[step]?.[key] ?? 0));
	return Math.max(0, ...values);
}

/** A limit far above the figures would press them flat; it is told in words then. */
export function isDrawn({ limit }: Limit, highest: number): boolean {
	return limit <= highest * 1.6;
}

/** p50, p95 and p99 of one call over time; each has its own dash and its name at its end. */
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

/** Names at the ends of the lines, pushed apart so that they can be read. */
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
