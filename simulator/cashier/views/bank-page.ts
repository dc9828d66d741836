/** The bank's own page after the log-in that is left out: who pays, what, and a button. Never a question for credentials. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './fields.ts';
import { methodPage, whereOf } from './method-page.ts';

export function bankPage(model: PageModel, form: FormState): string {
	const { words, say } = model.place.speech;
	const where = whereOf(model);
	return methodPage(model, form, {
		title: say(words.confirm.title.bank, { where }),
		top: html`<p class="bank-head" dir="auto">${where}</p>`,
		shown: html`<p>${words.pay.show.bank}</p>
<p class="account"><span>${words.pay.show.account}</span> <span dir="ltr">···· ${model.accountEnding}</span></p>`,
		button: say(words.actions.confirm, { amount: model.amount }),
	});
}
