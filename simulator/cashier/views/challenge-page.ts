/** The challenge: a one-time code of the shopper's bank, before the attempt goes on. */
import { challengeCodes } from '../../contract/test-values.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export function challengePage(model: PageModel): string {
	const { words, say } = model.place.speech;
	const { challenge, actions } = words;
	const isWrong = model.wrongCodes > 0;
	const form = html`<div class="fields"><div class="field otp">
<label for="otp">${challenge.code}</label>
<input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required${isWrong && html` aria-invalid="true" aria-describedby="otp-error" autofocus`}>
${isWrong && html`<p class="error" id="otp-error">${challenge.wrong}</p>`}
</div></div>
<button type="submit" data-testid="pay-submit">${say(actions.confirm, { amount: model.amount })}</button>`;
	return layout(model.place, {
		title: challenge.heading,
		banner: html`<p>${say(words.test.codes, challengeCodes)}</p>`,
		main: html`<h1>${challenge.heading}</h1>
<p>${challenge.asks}</p>
${summary(model)}
${actionForm(model, 'otp', form)}
${cancelForm(model)}`,
	});
}
