/** A reference to carry away and pay later, at a counter or from a bank, and a button that stands for paying it. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { copiedText } from './copied-text.ts';
import type { FormState } from './fields.ts';
import { methodPage, whereOf } from './method-page.ts';

export function referencePage(model: PageModel, form: FormState): string {
	const { speech } = model.place;
	const { words, say } = speech;
	return methodPage(model, form, {
		title: say(words.confirm.title.reference, { where: whereOf(model) }),
		shown: html`<p>${words.pay.show.reference}</p>
${copiedText(speech, model.payReference, 'pay-reference')}
<p>${words.pay.show.noCounter}</p>`,
		button: words.pay.actions.settle,
		scripts: ['copy.js'],
	});
}
