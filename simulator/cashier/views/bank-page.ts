/** The page of the chosen bank: a confirmation, and never a question for credentials. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export function bankPage(model: PageModel): string {
	const bank = model.bank ?? model.option ?? 'your bank';
	const button = html`<button type="submit" data-testid="pay-submit">Confirm ${model.amount}</button>`;
	return layout(model.place, {
		title: `Confirm at ${bank}`,
		banner: null,
		main: html`<p class="eyebrow">${bank}</p>
<h1>Confirm the payment</h1>
<p>You are paying through ${bank}. The real page would ask you to log in; this one asks for nothing.</p>
${summary(model)}
${actionForm(model, 'submit', button)}
${cancelForm(model)}`,
	});
}
