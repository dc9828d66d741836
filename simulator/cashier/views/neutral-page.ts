/** A page that gives nothing away: for a session that is unknown, not ready, or over (D-39). */
import { html } from '../html.ts';
import type { Place } from '../links.ts';
import type { Words } from '../words/words.ts';
import { layout } from './layout.ts';

export type NeutralPage = keyof Words['neutral'];

/** `open`: where the payment is, for who knows its session anyway. */
export function neutralPage(place: Place, what: NeutralPage, open: string | null = null): string {
	const { actions, neutral } = place.speech.words;
	const { heading, text } = neutral[what];
	return layout(place, {
		title: heading,
		banner: null,
		main: html`<h1>${heading}</h1>
<p>${text}</p>
${open !== null && html`<a class="button" data-testid="pay-open" href="${open}">${actions.open}</a>`}`,
	});
}
