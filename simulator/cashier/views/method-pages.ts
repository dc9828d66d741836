/** The pages of the methods other than cards: bank, code, QR code and reference. */
import { encode } from 'uqr';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './form-fields.ts';
import { payerFields } from './form-fields.ts';
import { formPage, payerTestValuesBox } from './form-page.ts';

/** The page of the bank, after the shopper has logged in there. It never asks for credentials. */
export function bankPage(model: PageModel, form: FormState): string {
	const { text } = model.locale;
	return methodPage(model, form, 'bank', {
		head: html`<p class="bank-head" dir="auto">${providerName(model)}</p>`,
		content: html`<p>${text('pay.show.bank')}</p>
<p class="account"><span>${text('pay.show.account')}</span> <span dir="ltr">···· ${model.accountEnding}</span></p>`,
	});
}

/** The page that asks for a code from the shopper's app. */
export function codePage(model: PageModel, form: FormState): string {
	const content = html`<p>${model.locale.text('pay.show.code')}</p>`;
	return methodPage(model, form, 'code', { content });
}

export function qrPage(model: PageModel, form: FormState): string {
	const { text } = model.locale;
	const payload = `SANDBOX-NOT-PAYABLE-${model.payReference}`;
	return methodPage(model, form, 'qr', {
		content: html`<p>${text('pay.show.qr')}</p>
${qrCode(payload, text('pay.show.picture'))}
${copyableText(model.locale, payload, 'qr-text')}
<p>${text('pay.show.noApp')}</p>`,
		button: text('pay.actions.scan'),
	});
}

/** The page with a reference that the shopper pays later, at a counter or through a bank. */
export function referencePage(model: PageModel, form: FormState): string {
	const { text } = model.locale;
	return methodPage(model, form, 'reference', {
		content: html`<p>${text('pay.show.reference')}</p>
${copyableText(model.locale, model.payReference, 'pay-reference')}
<p>${text('pay.show.noCounter')}</p>`,
		button: text('pay.actions.settle'),
	});
}

interface MethodParts {
	/** Markup above the heading. By default: the name of the bank or the method. */
	head?: Markup;
	content: Markup;
	/** The label of the button. By default it confirms the amount. */
	button?: string;
}

function methodPage(
	model: PageModel,
	form: FormState,
	kind: 'bank' | 'code' | 'qr' | 'reference',
	{ head, content, button }: MethodParts,
): string {
	const { locale, payer, amount } = model;
	const { text } = locale;
	const where = providerName(model);
	const hasDocumentChoice =
		payer.fields.includes('documentType') && payer.facts.documents.length > 1;
	return formPage(model, form, {
		title:
			form.errors.length > 0
				? text('pay.payer.titleAgain')
				: text(`confirm.title.${kind}`, { where }),
		head: html`${head ?? html`<p class="eyebrow" dir="auto">${where}</p>`}
<h1>${text('confirm.heading')}</h1>
<p>${text('confirm.through', { where })}</p>`,
		content,
		fields: payerFields(model, form),
		button: button ?? text('actions.confirm', { amount }),
		testValues: payerTestValuesBox(model),
		scripts: [
			...(kind === 'qr' || kind === 'reference' ? (['copy.js'] as const) : []),
			...(hasDocumentChoice ? (['document-kind.js'] as const) : []),
		],
	});
}

/** The name of the bank or the store; without one, of the method. */
function providerName({ bank, option, locale }: PageModel): string {
	return bank ?? option ?? locale.text('confirm.yourBank');
}

/** A text with a button that copies it. Without scripts the shopper can select the text. */
function copyableText({ text }: Locale, value: string, testId: string): Markup {
	return html`<div class="reference"><code data-testid="${testId}" dir="ltr">${value}</code>
<button type="button" class="quiet" data-testid="copy" data-text="${value}" data-copied="${text('pay.copy.copied')}" data-selected="${text('pay.copy.selected')}" hidden>${text('pay.copy.copy')}</button>
<span role="status"></span></div>`;
}

/** Draws a QR code as inline SVG, with the quiet zone of ISO/IEC 18004. */
function qrCode(text: string, label: string): Markup {
	const { size, data } = encode(text, { ecc: 'M', border: 4 });
	const dark = data.flatMap((row, y) =>
		row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
	);
	return html`<div class="qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}"/></svg></div>`;
}
