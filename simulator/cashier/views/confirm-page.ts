/** The page of whatever is no card: a confirmation, and never a question for credentials. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export function confirmPage(model: PageModel): string {
	const { words, say } = model.place.speech;
	const { confirm, actions } = words;
	const kind = model.kind === null || model.kind === 'card' ? 'bank' : model.kind;
	const where = model.bank ?? model.option ?? confirm.yourBank;
	const pay = say(actions.confirm, { amount: model.amount });
	const button = html`<button type="submit" data-testid="pay-submit">${pay}</button>`;
	return layout(model.place, {
		title: say(confirm.title[kind], { where }),
		banner: null,
		main: html`<p class="eyebrow">${where}</p>
<h1>${confirm.heading}</h1>
<p>${say(confirm.through, { where })} ${confirm.real[kind]}</p>
${summary(model)}
${actionForm(model, 'submit', button)}
${cancelForm(model)}`,
	});
}
