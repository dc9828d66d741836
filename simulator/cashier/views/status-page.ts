/** The status page: where the payment stands, and the way back. */
import type { PaymentState } from '../../contract/control.ts';
import type { Script } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Speech } from '../speech.ts';
import type { Next } from './layout.ts';
import { layout, summary } from './layout.ts';
import { progressSteps } from './progress-steps.ts';

/** The states that have a status page; the others have a form, or nothing to show yet. */
type ShownState = Exclude<PaymentState, 'created' | 'redirected' | 'opened'>;

export function statusPage(model: PageModel, state: ShownState): string {
	const { links, progress, returnUrl, returnAfterMs, mayRetry } = model;
	const { speech } = model.place;
	const { status, actions } = speech.words;
	const heading = model.stateName ?? status.headings[state];
	const next = nextOf(model);
	return layout(model.place, {
		title: heading,
		banner: null,
		next,
		scripts: scriptsOf(next, returnUrl),
		main: html`<div class="status ${state}" data-testid="status" data-state="${state}" role="status">
<span class="mark" aria-hidden="true"></span>
<h1>${heading}</h1>
<p>${speech.prose(sentences(model, state))}</p>
${progress?.isSlow === true && html`<p data-testid="slow">${status.slow}</p>`}
${returnAfterMs !== null && returnNotice(speech, returnAfterMs)}
</div>
${progress !== null && progressSteps(speech, progress)}
${summary(model)}
${mayRetry && html`<a class="button" data-testid="pay-retry" href="${links.retry}">${speech.count(actions.retry, model.attemptsLeft)}</a>`}
${returnUrl !== null && html`<a class="${mayRetry ? 'button second' : 'button'}" data-testid="return-link" href="${returnUrl}" rel="noreferrer" data-report="${links.form}">${actions.return}</a>`}
${returnAfterMs !== null && html`<a class="button second" data-testid="return-stay" href="${links.status}&amp;stay=1">${actions.stay}</a>`}`,
	});
}

/** `status.js` imports `return.js`. */
function scriptsOf(next: Next | null, returnUrl: string | null): Script[] {
	if (next) return ['status.js'];
	return returnUrl === null ? [] : ['return.js'];
}

/** What there is to say of the state: why, since when, and what the shopper may do. */
function sentences(model: PageModel, state: ShownState): string[] {
	const { words, say, date, time } = model.place.speech;
	const { status } = words;
	const when = { date: date(model.since), time: time(model.since) };
	const said = [say(status.texts[state], when)];
	if (state === 'declined' && model.declinedFor) said.unshift(status.reasons[model.declinedFor]);
	if (state === 'declined' && !model.mayRetry) said.push(status.noRetry);
	if (model.late) said.push(status.late);
	if (model.returnUrl === null) said.push(withoutWayBack(model));
	else if (state === 'processing') said.push(status.mayGo);
	return said;
}

/** Who leaves a payment that can be tried again has not ended it. */
function withoutWayBack({ place, mayRetry, mayCancel }: PageModel): string {
	const { status } = place.speech.words;
	if (!mayRetry) return status.mayClose;
	return mayCancel ? status.mayRetryOrCancel : status.mayRetry;
}

function nextOf(model: PageModel): Next | null {
	const { state, final, pollMs, hearsNews, version, links, returnAfterMs, returnUrl } = model;
	if (!final) {
		const events = hearsNews ? links.events : null;
		// In the others somebody may be reading, and news are rare.
		const { form } = links;
		return {
			does: 'look',
			everyMs: pollMs,
			events,
			form,
			version,
			reloads: state === 'processing',
		};
	}
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
