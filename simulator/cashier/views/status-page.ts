/** The status page: where the payment stands, and the way back. */
import type { PaymentState } from '../../contract/control.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
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
		text: 'The network has not confirmed the payment yet. This page shows the result as soon as there is one. You may return to your account now.',
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
	const { heading, text } = words[state];
	const why = state === 'declined' ? model.declinedFor : null;
	return layout({
		title: heading,
		pollMs: state === 'processing' ? model.pollMs : null,
		banner: null,
		main: html`<div class="status ${state}" data-testid="status" data-state="${state}" role="status">
<span class="mark" aria-hidden="true"></span>
<h1>${heading}</h1>
<p>${why ? `${why} ${text}` : text}</p>
</div>
${summary(model)}
${model.mayRetry && html`<a class="button" data-testid="pay-retry" href="pay?sessionId=${model.sessionId}&amp;retry=1">Try again (${attempts(model.attemptsLeft)})</a>`}
<a class="button ${model.mayRetry ? 'second' : ''}" data-testid="return-link" href="${model.returnUrl}" rel="noreferrer">RETURN TO ACCOUNT</a>`,
	});
}

function attempts(left: number): string {
	return left === 1 ? '1 attempt left' : `${left} attempts left`;
}
