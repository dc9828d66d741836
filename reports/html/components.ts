/** The building blocks of a report page: sections, tiles, badges, tables, bars. */
import { missingFigure } from '../figures.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

const iconPaths: Record<Tone, string> = {
	good: 'M4.5 8.4 7 10.9 11.6 5.6',
	bad: 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4',
	warn: 'M8 4.4v4.4M8 11.4v.2',
	quiet: 'M5 8h6',
};

/** An icon for a state, so that colour is never the only mark. */
export function icon(tone: Tone): Html {
	return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7.25" /><path d="${iconPaths[tone]}" /></svg>`;
}

export function badge(tone: Tone, word: string): Html {
	return html`<span class="badge ${tone}">${icon(tone)}${word}</span>`;
}

/** A section of the page with its heading. The id is a constant. `lead` is one sentence below the heading. */
export function section(id: string, heading: string, lead: Html | string, body: Html): Html {
	return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${lead !== '' && html`<p class="lead">${lead}</p>`}
${body}
</section>`;
}

export interface FigureTile {
	label: string;
	value: string;
	note?: string;
}

/** A row of tiles with the key figures. */
export function figureTiles(entries: readonly FigureTile[]): Html {
	const isMany = entries.length > 5;
	return html`<dl class="tiles${isMany && ' many'}">${entries.map(
		({ label, value, note }) =>
			html`<div><dt>${label}</dt><dd>${value}${note && html`<small>${note}</small>`}</dd></div>`,
	)}</dl>`;
}

export interface Column {
	label: string;
	numeric?: boolean;
}

export const textColumns = (...labels: string[]): Column[] => labels.map((label) => ({ label }));

export const numberColumns = (...labels: string[]): Column[] =>
	labels.map((label) => ({ label, numeric: true }));

export interface Table {
	caption: string;
	columns: readonly Column[];
	/** The rows of the table: one cell for each column. The first cell names the row. */
	rows: readonly (readonly (Html | string | number)[])[];
}

/**
 * A table that becomes a list of cards on a narrow screen. The roles are explicit because a browser drops the
 * semantics of a table whose rows are displayed as blocks.
 */
export function htmlTable({ caption, columns, rows }: Table): Html {
	return html`<table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(headerCell)}</tr></thead>
<tbody role="rowgroup">${rows.map(
		(
			cells,
		) => html`<tr role="row">${cells.map((cell, index) => dataCell(cell, columns[index], index))}</tr>
`,
	)}</tbody></table>`;
}

function headerCell({ label, numeric }: Column): Html {
	return html`<th role="columnheader" scope="col"${numeric && html` class="number"`}>${label}</th>`;
}

function dataCell(cell: Html | string | number, column: Column | undefined, index: number): Html {
	const label = column?.label ?? '';
	// A narrow screen leaves out cells without a figure.
	const isMissing = String(cell) === missingFigure;
	// Each text has a class: the text of a target must not decide which attributes a cell has.
	const wrap = index === 0 && (hasLongWord(cell) ? 'long' : 'whole');
	const classes = [column?.numeric && 'number', isMissing && 'missing', wrap]
		.filter(Boolean)
		.join(' ');
	const type = classes === '' ? '' : html` class="${classes}"`;
	return index === 0
		? html`<th role="rowheader" scope="row"${type}>${cell}</th>`
		: html`<td role="cell" data-label="${label}"${type}>${cell}</td>`;
}

/** A longer word may break inside, so that the text of a user cannot make the table wider than the page. */
const longestWholeWord = 20;

/** A browser breaks a line after a hyphen or a slash too. */
function hasLongWord(cell: Html | string | number): boolean {
	const words = String(cell)
		.replace(/<[^>]*>/g, ' ')
		.split(/[\s/-]/);
	return words.some((word) => word.length > longestWholeWord);
}

/** The data of a chart as a table: folded, in a box that scrolls. */
export function chartTable({ caption, columns, rows }: Table): Html {
	return html`<details class="figures"><summary>Figures behind the chart<span class="hidden">: ${caption}</span></summary>
<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="dense"><caption>${caption}</caption>
<thead><tr>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows.map(
		([first, ...rest]) =>
			html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
	)}</tbody></table></div></details>`;
}

/** A percentile. With too few samples it is grey, and marked for readers who do not see colours. */
export function percentileCell(text: string, hasFew: boolean): Html {
	return hasFew && text !== missingFigure
		? html`<span class="few">${text}<span class="hidden"> (too few samples)</span></span>`
		: html`${text}`;
}

/** A bar for a share from 0 to 1. The caller puts the number beside it. */
export function shareBar(ratio: number | null): Html {
	const width = Math.min(1, Math.max(0, ratio ?? 0)) * 100;
	return html`<svg class="bar" width="72" height="6" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="6" rx="3" /><rect class="fill" width="${width.toFixed(1)}%" height="6" rx="3" /></svg>`;
}

export function definitionList(entries: readonly (readonly [string, Html | string])[]): Html {
	return html`<dl class="facts">${entries.map(
		([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`,
	)}</dl>`;
}
