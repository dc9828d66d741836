/** A page that gives nothing away: for a session that is unknown, not ready, or over (D-39). */
import { html } from '../html.ts';
import type { Place } from '../links.ts';
import type { Words } from '../words/words.ts';
import { layout } from './layout.ts';

export type NeutralPage = keyof Words['neutral'];

export function neutralPage(place: Place, what: NeutralPage): string {
	const { heading, text } = place.speech.words.neutral[what];
	return layout(place, {
		title: heading,
		banner: null,
		main: html`<h1>${heading}</h1>
<p>${text}</p>`,
	});
}
