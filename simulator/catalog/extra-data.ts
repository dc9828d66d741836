/**
 * The extra data and the form inputs of an option, in the shapes that the settings select. The names and labels of
 * fields never change.
 */
import type { ExtraDataField } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';

type Shapes = Settings['catalog']['extraData'];

/** The types of fields that are not strings when the setting asks for mixed types (D-04). */
const mixedTypes = new Map([
	['cardnum', 'number'],
	['expiryyear', 'date'],
	['expirymonth', 'select'],
	['cardcvv', 'number'],
]);

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** Whether the settings keep the documented shape, which is the one in the catalog. */
export function isDocumentedShape({ types, valuesShape }: Shapes): boolean {
	return types === 'string' && valuesShape === 'empty';
}

/** The extra data of an option. `year` is the current year. */
export function extraDataOf(
	shapes: Shapes,
	fields: readonly ExtraDataField[],
	year: number,
): readonly ExtraDataField[] {
	if (isDocumentedShape(shapes)) return fields;
	const { types, valuesShape } = shapes;
	return fields.map((field) => ({
		...field,
		type: types === 'mixed' ? (mixedTypes.get(field.name) ?? field.type) : field.type,
		values: valuesIn(valuesShape, choicesOf(field.name, year)),
	}));
}

/** The values that a field can have. Free text has none: the document shows an empty list (D-05). */
function choicesOf(name: string, year: number): string[] {
	if (name === 'expirymonth') return months;
	if (name !== 'expiryyear') return [];
	return Array.from({ length: 10 }, (_, index) => String(year + index));
}

function valuesIn(shape: Shapes['valuesShape'], choices: readonly string[]): unknown[] {
	if (shape === 'empty' || choices.length === 0) return [];
	if (shape === 'strings') return [...choices];
	if (shape === 'valueLabel') return choices.map((value) => ({ value, label: value }));
	return [...shape];
}

const accountHolder: ExtraDataField = {
	label: 'Account Holder',
	name: 'accountholder',
	type: 'string',
	values: [],
	required: true,
};

/** The form inputs of every suboption (D-06). */
export function formInputsOf({ formInputs }: Settings['catalog']): unknown[] {
	if (formInputs === 'off') return [];
	return formInputs === 'likeExtraData' ? [accountHolder] : formInputs;
}
