/** The frame of a chart: axes, grid, title and description. */
import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import type { Html } from '../html.ts';
import { html } from '../html.ts';

export interface Size {
	width: number;
	height: number;
	/** The right margin, for the names at the ends of lines. */
	right: number;
}

const left = 46;
const top = 12;
const bottom = 26;

export interface Scales {
	x: ScaleLinear<number, number>;
	y: ScaleLinear<number, number>;
}

/** The horizontal axis extends from `from` to `to`: seconds, unless `xTicks` labels it otherwise. */
export function scales(size: Size, to: number, highest: number, from = 0): Scales {
	const x = scaleLinear([from, Math.max(from + 1, to)], [left, size.width - size.right]);
	const y = scaleLinear([0, highest > 0 ? highest : 1], [size.height - bottom, top]).nice(4);
	return { x, y };
}

export interface Frame {
	/** Unique on the page; a constant, never data. */
	id: string;
	size: Size;
	scales: Scales;
	title: string;
	description: string;
	warmUpSeconds: number;
	marks: Html;
	format: (value: number) => string;
	/** The labels of the horizontal axis; times by default. */
	xTicks?: readonly Tick[];
}

export interface Tick {
	at: number;
	label: string;
}

export function frame(chart: Frame): Html {
	const { id, size, scales, title, description, marks, format } = chart;
	const { width, height, right } = size;
	const { xTicks = secondTicks(scales.x, width) } = chart;
	const floor = height - bottom;
	return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${warmUp(chart, floor)}
<g class="grid">${scales.y.ticks(4).map((tick) => {
		const at = scales.y(tick).toFixed(1);
		return html`<path d="M${left} ${at}H${width - right}" /><text x="${left - 8}" y="${at}" dy="0.32em" text-anchor="end">${format(tick)}</text>`;
	})}${xTicks.map(({ at, label }) => {
		return html`<text x="${scales.x(at).toFixed(1)}" y="${floor + 18}" text-anchor="middle">${label}</text>`;
	})}</g>
${marks}
</svg>`;
}

function warmUp({ scales, warmUpSeconds }: Frame, floor: number): Html {
	if (warmUpSeconds <= 0) return html``;
	const [start = 0, end = 0] = scales.x.range();
	const width = Math.min(end, scales.x(warmUpSeconds)) - start;
	const label = width > 56 && html`<text x="${start + 6}" y="${top + 10}">warm-up</text>`;
	return html`<g class="warm-up"><rect x="${start}" y="${top}" width="${width.toFixed(1)}" height="${floor - top}" />${label}</g>`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];

/** Round times, about one every 80 units. */
function secondTicks(x: Scales['x'], width: number): Tick[] {
	const [, last = 1] = x.domain();
	const most = Math.max(2, Math.floor(width / 80));
	const step = steps.find((candidate) => last / candidate <= most) ?? last;
	const times = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
	return times.map((at) => ({ at, label: clock(at) }));
}

/** `1:30`, or `1:00:00` from one hour on. */
export function clock(seconds: number): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const whole = Math.round(seconds);
	const minutes = Math.floor(whole / 60);
	if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
	return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
