import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Column {
	label: string;
	numeric?: boolean;
}

export interface Table {
	caption: string;
	columns: readonly Column[];
	/** One cell per column; the first names the row. */
	rows: readonly (readonly (Html | string | number)[])[];
}

/**
 * A table that becomes a list of cards on a narrow screen. The roles are written out because a
 * browser drops the meaning of a table whose rows are laid out as blocks.
 */
export function table({ caption, columns, rows }: Table): Html {
	return html`<table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(header)}</tr></thead>
<tbody role="rowgroup">${rows.map(
		(
			cells,
		) => html`<tr role="row">${cells.map((cell, index) => dataCell(cell, columns[index], index))}</tr>
`,
	)}</tbody></table>`;
}

function header({ label, numeric }: Column): Html {
	return html`<th role="columnheader" scope="col"${numeric && html` class="number"`}>${label}</th>`;
}

function dataCell(cell: Html | string | number, column: Column | undefined, index: number): Html {
	const label = column?.label ?? '';
	const type = column?.numeric ? html` class="number"` : '';
	return index === 0
		? html`<th role="rowheader" scope="row"${type}>${cell}</th>`
		: html`<td role="cell" data-label="${label}"${type}>${cell}</td>`;
}

/** The figures behind a chart: long, so they stay folded and scroll in their own box. */
export function chartTable(table: Table): Html {
	const { caption, columns, rows } = table;
	return html`<details class="figures"><summary>Figures behind the chart<span class="hidden">: ${caption}</span></summary>
<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="dense"><caption>${caption}</caption>
<thead><tr>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows.map(
		([first, ...rest]) =>
			html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
	)}</tbody></table></div></details>`;
}

/** A bar for a share between 0 and 1, beside a figure that says the same. */
export function bar(ratio: number | null, tone = ''): Html {
	const width = Math.min(1, Math.max(0, ratio ?? 0)) * 100;
	return html`<svg class="bar ${tone}" width="72" height="6" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="6" rx="3" /><rect class="fill" width="${width.toFixed(1)}%" height="6" rx="3" /></svg>`;
}

export function definitions(entries: readonly (readonly [string, Html | string])[]): Html {
	return html`<dl class="facts">${entries.map(
		([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`,
	)}</dl>`;
}
