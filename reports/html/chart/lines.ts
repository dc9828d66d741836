/** Draws a chart of lines. Each line has its own dash pattern, and its name at its end. */
import { line } from 'd3-shape';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type {
	AxisTick,
	ChartFrame,
	ChartMark,
	ChartPhase,
	ChartScales,
	ChartSize,
} from './frame.ts';
import { chartFrame, linearScales, logScales } from './frame.ts';

export interface ChartLine {
	name: string;
	/** The CSS class of the line: `p50`, `p95`, `p99` or `single`. */
	style: string;
	/** The points of the line. A point without a value interrupts it. */
	points: readonly { x: number; y: number | null }[];
}

export interface ChartLimit {
	name: string;
	limit: number;
}

/** A symbol drawn at a point, above the lines. */
export interface ChartSymbol {
	x: number;
	y: number;
	tone: 'good' | 'bad' | 'warn';
}

export interface LineChart
	extends Pick<ChartFrame, 'id' | 'title' | 'description' | 'format' | 'hasWholeTicks'> {
	size: ChartSize;
	lines: readonly ChartLine[];
	/** The start of the horizontal axis. */
	from?: number;
	to: number;
	isLogarithmic?: boolean;
	limits?: readonly ChartLimit[];
	symbols?: readonly ChartSymbol[];
	phases?: readonly ChartPhase[];
	verticals?: readonly ChartMark[];
	xTicks?: readonly AxisTick[];
}

/** The smallest latency that the logarithmic axis shows, in milliseconds. */
const lowest = 0.1;

export function lineChart(chart: LineChart): Html {
	const { lines, limits = [], symbols = [] } = chart;
	const axes = axesOf(chart);
	const [low = 0] = axes.y.domain();
	const yOf = (value: number) => axes.y(Math.max(low, value));
	const draw = line<ChartLine['points'][number]>()
		.defined(({ y }) => y !== null)
		.x(({ x }) => axes.x(x))
		.y(({ y }) => yOf(y ?? 0))
		.digits(1);
	const curves = lines.map(
		({ style, points }) =>
			html`<path class="line ${style}" d="${draw([...points]) ?? ''}" />${lonePoints(points).map(({ x, y }) => html`<circle class="lone ${style}" cx="${axes.x(x).toFixed(1)}" cy="${yOf(y).toFixed(1)}" r="3.5" />`)}`,
	);
	const marks = html`${limits.map((one) => limitLine(one, axes))}${curves}${symbols.map((one) => symbol(one, axes.x(one.x), yOf(one.y)))}${endLabels(chart, yOf)}`;
	return chartFrame({ ...chart, scales: axes, marks });
}

/** The points without a neighbour on their line. A line to itself is as small as its width, so they get a mark. */
function lonePoints(points: ChartLine['points']): { x: number; y: number }[] {
	return points.flatMap(({ x, y }, index) => {
		const isLone = [points[index - 1], points[index + 1]].every((one) => (one?.y ?? null) === null);
		return y !== null && isLone ? [{ x, y }] : [];
	});
}

function axesOf({
	size,
	lines,
	limits = [],
	from = 0,
	to,
	isLogarithmic = false,
}: LineChart): ChartScales {
	const values = [
		...lines.flatMap(({ points }) => points.flatMap(({ y }) => y ?? [])),
		...limits.map(({ limit }) => limit),
	];
	const highest = values.reduce((most, value) => Math.max(most, value), 0);
	if (!isLogarithmic) return linearScales(size, to, highest * 1.05, from);
	const least = values.reduce((most, value) => (value > 0 ? Math.min(most, value) : most), highest);
	const low = Math.max(lowest, least || lowest);
	return logScales(size, to, [low, Math.max(low, highest)], from);
}

function limitLine({ limit }: ChartLimit, { x, y }: ChartScales): Html {
	const [start = 0, end = 0] = x.range();
	return html`<g class="limit"><path d="M${start} ${y(limit).toFixed(1)}H${end}" /></g>`;
}

/** Draws a symbol. Form and colour both differ, so that colour is not the only mark. */
function symbol({ tone }: ChartSymbol, x: number, y: number): Html {
	const at = `${x.toFixed(1)} ${y.toFixed(1)}`;
	const form =
		tone === 'good'
			? html`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" />`
			: html`<path d="M${at}m-4.5 -4.5l9 9m0 -9l-9 9" />`;
	return html`<g class="symbol ${tone}">${form}</g>`;
}

/** Writes the names at the ends of the lines, moved apart so that they do not overlap. */
function endLabels({ lines, size }: LineChart, yOf: (value: number) => number): Html {
	if (lines.length < 2) return html``;
	const gap = 13;
	let above = Number.POSITIVE_INFINITY;
	const labels = lines.flatMap(({ name, style, points }) => {
		const value = points.findLast(({ y }) => y !== null)?.y ?? null;
		if (value === null) return [];
		const at = Math.min(yOf(value), above - gap);
		above = at;
		return [
			html`<text class="name ${style}" x="${size.width - size.right + 6}" y="${at.toFixed(1)}" dy="0.32em">${name}</text>`,
		];
	});
	return html`${labels}`;
}
