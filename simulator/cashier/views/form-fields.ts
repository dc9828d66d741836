/** The fields of a form, each with its error. */
import type { PayerFieldName } from '../../actions/payer-form.ts';
import { personTypes } from '../../actions/payer-form.ts';
import type { FormError } from '../../errors/api-error.ts';
import type { FormValues } from '../forms.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PageModel } from '../page-model.ts';

export interface FormState {
	values: FormValues;
	errors: readonly FormError[];
}

interface Field {
	name: keyof FormValues;
	label: string;
	attributes?: Markup | undefined;
	isOptional?: boolean;
}

export function textField(locale: Locale, form: FormState, field: Field): Markup {
	const { name, attributes, isOptional = false } = field;
	return fieldWith(locale, form, field, (state) => {
		return html`<input id="${name}" name="${name}" type="text" value="${form.values[name] ?? ''}"${!isOptional && html` required`}${attributes ? html` ${attributes}` : null}${state}>`;
	});
}

interface Choice {
	value: string;
	text: string;
	/** The document number of this choice: the script fills it in when the shopper selects the choice. */
	testValue?: string;
}

function selectField(
	locale: Locale,
	form: FormState,
	field: Field,
	choices: readonly Choice[],
): Markup {
	const { name } = field;
	const selected = form.values[name] ?? '';
	const options = choices.map(({ value, text, testValue }) => {
		return html`<option value="${value}"${testValue !== undefined && html` data-test-value="${testValue}"`}${value === selected && html` selected`}>${text}</option>`;
	});
	return fieldWith(locale, form, field, (state) => {
		return html`<select id="${name}" name="${name}"${state}>${options}</select>`;
	});
}

/** A field with its label and error. `control` receives the attributes of an invalid control. */
function fieldWith(
	locale: Locale,
	{ errors }: FormState,
	{ name, label, isOptional = false }: Field,
	control: (state: Markup | null) => Markup,
): Markup {
	const error = errors.find(({ param }) => param === name);
	const state = error
		? html` aria-invalid="true" aria-describedby="${name}-error"${error === errors[0] && html` autofocus`}`
		: null;
	return html`<div class="field ${name}">
<label for="${name}">${isOptional ? locale.text('pay.payer.optional', { field: label }) : label}</label>
${control(state)}
${error !== undefined && html`<p class="error" id="${name}-error">${errorMessage(locale, error, label)}</p>`}
</div>`;
}

function errorMessage({ text, plural }: Locale, error: FormError, field: string) {
	const { rule, length = 0, about = '' } = error;
	return rule === 'length'
		? plural('form.rules.length', length, { field })
		: text(`form.rules.${rule}`, { field, about });
}

/** The heading above the form with the number of errors; null without errors. */
export function errorSummary(locale: Locale, { errors }: FormState): Markup | null {
	if (errors.length === 0) return null;
	const { text, plural, joinSentences } = locale;
	const sentences = [plural('form.problems', errors.length), text('form.nothingPaid')];
	return html`<p class="alert" role="alert">${joinSentences(sentences)}</p>`;
}

const payerAttributes: Partial<Record<PayerFieldName, Markup>> = {
	code: html`inputmode="numeric" autocomplete="one-time-code" maxlength="7"`,
	document: html`autocomplete="off" maxlength="30" spellcheck="false" dir="ltr"`,
	name: html`autocomplete="name" maxlength="255"`,
	email: html`inputmode="email" autocomplete="email" maxlength="255" spellcheck="false" dir="ltr"`,
	phone: html`inputmode="tel" autocomplete="tel" maxlength="30" dir="ltr"`,
};

/**
 * The fields for the payer's details, in a group; the code of an app stands alone. Null if the option asks for nothing.
 */
export function payerFields(model: PageModel, form: FormState): Markup | null {
	const { fields } = model.payer;
	if (fields.length === 0) return null;
	const details = fields.filter((name) => name !== 'code');
	return html`${fields.includes('code') && html`<div class="fields code">${payerField(model, form, 'code')}</div>`}${
		details.length > 0 &&
		html`<fieldset class="fieldset"><legend>${model.locale.text('pay.payer.heading')}</legend>
<div class="fields">${details.map((name) => payerField(model, form, name))}</div></fieldset>`
	}`;
}

function payerField({ locale, payer }: PageModel, form: FormState, name: PayerFieldName): Markup {
	const { documents, required } = payer.facts;
	const onlyDocument = documents.length === 1 ? documents[0] : undefined;
	const isInvalid = form.errors.some(({ param }) => param === name);
	// If the market has only one type of document, there is no choice: the number field is labelled with the type's name.
	if (name === 'documentType' && onlyDocument && !isInvalid) {
		return html`<input type="hidden" name="${name}" value="${onlyDocument.type}">`;
	}
	const field = {
		name,
		label: (name === 'document' && onlyDocument?.type) || locale.text(`pay.payer.labels.${name}`),
		attributes: payerAttributes[name],
		isOptional: name === 'document' && !required,
	};
	if (name === 'documentType') {
		const choices = documents.map(({ type, testValue }) => ({
			value: type,
			text: type,
			testValue,
		}));
		return selectField(locale, form, field, choices);
	}
	if (name === 'personType') {
		const choices = personTypes.map((type) => ({
			value: type,
			text: locale.text(`pay.payer.personTypes.${type}`),
		}));
		return selectField(locale, form, field, choices);
	}
	return textField(locale, form, field);
}
