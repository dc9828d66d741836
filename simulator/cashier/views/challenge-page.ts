/** The challenge: a one-time code of the shopper's bank, before the attempt goes on. */
import { challengeCodes } from '../../contract/test-values.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './fields.ts';
import { textField } from './fields.ts';
import { payPage } from './pay-page.ts';

export function challengePage(model: PageModel, form: FormState): string {
	const { words, say } = model.place.speech;
	const { challenge, actions, test } = words;
	const isWrong = model.wrongCodes > 0;
	return payPage(model, form, {
		title: challenge.heading,
		head: html`<h1>${challenge.heading}</h1>
<p>${challenge.asks}</p>`,
		fields: html`<div class="fields">${textField({
			name: 'otp',
			label: challenge.code,
			value: form.values.otp ?? '',
			attributes: html`inputmode="numeric" autocomplete="one-time-code" maxlength="10"`,
			problem: isWrong ? challenge.wrong : null,
			isFirst: true,
		})}</div>`,
		button: say(actions.confirm, { amount: model.amount }),
		tests: html`<p>${say(test.codes, challengeCodes)}</p>`,
		action: 'otp',
	});
}
