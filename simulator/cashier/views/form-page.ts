/** The page around every payment form: the summary, the errors, the form, the time left, and the test values. */
import { testCards } from '../../contract/test-values.ts';
import type { Script } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './form-fields.ts';
import { errorSummary } from './form-fields.ts';
import { pageLayout, paymentSummary } from './layout.ts';

export interface FormPageParts {
	title: string;
	/** Markup above the summary. */
	head: Markup;
	/** Markup between the summary and the form. */
	content?: Markup;
	fields: Markup | null;
	button: string;
	/** The box with the test values of this page and their effects. */
	testValues: Markup;
	scripts?: readonly Script[];
	action?: 'submit' | 'otp';
}

export function formPage(model: PageModel, form: FormState, parts: FormPageParts): string {
	const { title, head, content = null, fields, button, testValues, action = 'submit' } = parts;
	const scripts: Script[] = ['forms.js', ...(parts.scripts ?? [])];
	if (hasCountdown(model)) scripts.splice(1, 0, 'countdown.js');
	return pageLayout(model, {
		title,
		banner: html`${fields !== null && fillLink(model)}
${testValues}`,
		scripts,
		main: html`${head}
${paymentSummary(model)}
${timeLeft(model)}
${content}
${errorSummary(model.locale, form)}
${actionForm(
	model,
	action,
	html`${fields}
<button type="submit" data-testid="pay-submit">${button}</button>`,
)}
${model.mayCancel && cancelForm(model)}`,
	});
}

function actionForm(
	{ locale, links, token }: PageModel,
	action: 'submit' | 'otp' | 'cancel',
	content: Markup,
): Markup {
	return html`<form method="post" action="${links.form}" class="${action}" data-busy="${locale.text('actions.busy')}" novalidate>
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="token" value="${token}">
${content}
</form>`;
}

function cancelForm(model: PageModel): Markup {
	const label = model.locale.text('actions.cancel');
	const button = html`<button type="submit" class="quiet" data-testid="pay-cancel">${label}</button>`;
	return actionForm(model, 'cancel', button);
}

const longestCountdownMs = 3 * 3_600_000;

function hasCountdown({ payWindow }: PageModel): boolean {
	return payWindow !== null && payWindow.leftMs <= longestCountdownMs;
}

/**
 * The time left: a countdown, or a date if the window is longer. Screen readers announce the countdown when the given
 * milliseconds are left.
 */
function timeLeft(model: PageModel): Markup | null {
	const { locale, payWindow, links } = model;
	if (payWindow === null) return null;
	const { text, duration, date, time } = locale;
	const { endsAt, leftMs, pace } = payWindow;
	const end = new Date(endsAt).toISOString();
	if (!hasCountdown(model)) {
		const by = text('pay.window.by', { date: date(endsAt), time: time(endsAt) });
		return html`<p class="until"><time datetime="${end}">${by}</time></p>`;
	}
	const announcements = [
		[5 * 60_000, text('pay.window.five')],
		[60_000, text('pay.window.one')],
		[0, text('pay.window.over')],
	];
	return html`<p class="countdown">${text('pay.window.left')}
<strong role="timer" data-testid="countdown" data-left-ms="${leftMs}" data-pace="${pace}" data-said="${JSON.stringify(announcements)}" data-page="${links.form}">${duration(leftMs)}</strong>
<time datetime="${end}">${text('pay.window.until', { time: time(endsAt) })}</time></p>
<p class="unseen" role="status" data-testid="countdown-news"></p>`;
}

/** The link that fills in the test values. The form for another attempt has its own address. */
function fillLink({ locale, links, mayRetry }: PageModel): Markup {
	const form = mayRetry ? links.retry : links.form;
	return html`<p><a href="${form}&amp;fill=1" data-testid="fill-test-values">${locale.text('test.fill')}</a></p>`;
}

/** Tells the outcome of the next attempt, its cause, and how to choose another one. */
function expectedOutcome({ locale, foreseen }: PageModel): Markup {
	const { text } = locale;
	const expected = foreseen
		? text('pay.test.foreseen', { outcome: foreseen.outcome, cause: foreseen.cause })
		: text('pay.test.drawn');
	return html`<p data-testid="foreseen">${expected}</p>
<p>${text('pay.test.steering')}</p>`;
}

export function cardTestValuesBox(model: PageModel): Markup {
	const { text } = model.locale;
	const rows = testCards.map(({ number, brand, outcome, afterChallenge }) => {
		const outcomes = afterChallenge
			? text('test.inTurn', { first: outcome, second: afterChallenge })
			: outcome;
		return html`<tr><td><code>${number}</code></td><td>${brand}</td><td>${outcomes}</td></tr>`;
	});
	return html`<details><summary>${text('test.cards')}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${text('test.cards')}"><table><thead><tr><th scope="col">${text('test.number')}</th><th scope="col">${text('test.brand')}</th><th scope="col">${text('test.outcome')}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>${text('test.anyDate')}</p>
${expectedOutcome(model)}</details>`;
}

export function payerTestValuesBox(model: PageModel): Markup {
	const { text } = model.locale;
	const { fields, facts } = model.payer;
	const rows = facts.documents.map(({ type, testValue }) => {
		return html`<tr><td>${type}</td><td><code>${testValue}</code></td></tr>`;
	});
	const documents = html`<table><thead><tr><th scope="col">${text('pay.payer.labels.documentType')}</th><th scope="col">${text('test.number')}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
	return html`<details><summary>${text('pay.test.what')}</summary>
${expectedOutcome(model)}
${fields.includes('code') && html`<p>${text('pay.test.anyCode')}</p>`}
${fields.includes('document') && documents}
${fields.length > 0 && html`<p>${text('pay.test.details')}</p>`}</details>`;
}
