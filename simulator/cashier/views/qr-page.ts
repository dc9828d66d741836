/** A picture to scan, the text it holds, and a button that stands for the scan. */
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { scannedText } from '../reference.ts';
import { copiedText } from './copied-text.ts';
import type { FormState } from './fields.ts';
import { methodPage, whereOf } from './method-page.ts';
import { qrPicture } from './qr-picture.ts';

export function qrPage(model: PageModel, form: FormState): string {
	const { speech } = model.place;
	const { words, say } = speech;
	const text = scannedText(model.payReference);
	return methodPage(model, form, {
		title: say(words.confirm.title.qr, { where: whereOf(model) }),
		shown: html`<p>${words.pay.show.qr}</p>
${qrPicture(text, words.pay.show.picture)}
${copiedText(speech, text, 'qr-text')}
<p>${words.pay.show.noApp}</p>`,
		button: words.pay.actions.scan,
		scripts: ['copy.js'],
	});
}
