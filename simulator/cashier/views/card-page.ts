/** The card form: five text fields with the documented names. */
import type { CardFieldName } from '../../actions/card-form.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Speech } from '../speech.ts';
import type { FormState } from './fields.ts';
import { problemOf, textField } from './fields.ts';
import { payPage } from './pay-page.ts';
import { cardValues } from './test-values.ts';

const attributes: Readonly<Record<CardFieldName, Markup>> = {
	cardnum: html`inputmode="numeric" autocomplete="cc-number" maxlength="23" dir="ltr"`,
	cardholder: html`autocomplete="cc-name" maxlength="255" dir="auto"`,
	expirymonth: html`inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" dir="ltr"`,
	expiryyear: html`inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" dir="ltr"`,
	cardcvv: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" dir="ltr"`,
};

const order: readonly CardFieldName[] = [
	'cardnum',
	'cardholder',
	'expirymonth',
	'expiryyear',
	'cardcvv',
];

export function cardPage(model: PageModel, form: FormState): string {
	const { speech } = model.place;
	const { card, actions } = speech.words;
	return payPage(model, form, {
		title: form.errors.length > 0 ? card.titleAgain : card.heading,
		head: html`<h1>${card.heading}</h1>`,
		fields: html`<div class="fields" data-now="${new Date(model.now).toISOString()}">${order.map((name) => input(speech, name, form))}</div>`,
		button: speech.say(actions.pay, { amount: model.amount }),
		tests: cardValues(model),
		scripts: ['card-form.js'],
	});
}

function input(speech: Speech, name: CardFieldName, form: FormState): Markup {
	const { labels, month, year } = speech.words.card;
	const label = labels[name];
	const shape = name === 'expirymonth' ? month : name === 'expiryyear' ? year : null;
	return textField({
		name,
		label,
		value: form.values[name] ?? '',
		attributes: html`${attributes[name]}${shape && html` placeholder="${shape}"`} data-rules="${JSON.stringify(rulesOf(speech, name, label))}"`,
		...problemOf(speech, form, name, label),
	});
}

/** What the script may find wrong before the form is sent, in the words of the page. */
const judged = {
	cardnum: ['cardLength', 'checkDigit'],
	cardholder: ['notAName'],
	expirymonth: ['month'],
	expiryyear: ['year', 'past'],
	cardcvv: [],
} as const satisfies Record<CardFieldName, readonly string[]>;

function rulesOf(speech: Speech, name: CardFieldName, field: string): Record<string, string> {
	const { rules } = speech.words.form;
	if (name === 'cardcvv') {
		const ofLength = (digits: number) => speech.count(rules.length, digits, { field });
		return { length3: ofLength(3), length4: ofLength(4) };
	}
	return Object.fromEntries(judged[name].map((rule) => [rule, speech.say(rules[rule], { field })]));
}
