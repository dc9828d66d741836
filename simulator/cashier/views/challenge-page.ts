/** The challenge: a one-time code of the shopper's bank, before the attempt goes on. */
import { challengeCodes } from '../../contract/test-values.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export function challengePage(model: PageModel): string {
	const isWrong = model.wrongCodes > 0;
	const form = html`<div class="fields"><div class="field otp">
<label for="otp">Code</label>
<input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required${isWrong && html` aria-invalid="true" aria-describedby="otp-error" autofocus`}>
${isWrong && html`<p class="error" id="otp-error">The code is not right. After the third wrong one the payment is declined.</p>`}
</div></div>
<button type="submit" data-testid="pay-submit">Confirm ${model.amount}</button>`;
	return layout(model.place, {
		title: 'Enter your code',
		banner: html`<p>${challengeCodes.passes} passes, ${challengeCodes.fails} is declined, any other code is wrong.</p>`,
		main: html`<h1>Enter your code</h1>
<p>Your bank asks for a one-time code before it pays.</p>
${summary(model)}
${actionForm(model, 'otp', form)}
${cancelForm(model)}`,
	});
}
