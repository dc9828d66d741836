/** The status page: where the payment stands, and the way back. */
import type { PaymentState } from '../../contract/control.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Speech } from '../speech.ts';
import type { Next } from './layout.ts';
import { layout, summary } from './layout.ts';

/** The states that have a status page; the others have a form, or nothing to show yet. */
type ShownState = Exclude<PaymentState, 'created' | 'redirected' | 'opened'>;

export function statusPage(model: PageModel, state: ShownState): string {
	const { words, count } = model.place.speech;
	const { status, actions } = words;
	const heading = model.stateName ?? status.headings[state];
	const mayGo = state === 'processing' && model.returnUrl !== null;
	const why = state === 'declined' && model.declinedFor && status.reasons[model.declinedFor];
	return layout(model.place, {
		title: heading,
		banner: null,
		next: nextOf(model),
		main: html`<div class="status ${state}" data-testid="status" data-state="${state}" role="status">
<span class="mark" aria-hidden="true"></span>
<h1>${heading}</h1>
<p>${why && `${why} `}${status.texts[state]}${mayGo && ` ${status.mayGo}`}</p>
${model.returnAfterMs === null ? null : returnNotice(model.place.speech, model.returnAfterMs)}
</div>
${summary(model)}
${model.mayRetry && html`<a class="button" data-testid="pay-retry" href="${model.links.form}&amp;retry=1">${count(actions.retry, model.attemptsLeft)}</a>`}
${model.returnUrl !== null && html`<a class="button ${model.mayRetry ? 'second' : ''}" data-testid="return-link" href="${model.returnUrl}" rel="noreferrer">${actions.return}</a>`}
${model.returnAfterMs !== null && html`<a class="button second" data-testid="return-stay" href="${model.links.status}&amp;stay=1">${actions.stay}</a>`}`,
	});
}

function nextOf({ state, pollMs, returnAfterMs, returnUrl }: PageModel): Next | null {
	if (state === 'processing') return { does: 'look', everyMs: pollMs };
	if (returnAfterMs === null || returnUrl === null) return null;
	return { does: 'return', afterMs: returnAfterMs, url: returnUrl };
}

/** Announced, and to be stopped by the link below: nobody is taken away while still reading (WCAG 2.2.1). */
function returnNotice({ words, count }: Speech, afterMs: number): Markup {
	const seconds = Math.round(afterMs / 1000);
	const { returnsNow, returnsIn } = words.status;
	const notice = seconds === 0 ? returnsNow : count(returnsIn, seconds);
	return html`<p data-testid="return-auto" data-after-ms="${afterMs}">${notice}</p>`;
}
