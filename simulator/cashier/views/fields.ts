/** Fields of forms, each with what is wrong with it beside it. */
import type { FormError } from '../../errors/form-error.ts';
import type { FormValues } from '../form-values.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Speech } from '../speech.ts';

/** A form as it is shown. */
export interface FormState {
	values: FormValues;
	errors: readonly FormError[];
}

export interface Field {
	name: string;
	label: string;
	value: string;
	attributes?: Markup;
	isOptional?: boolean;
	/** What is wrong with it, as a sentence. */
	problem: string | null;
	/** The first of the wrong ones. */
	isFirst: boolean;
}

export function textField(field: Field): Markup {
	const { name, value, attributes, isOptional = false } = field;
	return labelled(
		field,
		html`<input id="${name}" name="${name}" type="text" value="${value}"${!isOptional && html` required`}${attributes ? html` ${attributes}` : null}${invalid(field)}>`,
	);
}

export interface Choice {
	value: string;
	text: string;
	/** For the script that fills in what goes with the choice. */
	testValue?: string;
}

export function selectField(field: Field, choices: readonly Choice[]): Markup {
	const { name, value } = field;
	const options = choices.map(({ value: own, text, testValue }) => {
		return html`<option value="${own}"${testValue !== undefined && html` data-test-value="${testValue}"`}${own === value && html` selected`}>${text}</option>`;
	});
	return labelled(
		field,
		html`<select id="${name}" name="${name}"${invalid(field)}>${options}</select>`,
	);
}

function labelled({ name, label, problem }: Field, control: Markup): Markup {
	return html`<div class="field ${name}">
<label for="${name}">${label}</label>
${control}
${problem !== null && html`<p class="error" id="${name}-error">${problem}</p>`}
</div>`;
}

function invalid({ name, problem, isFirst }: Field): Markup | false {
	if (problem === null) return false;
	return html` aria-invalid="true" aria-describedby="${name}-error"${isFirst && html` autofocus`}`;
}

/** What is wrong with the field of this name, in the words of its label, where the API names the field. */
export function problemOf(
	speech: Speech,
	{ errors }: FormState,
	name: string,
	label: string,
): Pick<Field, 'problem' | 'isFirst'> {
	const found = errors.find(({ param }) => param === name);
	const problem = found ? sentence(speech, found, label) : null;
	return { problem, isFirst: found !== undefined && found === errors[0] };
}

function sentence(
	{ words, say, count }: Speech,
	{ rule, length, about = '' }: FormError,
	field: string,
): string {
	const { rules } = words.form;
	return rule === 'length'
		? count(rules.length, length ?? 0, { field })
		: say(rules[rule], { field, about });
}

/** How many fields are wrong, above the form. */
export function alertOf({ words, count, prose }: Speech, { errors }: FormState): Markup | null {
	if (errors.length === 0) return null;
	const { problems, nothingPaid } = words.form;
	return html`<p class="alert" role="alert">${prose([count(problems, errors.length), nothingPaid])}</p>`;
}
