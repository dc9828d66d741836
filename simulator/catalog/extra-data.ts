/** Extra data and form inputs as the document shows them, or in the shapes a person asks for. Names and labels never change. */
import type { ExtraDataField } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';

type Shapes = Settings['catalog']['extraData'];

/** What else than string the type of a field may be (D-04). */
const mixedTypes = new Map([
	['cardnum', 'number'],
	['expiryyear', 'date'],
	['expirymonth', 'select'],
	['cardcvv', 'number'],
]);

const twelveMonths = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** `year` is the current one. What the document shows costs nothing: the fields come back as they are. */
export function extraDataIn(
	{ types, valuesShape }: Shapes,
	fields: readonly ExtraDataField[],
	year: number,
): readonly ExtraDataField[] {
	if (types === 'string' && valuesShape === 'empty') return fields;
	return fields.map((field) => ({
		...field,
		type: types === 'mixed' ? (mixedTypes.get(field.name) ?? field.type) : field.type,
		values: valuesIn(valuesShape, choicesOf(field.name, year)),
	}));
}

/** Only what is no free text has values: for free texts the document shows an empty list (D-05). */
function choicesOf(name: string, year: number): string[] {
	if (name === 'expirymonth') return twelveMonths;
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

/** What every suboption asks for (D-06): a list for one answer, never to be changed. */
export function formInputsIn({ formInputs }: Settings['catalog']): unknown[] {
	if (formInputs === 'off') return [];
	return formInputs === 'likeExtraData' ? [accountHolder] : formInputs;
}
