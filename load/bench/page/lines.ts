/** Distributions, and what happened over time: a line for each, told apart by dash as well as by colour. */
import { line } from 'd3-shape';
import { formatCount, formatMs } from '../../../reports/figures.ts';
import type { Tick } from '../../../reports/html/chart/frame.ts';
import { clock, frame, scales } from '../../../reports/html/chart/frame.ts';
import { chartTable } from '../../../reports/html/components.ts';
import type { Html } from '../../../reports/html/html.ts';
import { html } from '../../../reports/html/html.ts';
import type { Plot } from '../row.ts';

type LinesPlot = Exclude<Plot, { kind: 'bars' }>;

const size = { width: 520, height: 240, right: 16 };

export function linesFigure(plot: LinesPlot, id: string): Html {
	const { title, words, lines } = plot;
	return html`<figure><figcaption><h3>${title}</h3><ul class="legend">${lines.map(({ name }, index) => html`<li><svg class="key" viewBox="0 0 24 8" aria-hidden="true" focusable="false"><path class="line line-${index}" d="M0 4H24" /></svg>${name}</li>`)}</ul></figcaption>
${chart(plot, id)}
<p class="words">${words}</p>
${chartTable({ caption: title, columns: columnsOf(plot).map((label) => ({ label })), rows: rowsOf(plot) })}</figure>`;
}

function chart(plot: LinesPlot, id: string): Html {
	const { title, lines } = plot;
	const points = lines.flatMap((one) => one.points).filter(isMeasured);
	if (points.length === 0) return html`<p>Nothing was measured.</p>`;
	const xs = points.map(([x]) => x);
	const isOverTime = plot.kind === 'over-time';
	const from = isOverTime ? 0 : Math.floor(Math.min(...xs));
	const highest = isOverTime ? Math.max(...points.map(([, y]) => y)) : 1;
	const scale = scales(size, Math.max(...xs), highest, from);
	const draw = line<readonly [number, number]>()
		.defined(isMeasured)
		.x(([x]) => scale.x(x))
		.y(([, y]) => scale.y(y))
		.digits(1);
	const marks = html`${lines.map(({ points: own }, index) => html`<path class="line line-${index}" d="${draw([...own]) ?? ''}" />`)}`;
	const base = { id: `chart-${id}`, size, scales: scale, title, marks, warmUpSeconds: 0 };
	const description = `A line for each of: ${lines.map(({ name }) => name).join(', ')}. The figures are in the table below.`;
	if (isOverTime) return frame({ ...base, description, format: formatOf(plot) });
	const xTicks = scale.x.ticks(6).map((at): Tick => ({ at, label: formatMs(at) }));
	return frame({ ...base, description, format: (share) => `${Math.round(share * 100)} %`, xTicks });
}

const isMeasured = (point: readonly [number, number]) => point.every(Number.isFinite);

function formatOf(plot: LinesPlot): (value: number) => string {
	if (plot.kind === 'distribution' || plot.unit === 'ms') return formatMs;
	return (bytes) => `${formatCount(bytes / 1e6)} MB`;
}

const columnsOf = ({ kind, lines }: LinesPlot): string[] => {
	return [kind === 'over-time' ? 'Time' : 'Share', ...lines.map(({ name }) => name)];
};

const shares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

/** Of a distribution the usual shares; over time every point. */
function rowsOf(plot: LinesPlot): string[][] {
	const format = formatOf(plot);
	const { kind, lines } = plot;
	if (kind === 'over-time') {
		const times = lines[0]?.points.map(([x]) => x) ?? [];
		return times.map((time, index) => [
			clock(time),
			...lines.map(({ points }) => format(points[index]?.[1] ?? Number.NaN)),
		]);
	}
	return shares.map((share) => [
		`${share * 100} %`,
		...lines.map(({ points }) => format(points.find(([, y]) => y >= share)?.[0] ?? Number.NaN)),
	]);
}
