/** The challenge: a one-time code of the shopper's bank, before the attempt goes on. */
import { challengeCodes } from '../../contract/test-values.ts';
import { formError } from '../../errors/form-error.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './fields.ts';
import { problemOf, textField } from './fields.ts';
import { payPage } from './pay-page.ts';

/** The attempt keeps that there was one: the page tells it again when it is loaded again. */
const wrongCode = formError({
	param: 'otp',
	rule: 'wrongCode',
	text: 'is not the code that was asked for',
	example: challengeCodes.passes,
});

export function challengePage(model: PageModel, { values, errors }: FormState): string {
	const { speech } = model.place;
	const { challenge, actions, test } = speech.words;
	const lasting = model.wrongCodes > 0 ? [wrongCode] : [];
	const form = { values, errors: errors.length > 0 ? errors : lasting };
	return payPage(model, form, {
		title: form.errors.length > 0 ? challenge.titleAgain : challenge.heading,
		head: html`<h1>${challenge.heading}</h1>
<p>${challenge.asks}</p>`,
		fields: html`<div class="fields">${textField({
			name: 'otp',
			label: challenge.code,
			value: values.otp ?? '',
			attributes: html`inputmode="numeric" autocomplete="one-time-code" maxlength="10"`,
			...problemOf(speech, form, 'otp', challenge.code),
		})}</div>`,
		button: speech.say(actions.confirm, { amount: model.amount }),
		tests: html`<p>${speech.say(test.codes, challengeCodes)}</p>`,
		action: 'otp',
	});
}
