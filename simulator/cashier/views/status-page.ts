/** The status page: the state of the payment, its progress, and the link back to the shop. */
import type { PaymentState } from '../../contract/control.ts';
import type { Script } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PageModel } from '../page-model.ts';
import type { ProcessingProgress } from '../payment-status.ts';
import { pageLayout, paymentSummary } from './layout.ts';

type StatusState = Exclude<PaymentState, 'created' | 'redirected' | 'opened'>;

export function statusPage(model: PageModel, state: StatusState): string {
	const { locale, links, progress, final, returnUrl, returnAfterMs, mayRetry } = model;
	const { text, plural, joinSentences } = locale;
	const heading = model.stateName ?? text(`status.headings.${state}`);
	return pageLayout(model, {
		title: heading,
		scripts: scriptsOf(model),
		attributes: final ? null : updateAttributes(model),
		refresh: metaRefresh(model),
		main: html`<div class="status ${state}" data-testid="status" data-state="${state}" role="status">
<span class="mark" aria-hidden="true"></span>
<h1>${heading}</h1>
<p>${joinSentences(sentences(model, state))}</p>
${progress?.isSlow === true && html`<p data-testid="slow">${text('status.slow')}</p>`}
${returnAfterMs !== null && autoReturnNotice(locale, returnAfterMs)}
</div>
${!final && html`<p class="notice lost" role="status" data-testid="connection-lost" data-text="${text('status.connectionLost')}"></p>`}
${progress !== null && progressSteps(locale, progress)}
${paymentSummary(model)}
${mayRetry && html`<a class="button" data-testid="pay-retry" href="${links.retry}">${plural('actions.retry', model.attemptsLeft)}</a>`}
${returnUrl !== null && html`<a class="${mayRetry ? 'button second' : 'button'}" data-testid="return-link" href="${returnUrl}" rel="noreferrer" data-report="${links.form}">${text('actions.return')}</a>`}
${returnAfterMs !== null && html`<a class="button second" data-testid="return-stay" href="${links.status}&amp;stay=1">${text('actions.stay')}</a>`}`,
	});
}

/** The scripts of the page. `status.js` itself imports `return.js`. */
function scriptsOf({ final, returnAfterMs, returnUrl }: PageModel): Script[] {
	if (!final || returnAfterMs !== null) return ['status.js'];
	return returnUrl === null ? [] : ['return.js'];
}

/** The sentences of the page: the state, its reason and time, and what the shopper can do. */
function sentences(model: PageModel, state: StatusState): string[] {
	const { text, date, time } = model.locale;
	const since = { date: date(model.since), time: time(model.since) };
	const texts = [text(`status.texts.${state}`, since)];
	if (state === 'declined' && model.declineReason) {
		texts.unshift(text(`status.reasons.${model.declineReason}`));
	}
	if (state === 'declined' && !model.mayRetry) texts.push(text('status.noRetry'));
	if (model.late) texts.push(text('status.late'));
	if (model.returnUrl === null) texts.push(withoutReturnLink(model));
	else if (state === 'processing') texts.push(text('status.mayGo'));
	return texts;
}

/**
 * The sentence for a page without the return link. While the payment can be tried again, it must not suggest closing
 * the page.
 */
function withoutReturnLink({ locale, mayRetry, mayCancel }: PageModel): string {
	if (!mayRetry) return locale.text('status.mayClose');
	return locale.text(mayCancel ? 'status.mayRetryOrCancel' : 'status.mayRetry');
}

/** The attributes from which the script updates the page. */
function updateAttributes({ pollMs, version, links, hasEvents }: PageModel): Markup {
	return html` data-poll-ms="${pollMs}" data-version="${version}" data-form="${links.form}"${hasEvents && html` data-events="${links.events}"`}`;
}

/**
 * The meta refresh for browsers without scripts. It reloads a page in processing, and follows an automatic return; in
 * other states a reload would only disturb a reader. It takes whole seconds.
 */
function metaRefresh({ state, final, pollMs, returnAfterMs, returnUrl }: PageModel): string | null {
	const seconds = (ms: number) => Math.max(1, Math.round(ms / 1000));
	if (!final) return state === 'processing' ? String(seconds(pollMs)) : null;
	if (returnAfterMs === null) return null;
	return `${returnAfterMs === 0 ? 0 : seconds(returnAfterMs)}; url=${returnUrl}`;
}

/** Announces the automatic return to screen readers. The link below stops it (WCAG 2.2.1). */
function autoReturnNotice({ text, plural }: Locale, afterMs: number): Markup {
	const seconds = Math.round(afterMs / 1000);
	const notice = seconds === 0 ? text('status.returnsNow') : plural('status.returnsIn', seconds);
	return html`<p data-testid="return-auto" data-after-ms="${afterMs}">${notice}</p>`;
}

/** The progress is outside the live region: screen readers would announce the waiting time every second. */
function progressSteps(
	{ text, dateTime, duration }: Locale,
	{ submittedAt, waitedMs, pace }: ProcessingProgress,
): Markup {
	const at = new Date(submittedAt).toISOString();
	return html`<ol class="steps" aria-label="${text('status.progress')}" data-testid="steps">
<li class="done"><span>${text('status.steps.submitted')}</span> <time datetime="${at}" data-testid="submitted-at">${dateTime(submittedAt)}</time></li>
<li class="now" aria-current="step"><span>${text('status.steps.network')}</span> <span>${text('status.waited')} <span dir="auto" data-testid="waited" data-waited-ms="${waitedMs}" data-pace="${pace}">${duration(waitedMs)}</span></span></li>
<li><span>${text('status.steps.result')}</span></li>
</ol>`;
}
