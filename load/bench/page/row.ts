/** A row by itself: what it was compared with, its plots, and its figures. */

import { badge, section, table } from '../../../reports/html/components.ts';
import type { Html } from '../../../reports/html/html.ts';
import { html } from '../../../reports/html/html.ts';
import type { RowResult } from '../judge.ts';
import type { Figure, Plot } from '../row.ts';
import { formatValue } from '../words.ts';
import { barsFigure } from './bars.ts';
import { linesFigure } from './lines.ts';
import { tones } from './targets.ts';

export function rowSection(row: RowResult): Html {
	const { id, title, reference, state, doubts, figures, plots } = row;
	return section(
		`row-${id}`,
		title,
		html`Beside it: ${reference}. ${badge(tones[state], state)}`,
		html`<div class="parts">${doubts.length > 0 && html`<ul class="doubts">${doubts.map((doubt) => html`<li>${doubt}</li>`)}</ul>`}
${plots.length > 0 && html`<div class="plots">${plots.map((plot, index) => drawn(plot, `${id}-${index}`))}</div>`}
${figures.length > 0 && figureTable(title, figures)}</div>`,
	);
}

function drawn(plot: Plot, id: string): Html {
	return plot.kind === 'bars' ? barsFigure(plot) : linesFigure(plot, id);
}

/** A row for each of those that were measured, a column for each thing told of them. */
function figureTable(title: string, figures: readonly Figure[]): Html {
	const columns = [...new Set(figures.map(({ what }) => what))];
	const names = [...new Set(figures.map(({ of }) => of))];
	return table({
		caption: `Figures of: ${title}`,
		columns: [{ label: 'For information' }, ...columns.map((label) => ({ label, numeric: true }))],
		rows: names.map((name) => [
			name,
			...columns.map((what) => {
				const figure = figures.find((one) => one.of === name && one.what === what);
				return figure ? formatValue(figure.value, figure.unit) : '';
			}),
		]),
	});
}
