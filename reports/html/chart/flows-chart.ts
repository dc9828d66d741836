import type { SeriesPoint } from 'd3-shape';
import { area, curveStepAfter, stack } from 'd3-shape';
import { formatRate } from '../../figures.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Size } from './frame.ts';
import { frame, scales } from './frame.ts';
import type { Point, Points } from './points.ts';

export const flowKinds = ['ok', 'failed', 'dropped'] as const;
type FlowKind = (typeof flowKinds)[number];

export interface FlowsChart {
	id: string;
	size: Size;
	data: Points;
	askedRate: number | null;
	warmUpSeconds: number;
}

/** Flows that ended in each second, piled up by how; failed and dropped carry a hatch besides their colour. */
export function flowsChart({ id, size, data, askedRate, warmUpSeconds }: FlowsChart): Html {
	const total = ({ ok, failed, dropped }: Point) => ok + failed + dropped;
	const highest = data.points.reduce((most, point) => Math.max(most, total(point)), askedRate ?? 0);
	const { x, y } = scales(size, data.length, highest * 1.08);
	const last = data.points.at(-1);
	// A step needs an end: the last point lasts as long as its seconds.
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
${askedRate !== null && asked(askedRate, x.range(), y(askedRate))}`;
	return frame({
		id,
		size,
		scales: { x, y },
		title: 'Flows per second',
		description: describe(data, askedRate),
		warmUpSeconds,
		marks,
		format: formatRate,
	});
}

function hatch(id: string, kind: FlowKind, angle: number): Html {
	return html`<pattern id="${id}-${kind}" class="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><path d="M0 0V5" /></pattern>`;
}

function asked(rate: number, [start = 0, end = 0]: number[], at: number): Html {
	return html`<g class="limit"><path d="M${start} ${at.toFixed(1)}H${end}" /><text x="${end}" y="${(at - 5).toFixed(1)}" text-anchor="end">asked for ${formatRate(rate)}</text></g>`;
}

function describe({ points, length }: Points, askedRate: number | null): string {
	const sum = (kind: FlowKind) => points.reduce((most, point) => Math.max(most, point[kind]), 0);
	const goal = askedRate === null ? '' : ` ${formatRate(askedRate)} per second were asked for.`;
	return `Over ${length} seconds, at most ${formatRate(sum('ok'))} flows ok, ${formatRate(sum('failed'))} failed and ${formatRate(sum('dropped'))} dropped in a second.${goal} The figures are in the table below.`;
}
