/** The way of a payment in processing. Nobody knows how much of it is left, so no part of it is told. */
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Progress } from '../progress.ts';
import type { Speech } from '../speech.ts';

/** Outside of what is announced: the time that ticks would be spoken every second. */
export function progressSteps(
	{ words, context, duration }: Speech,
	{ submittedAt, waitedMs, pace }: Progress,
): Markup {
	const { progress, steps, waited } = words.status;
	const at = new Date(submittedAt).toISOString();
	return html`<ol class="steps" aria-label="${progress}" data-testid="steps">
<li class="done"><span>${steps.submitted}</span> <time datetime="${at}" data-testid="submitted-at">${context(submittedAt)}</time></li>
<li class="now" aria-current="step"><span>${steps.network}</span> <span>${waited} <span dir="auto" data-testid="waited" data-waited-ms="${waitedMs}" data-pace="${pace}">${duration(waitedMs).brief}</span></span></li>
<li><span>${steps.result}</span></li>
</ol>`;
}
