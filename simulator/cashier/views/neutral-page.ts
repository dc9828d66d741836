/** A page that gives nothing away: for a session that is unknown, not ready, or over (D-39). */
import { html } from '../html.ts';
import type { Place } from '../links.ts';
import { layout } from './layout.ts';

export function neutralPage(place: Place, title: string, text: string): string {
	return layout(place, {
		title,
		banner: null,
		main: html`<h1>${title}</h1>
<p>${text}</p>`,
	});
}
