/** The card form with the five documented fields, and the challenge that may follow it. */
import type { CardFieldName } from '../../actions/card-form.ts';
import { challengeCodes } from '../../contract/test-values.ts';
import { formError } from '../../errors/api-error.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PageModel } from '../page-model.ts';
import type { FormState } from './form-fields.ts';
import { textField } from './form-fields.ts';
import { cardTestValuesBox, formPage } from './form-page.ts';

const attributes: Readonly<Record<CardFieldName, Markup>> = {
	cardnum: html`inputmode="numeric" autocomplete="cc-number" maxlength="23" dir="ltr"`,
	cardholder: html`autocomplete="cc-name" maxlength="255" dir="auto"`,
	expirymonth: html`inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" dir="ltr"`,
	expiryyear: html`inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" dir="ltr"`,
	cardcvv: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" dir="ltr"`,
};

const fieldOrder = Object.keys(attributes) as readonly CardFieldName[];

export function cardPage(model: PageModel, form: FormState): string {
	const { locale } = model;
	const { text } = locale;
	return formPage(model, form, {
		title: text(form.errors.length > 0 ? 'card.titleAgain' : 'card.heading'),
		head: html`<h1>${text('card.heading')}</h1>`,
		fields: html`<div class="fields" data-now="${new Date(model.now).toISOString()}">${fieldOrder.map((name) => cardField(locale, form, name))}</div>`,
		button: text('actions.pay', { amount: model.amount }),
		testValues: cardTestValuesBox(model),
		scripts: ['card-form.js'],
	});
}

function cardField(locale: Locale, form: FormState, name: CardFieldName): Markup {
	const { text } = locale;
	const label = text(`card.labels.${name}`);
	const placeholder =
		name === 'expirymonth' ? text('card.month') : name === 'expiryyear' ? text('card.year') : null;
	return textField(locale, form, {
		name,
		label,
		attributes: html`${attributes[name]}${placeholder && html` placeholder="${placeholder}"`} data-rules="${JSON.stringify(ruleMessages(locale, name, label))}"`,
	});
}

/** The rules that the page's script checks in the browser. */
const checkedRules = {
	cardnum: ['cardLength', 'checkDigit'],
	cardholder: ['notAName'],
	expirymonth: ['month'],
	expiryyear: ['year', 'past'],
	cardcvv: [],
} as const satisfies Record<CardFieldName, readonly string[]>;

function ruleMessages({ text, plural }: Locale, name: CardFieldName, field: string) {
	if (name === 'cardcvv') {
		return {
			length3: plural('form.rules.length', 3, { field }),
			length4: plural('form.rules.length', 4, { field }),
		};
	}
	return Object.fromEntries(
		checkedRules[name].map((rule) => [rule, text(`form.rules.${rule}`, { field })]),
	);
}

/**
 * The error of a wrong code. The payment stores only the number of wrong codes, so the page can show it again after a
 * reload.
 */
const wrongCode = formError({
	param: 'otp',
	rule: 'wrongCode',
	text: 'is not the code that was asked for',
	example: challengeCodes.passes,
});

export function challengePage(model: PageModel, { values, errors }: FormState): string {
	const { locale } = model;
	const { text } = locale;
	const lastError = model.wrongCodes > 0 ? [wrongCode] : [];
	const form = { values, errors: errors.length > 0 ? errors : lastError };
	return formPage(model, form, {
		title: text(form.errors.length > 0 ? 'challenge.titleAgain' : 'challenge.heading'),
		head: html`<h1>${text('challenge.heading')}</h1>
<p>${text('challenge.asks')}</p>`,
		fields: html`<div class="fields">${textField(locale, form, {
			name: 'otp',
			label: text('challenge.code'),
			attributes: html`inputmode="numeric" autocomplete="one-time-code" maxlength="10"`,
		})}</div>`,
		button: text('actions.confirm', { amount: model.amount }),
		testValues: html`<p>${text('test.codes', challengeCodes)}</p>`,
		action: 'otp',
	});
}
