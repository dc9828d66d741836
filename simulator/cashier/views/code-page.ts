/** A code that the shopper's app shows, typed here. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './fields.ts';
import { methodPage, whereOf } from './method-page.ts';

export function codePage(model: PageModel, form: FormState): string {
	const { words, say } = model.place.speech;
	return methodPage(model, form, {
		title: say(words.confirm.title.code, { where: whereOf(model) }),
		shown: html`<p>${words.pay.show.code}</p>`,
		button: say(words.actions.confirm, { amount: model.amount }),
	});
}
