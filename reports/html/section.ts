import type { Html } from './html.ts';
import { html } from './html.ts';

/** A landmark with its heading; ids are ours. `lead` is one quiet sentence under the heading. */
export function section(id: string, heading: string, lead: Html | string, body: Html): Html {
	return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${lead !== '' && html`<p class="lead">${lead}</p>`}
${body}
</section>`;
}

export interface Tile {
	label: string;
	value: string;
	note?: string;
}

/** The few figures a reader looks for first. */
export function tiles(entries: readonly Tile[]): Html {
	return html`<dl class="tiles">${entries.map(
		({ label, value, note }) =>
			html`<div><dt>${label}</dt><dd>${value}${note && html`<small>${note}</small>`}</dd></div>`,
	)}</dl>`;
}
