/** A page that gives nothing away: for a session that is unknown, or not ready (D-39). */
import { html } from '../html.ts';
import { layout } from './layout.ts';

export function neutralPage(title: string, text: string): string {
	return layout({
		title,
		pollMs: null,
		banner: null,
		main: html`<h1>${title}</h1>
<p>${text}</p>`,
	});
}
