/** The pages of the methods other than cards: bank, code, QR code and reference. */
import { encode } from 'uqr';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './form-fields.ts';
import { payerFields } from './form-fields.ts';
import { formPage, payerTestValues } from './form-page.ts';

/** The bank's page after the log-in. It never asks for credentials. */
export function bankPage(model: PageModel, form: FormState): string {
	const { show } = model.locale.messages.pay;
	return methodPage(model, form, 'bank', {
		head: html`<p class="bank-head" dir="auto">${providerName(model)}</p>`,
		content: html`<p>${show.bank}</p>
<p class="account"><span>${show.account}</span> <span dir="ltr">···· ${model.accountEnding}</span></p>`,
	});
}

/** A code from the shopper's app. */
export function codePage(model: PageModel, form: FormState): string {
	const { show } = model.locale.messages.pay;
	return methodPage(model, form, 'code', { content: html`<p>${show.code}</p>` });
}

export function qrPage(model: PageModel, form: FormState): string {
	const { show, actions } = model.locale.messages.pay;
	const text = `SANDBOX-NOT-PAYABLE-${model.payReference}`;
	return methodPage(model, form, 'qr', {
		content: html`<p>${show.qr}</p>
${qrCode(text, show.picture)}
${copyableText(model.locale, text, 'qr-text')}
<p>${show.noApp}</p>`,
		button: actions.scan,
	});
}

/** A reference to pay with later, at a counter or from a bank. */
export function referencePage(model: PageModel, form: FormState): string {
	const { show, actions } = model.locale.messages.pay;
	return methodPage(model, form, 'reference', {
		content: html`<p>${show.reference}</p>
${copyableText(model.locale, model.payReference, 'pay-reference')}
<p>${show.noCounter}</p>`,
		button: actions.settle,
	});
}

interface MethodParts {
	/** Above the heading: the name of the bank or the method when left out. */
	head?: Markup;
	content: Markup;
	/** Confirms the amount when left out. */
	button?: string;
}

function methodPage(
	model: PageModel,
	form: FormState,
	kind: 'bank' | 'code' | 'qr' | 'reference',
	{ head, content, button }: MethodParts,
): string {
	const { locale, payer, amount } = model;
	const { format, messages } = locale;
	const { confirm, pay, actions } = messages;
	const where = providerName(model);
	const hasDocumentChoice =
		payer.fields.includes('documentType') && payer.facts.documents.length > 1;
	return formPage(model, form, {
		title: form.errors.length > 0 ? pay.payer.titleAgain : format(confirm.title[kind], { where }),
		head: html`${head ?? html`<p class="eyebrow" dir="auto">${where}</p>`}
<h1>${confirm.heading}</h1>
<p>${format(confirm.through, { where })}</p>`,
		content,
		fields: payerFields(model, form),
		button: button ?? format(actions.confirm, { amount }),
		testValues: payerTestValues(model),
		scripts: [
			...(kind === 'qr' || kind === 'reference' ? (['copy.js'] as const) : []),
			...(hasDocumentChoice ? (['document-kind.js'] as const) : []),
		],
	});
}

/** The bank or the store, else the method. */
function providerName({ bank, option, locale }: PageModel): string {
	return bank ?? option ?? locale.messages.confirm.yourBank;
}

/** A text with a button that copies it. Without scripts the shopper can select the text. */
function copyableText({ messages }: Locale, text: string, testId: string): Markup {
	const { copy, copied, selected } = messages.pay.copy;
	return html`<div class="reference"><code data-testid="${testId}" dir="ltr">${text}</code>
<button type="button" class="quiet" data-testid="copy" data-text="${text}" data-copied="${copied}" data-selected="${selected}" hidden>${copy}</button>
<span role="status"></span></div>`;
}

/** Inline SVG, with the quiet zone of ISO/IEC 18004. */
function qrCode(text: string, label: string): Markup {
	const { size, data } = encode(text, { ecc: 'M', border: 4 });
	const dark = data.flatMap((row, y) =>
		row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
	);
	return html`<div class="qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}"/></svg></div>`;
}
