/** A text to take along, with a button that copies it; without scripts it can be selected. */
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Speech } from '../speech.ts';

export function copiedText({ words }: Speech, text: string, testId: string): Markup {
	const { copy, copied, selected } = words.pay.copy;
	return html`<div class="reference"><code data-testid="${testId}" dir="ltr">${text}</code>
<button type="button" class="quiet" data-testid="copy" data-text="${text}" data-copied="${copied}" data-selected="${selected}" hidden>${copy}</button>
<span role="status"></span></div>`;
}
