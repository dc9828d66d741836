/** Draws the frame of a chart: axes, grid, phases, title and description. */
import type { ScaleLinear, ScaleLogarithmic } from 'd3-scale';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Html } from '../html.ts';
import { html } from '../html.ts';

export interface ChartSize {
	width: number;
	height: number;
	/** The right margin, which holds the names at the ends of lines. */
	right: number;
}

const left = 46;
const top = 12;
const bottom = 26;

export interface ChartScales {
	x: ScaleLinear<number, number>;
	y: ScaleLinear<number, number> | ScaleLogarithmic<number, number>;
}

/**
 * The scales of a chart with linear axes. The horizontal axis extends from `from` to `to`: seconds, unless `xTicks`
 * labels it otherwise.
 */
export function linearScales(size: ChartSize, to: number, highest: number, from = 0): ChartScales {
	const y = scaleLinear([0, highest > 0 ? highest : 1], [size.height - bottom, top]).nice(4);
	return { x: horizontal(size, to, from), y };
}

/**
 * The scales of a chart with a logarithmic vertical axis. It cannot show values at or below 0: the caller raises them
 * to `lowest`.
 */
export function logScales(
	size: ChartSize,
	to: number,
	[lowest, highest]: readonly [number, number],
	from = 0,
): ChartScales {
	const low = rounded(lowest, Math.floor);
	const high = Math.max(rounded(highest, Math.ceil), low * 10);
	return { x: horizontal(size, to, from), y: scaleLog([low, high], [size.height - bottom, top]) };
}

const horizontal = (size: ChartSize, to: number, from: number) =>
	scaleLinear([from, Math.max(from + 1, to)], [left, size.width - size.right]);

/** Rounds up or down to 1, 2 or 5 times a power of ten. */
function rounded(value: number, round: typeof Math.floor): number {
	const power = 10 ** Math.floor(Math.log10(value));
	const nice = [1, 2, 5, 10];
	const digit = value / power;
	const found =
		round === Math.floor
			? nice.findLast((one) => one <= digit + 1e-9)
			: nice.find((one) => one >= digit - 1e-9);
	return power * (found ?? 1);
}

/** A named part of the horizontal axis. */
export interface ChartPhase {
	name: string;
	from: number;
	to: number;
	isWarmUp: boolean;
}

/** A vertical line at a value of the horizontal axis. */
export interface ChartMark {
	at: number;
	label: string;
}

export interface ChartFrame {
	/** The id of the chart, unique on the page. It is a constant, never data. */
	id: string;
	size: ChartSize;
	scales: ChartScales;
	title: string;
	description: string;
	marks: Html;
	format: (value: number) => string;
	/** For counts: the vertical axis has labels at whole numbers only. */
	hasWholeTicks?: boolean;
	phases?: readonly ChartPhase[];
	verticals?: readonly ChartMark[];
	/** The labels of the horizontal axis. By default they are times. */
	xTicks?: readonly AxisTick[];
}

export interface AxisTick {
	at: number;
	label: string;
}

export function chartFrame(chart: ChartFrame): Html {
	const { id, size, scales: axes, title, description, marks, format } = chart;
	const { width, height, right } = size;
	const { xTicks = secondTicks(axes.x, width), phases = [], verticals = [] } = chart;
	const labelled = yTicks(axes.y).filter((tick) => !chart.hasWholeTicks || Number.isInteger(tick));
	const floor = height - bottom;
	return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${phases.map((phase, index) => phaseBand(phase, index, axes, floor))}
<g class="grid">${labelled.map((tick) => {
		const at = axes.y(tick).toFixed(1);
		return html`<path d="M${left} ${at}H${width - right}" /><text x="${left - 8}" y="${at}" dy="0.32em" text-anchor="end">${format(tick)}</text>`;
	})}${xTicks.map(({ at, label }) => {
		return html`<text x="${axes.x(at).toFixed(1)}" y="${floor + 18}" text-anchor="middle">${label}</text>`;
	})}</g>
${marks}
${phases.map((phase) => phaseLabel(phase, axes))}
${verticals.map((mark) => vertical(mark, axes, { floor, labelY: phases.length > 0 ? top + 26 : floor - 6 }))}
</svg>`;
}

const maxLogTicks = 7;

/**
 * The labels of the vertical axis. On a logarithmic axis: 1, 2 and 5 times the powers of ten, or only the powers of
 * ten.
 */
function yTicks(y: ChartScales['y']): number[] {
	if (!('base' in y)) return y.ticks(4);
	const [low = 1, high = 10] = y.domain();
	const powers = Array.from(
		{ length: Math.ceil(Math.log10(high / low)) + 2 },
		(_, index) => 10 ** (Math.floor(Math.log10(low)) + index),
	);
	const inside = (value: number) => value >= low * 0.999 && value <= high * 1.001;
	const fine = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter(inside);
	return fine.length <= maxLogTicks ? fine : powers.filter(inside);
}

const characterWidth = 6.6;

/** The start and the width of a phase that is at least partly within the chart; undefined for any other. */
function extentOf({ from, to }: ChartPhase, axes: ChartScales) {
	const [start = 0, end = 0] = axes.x.range();
	const place = (at: number) => Math.min(end, Math.max(start, axes.x(at)));
	const x = place(from);
	const width = place(to) - x;
	return width > 0 ? { x, width } : undefined;
}

function phaseBand(phase: ChartPhase, index: number, axes: ChartScales, floor: number): Html {
	const extent = extentOf(phase, axes);
	if (!extent) return html``;
	const { x, width } = extent;
	const band = phase.isWarmUp
		? html`<rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${floor - top}" />`
		: index > 0 && html`<path d="M${x.toFixed(1)} ${top}V${floor}" />`;
	return html`<g class="phase">${band}</g>`;
}

/**
 * Writes the name of a phase over the lines of the chart. The label is left out if it does not fit: the section's text
 * names all phases.
 */
function phaseLabel(phase: ChartPhase, axes: ChartScales): Html {
	const { x = 0, width = 0 } = extentOf(phase, axes) ?? {};
	if (width <= phase.name.length * characterWidth + 12) return html``;
	return html`<g class="phase"><text x="${(x + 6).toFixed(1)}" y="${top + 10}">${phase.name}</text></g>`;
}

/** In a chart with phases, the label is below their names: the curves after a peak are low. */
function vertical(
	{ at, label }: ChartMark,
	{ x }: ChartScales,
	{ floor, labelY }: { floor: number; labelY: number },
): Html {
	const [start = 0, end = 0] = x.range();
	const place = x(at);
	const isRight = place > (start + end) / 2;
	return html`<g class="vertical"><path d="M${place.toFixed(1)} ${top}V${floor}" /><text x="${(place + (isRight ? -6 : 6)).toFixed(1)}" y="${labelY}" text-anchor="${isRight ? 'end' : 'start'}">${label}</text></g>`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];

/** The labels of a time axis: round times, about one for every 80 units of width. */
function secondTicks(x: ChartScales['x'], width: number): AxisTick[] {
	const [, last = 1] = x.domain();
	const most = Math.max(2, Math.floor(width / 80));
	const step = steps.find((candidate) => last / candidate <= most) ?? last;
	const times = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
	return times.map((at) => ({ at, label: clockText(at) }));
}

/** Writes seconds as `1:30`, or as `1:00:00` from one hour on. */
export function clockText(seconds: number): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const whole = Math.round(seconds);
	const minutes = Math.floor(whole / 60);
	if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
	return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
