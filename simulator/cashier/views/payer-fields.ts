/** The details of the payer that an option asks for. */
import type { PayerFieldName } from '../../actions/payer-form.ts';
import { personTypes } from '../../actions/payer-form.ts';
import type { PayerFacts } from '../../catalog/pack.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PayerAsked } from '../page-model.ts';
import type { Speech } from '../speech.ts';
import type { Field, FormState } from './fields.ts';
import { problemOf, selectField, textField } from './fields.ts';

const attributes: Partial<Record<PayerFieldName, Markup>> = {
	code: html`inputmode="numeric" autocomplete="one-time-code" maxlength="7"`,
	document: html`autocomplete="off" maxlength="30" spellcheck="false" dir="ltr"`,
	name: html`autocomplete="name" maxlength="255"`,
	email: html`inputmode="email" autocomplete="email" maxlength="255" spellcheck="false" dir="ltr"`,
	phone: html`inputmode="tel" autocomplete="tel" maxlength="30" dir="ltr"`,
};

/** The code is the method's own; the rest stands together as the payer's details. */
export function payerFields(
	speech: Speech,
	{ fields, facts }: PayerAsked,
	form: FormState,
): { code: Markup | null; details: Markup | null } {
	const details = fields.filter((name) => name !== 'code');
	return {
		code: fields.includes('code')
			? html`<div class="fields code">${field(speech, 'code', facts, form)}</div>`
			: null,
		details:
			details.length === 0
				? null
				: html`<fieldset class="fieldset"><legend>${speech.words.pay.payer.heading}</legend>
<div class="fields">${details.map((name) => field(speech, name, facts, form))}</div></fieldset>`,
	};
}

function field(speech: Speech, name: PayerFieldName, facts: PayerFacts, form: FormState): Markup {
	const { words, say } = speech;
	const { documents, required } = facts;
	const [only, ...others] = documents;
	const isOnly = only !== undefined && others.length === 0;
	const value = form.values[name] ?? '';
	// Where there is one kind, it goes along unseen, and the number is called by its name.
	if (name === 'documentType' && isOnly && !form.errors.some(({ param }) => param === name)) {
		return html`<input type="hidden" name="${name}" value="${only.type}">`;
	}
	const isOptional = name === 'document' && !required;
	const plain = name === 'document' && isOnly ? only.type : words.pay.payer.labels[name];
	const label = isOptional ? say(words.pay.payer.optional, { field: plain }) : plain;
	const shape: Field = {
		name,
		label,
		value,
		isOptional,
		...(attributes[name] && { attributes: attributes[name] }),
		...problemOf(speech, form, name, plain),
	};
	if (name === 'documentType') {
		const types = documents.map(({ type, testValue }) => ({ value: type, text: type, testValue }));
		return selectField(shape, types);
	}
	if (name !== 'personType') return textField(shape);
	const types = personTypes.map((type) => ({
		value: type,
		text: words.pay.payer.personTypes[type],
	}));
	return selectField(shape, types);
}
