/** What the pages of everything but a card have in common: whose page it is, and the details of the payer. */
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './fields.ts';
import type { PayParts } from './pay-page.ts';
import { payPage } from './pay-page.ts';
import { payerFields } from './payer-fields.ts';
import { payerValues } from './test-values.ts';

interface MethodParts extends Pick<PayParts, 'title' | 'button' | 'scripts'> {
	/** In place of the name above the heading. */
	top?: Markup;
	shown: Markup;
}

export function methodPage(model: PageModel, form: FormState, parts: MethodParts): string {
	const { speech } = model.place;
	const { confirm, pay } = speech.words;
	const { title, top, shown, button, scripts = [] } = parts;
	const where = whereOf(model);
	const { code, details } = payerFields(speech, model.payer, form);
	return payPage(model, form, {
		title: form.errors.length > 0 ? pay.payer.titleAgain : title,
		head: html`${top ?? html`<p class="eyebrow" dir="auto">${where}</p>`}
<h1>${confirm.heading}</h1>
<p>${speech.say(confirm.through, { where })}</p>`,
		shown,
		fields: code || details ? html`${code}${details}` : null,
		button,
		tests: payerValues(model),
		scripts: offersKinds(model) ? [...scripts, 'document-kind.js'] : scripts,
	});
}

function offersKinds({ payer: { fields, facts } }: PageModel): boolean {
	return fields.includes('documentType') && facts.documents.length > 1;
}

/** Whose page it is: the bank's or the store's, else the method's. */
export function whereOf({ bank, option, place }: PageModel): string {
	return bank ?? option ?? place.speech.words.confirm.yourBank;
}
