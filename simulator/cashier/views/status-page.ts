/** The status page: where the payment stands, and the way back. */
import type { PaymentState } from '../../contract/control.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Next } from './layout.ts';
import { layout, summary } from './layout.ts';

interface Words {
	heading: string;
	text: string;
}

/** The states that have a status page; the others have a form, or nothing to show yet. */
type ShownState = Exclude<PaymentState, 'created' | 'redirected' | 'opened'>;

const words: Record<ShownState, Words> = {
	processing: {
		heading: 'Payment in processing',
		text: 'The network has not confirmed the payment yet. This page shows the result as soon as there is one.',
	},
	confirmed: { heading: 'Payment confirmed', text: 'The network has confirmed the payment.' },
	declined: {
		heading: 'Payment declined',
		text: 'The payment was not accepted. Nothing was paid.',
	},
	cancelled: { heading: 'Payment cancelled', text: 'You cancelled the payment. Nothing was paid.' },
	expired: {
		heading: 'Payment expired',
		text: 'The time to pay is over. Start again from the shop if you still want to pay.',
	},
};

export function statusPage(model: PageModel, state: ShownState): string {
	const { text } = words[state];
	const heading = model.stateName ?? words[state].heading;
	const mayGo = state === 'processing' && model.returnUrl !== null;
	const why = state === 'declined' ? model.declinedFor : null;
	return layout(model.place, {
		title: heading,
		banner: null,
		next: nextOf(model),
		main: html`<div class="status ${state}" data-testid="status" data-state="${state}" role="status">
<span class="mark" aria-hidden="true"></span>
<h1>${heading}</h1>
<p>${why && `${why} `}${text}${mayGo && ' You may return to your account now.'}</p>
${model.returnAfterMs === null ? null : returnNotice(model.returnAfterMs)}
</div>
${summary(model)}
${model.mayRetry && html`<a class="button" data-testid="pay-retry" href="${model.links.form}&amp;retry=1">Try again (${attempts(model.attemptsLeft)})</a>`}
${model.returnUrl !== null && html`<a class="button ${model.mayRetry ? 'second' : ''}" data-testid="return-link" href="${model.returnUrl}" rel="noreferrer">RETURN TO ACCOUNT</a>`}
${model.returnAfterMs !== null && html`<a class="button second" data-testid="return-stay" href="${model.links.status}&amp;stay=1">Stay on this page</a>`}`,
	});
}

function nextOf({ state, pollMs, returnAfterMs, returnUrl }: PageModel): Next | null {
	if (state === 'processing') return { does: 'look', everyMs: pollMs };
	if (returnAfterMs === null || returnUrl === null) return null;
	return { does: 'return', afterMs: returnAfterMs, url: returnUrl };
}

/** Announced, and to be stopped by the link below: nobody is taken away while still reading (WCAG 2.2.1). */
function returnNotice(afterMs: number): Markup {
	const seconds = Math.round(afterMs / 1000);
	const when = seconds === 0 ? 'now' : seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
	return html`<p data-testid="return-auto" data-after-ms="${afterMs}">You return to your account ${when}.</p>`;
}

function attempts(left: number): string {
	return left === 1 ? '1 attempt left' : `${left} attempts left`;
}
