/** The chart of flows per second, stacked by result. */
import type { SeriesPoint } from 'd3-shape';
import { area, curveStepAfter, line, stack } from 'd3-shape';
import { formatRate } from '../../figures.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { ChartPhase, ChartScales, ChartSize } from './frame.ts';
import { chartFrame, linearScales } from './frame.ts';
import type { ChartPoint, ChartPoints } from './points.ts';

export const flowResultKinds = ['ok', 'failed', 'dropped'] as const;
type FlowKind = (typeof flowResultKinds)[number];

/** A rate that the plan asked for, from one second of the run to another. */
export interface PlannedRate {
	from: number;
	to: number;
	rate: number;
}

export interface FlowsChart {
	id: string;
	size: ChartSize;
	data: ChartPoints;
	asked: readonly PlannedRate[];
	phases: readonly ChartPhase[];
}

/** Whether the report has the number of flows started: reports of schema version 1 do not. */
export const hasFlowsStarted = ({ points }: ChartPoints): boolean =>
	points.some(({ started }) => started > 0);

/**
 * Draws the flows that ended in each second, stacked by result, and the flows started as a line. Failed and dropped
 * flows are hatched too, so that colour is not their only mark.
 */
export function flowsChart({ id, size, data, asked, phases }: FlowsChart): Html {
	const total = ({ ok, failed, dropped, started }: ChartPoint) =>
		Math.max(ok + failed + dropped, started);
	const highest = [...data.points.map(total), ...asked.map(({ rate }) => rate)].reduce(
		(most, value) => Math.max(most, value),
		0,
	);
	const axes = linearScales(size, data.length, highest * 1.15);
	const { x, y } = axes;
	const last = data.points.at(-1);
	// A step curve needs one more point to draw its last step.
	const closed = last ? [...data.points, { ...last, second: data.length }] : [];
	const shape = area<SeriesPoint<ChartPoint>>()
		.x((layer) => x(layer.data.second))
		.y0((layer) => y(layer[0]))
		.y1((layer) => y(layer[1]))
		.curve(curveStepAfter)
		.digits(1);
	const layers = stack<ChartPoint, FlowKind>().keys(flowResultKinds)(closed);
	const started = line<ChartPoint>()
		.x(({ second }) => x(second))
		.y((point) => y(point.started))
		.curve(curveStepAfter)
		.digits(1);
	const marks = html`<defs>${hatch(id, 'failed', 45)}${hatch(id, 'dropped', -45)}</defs>
${layers.map((layer) => {
	const path = shape(layer) ?? '';
	const over = layer.key !== 'ok' && html`<path d="${path}" fill="url(#${id}-${layer.key})" />`;
	return html`<path class="area ${layer.key}" d="${path}" />${over}`;
})}
${hasFlowsStarted(data) && html`<path class="line started" d="${started(closed) ?? ''}" />`}
${asked.map((one, index) => askedLine(one, axes, index === 0))}`;
	return chartFrame({
		...{ id, size, phases, marks, scales: axes },
		title: 'Flows per second',
		description: describeFlows(data, asked),
		format: formatRate,
	});
}

function hatch(id: string, kind: FlowKind, angle: number): Html {
	return html`<pattern id="${id}-${kind}" class="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><path d="M0 0V5" /></pattern>`;
}

function askedLine({ from, to, rate }: PlannedRate, { x, y }: ChartScales, isFirst: boolean): Html {
	const [start, end] = [x(from), x(to)];
	const at = y(rate);
	const label = `asked for ${formatRate(rate)}`;
	// Label only the first segment of the planned-rate line: with many rates, more labels would overlap.
	// Above the steps of the curve, which vary by a few flows around the planned rate.
	const labelY = (at - 14).toFixed(1);
	const hasLabel = isFirst && end - start > label.length * 6.6;
	return html`<g class="limit"><path d="M${start.toFixed(1)} ${at.toFixed(1)}H${end.toFixed(1)}" />${hasLabel && html`<text x="${end.toFixed(1)}" y="${labelY}" text-anchor="end">${label}</text>`}</g>`;
}

function describeFlows({ points, length }: ChartPoints, asked: readonly PlannedRate[]): string {
	const highest = (kind: FlowKind) =>
		points.reduce((most, point) => Math.max(most, point[kind]), 0);
	const rates = [...new Set(asked.map(({ rate }) => formatRate(rate)))].join(', ');
	const goal = rates === '' ? '' : ` ${rates} per second were asked for.`;
	return `Over ${length} seconds, at most ${formatRate(highest('ok'))} flows ok, ${formatRate(highest('failed'))} failed and ${formatRate(highest('dropped'))} dropped in a second.${goal} The figures are in the table below.`;
}
