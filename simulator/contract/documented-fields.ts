/** The fields that the document shows in the request of each call. The examples have all of them. */
import {
	hybridPaymentExample,
	paymentOptionsExample,
	paymentSuboptionsExample,
} from './examples.ts';
import { isObject } from './json.ts';
import type { ServiceCall } from './routes.ts';

/** The documented fields of an object, with the fields of the objects inside. */
export type DocumentedFields = ReadonlyMap<
	string,
	{ isOptional: boolean; inner: DocumentedFields | null }
>;

const optional = new Set(['paymentReference', 'userId', 'optionId']);

export const documentedFields: Readonly<Record<ServiceCall, DocumentedFields>> = {
	paymentOptions: fieldsOf(paymentOptionsExample),
	paymentSuboptions: fieldsOf(paymentSuboptionsExample),
	hybridPayment: fieldsOf(hybridPaymentExample),
};

function fieldsOf(example: object): DocumentedFields {
	return new Map(
		Object.entries(example).map(([name, value]) => {
			const inner = isObject(value) ? fieldsOf(value) : null;
			return [name, { isOptional: optional.has(name), inner }];
		}),
	);
}

/** Whether a request has a field that is not among these. */
export function hasOtherField(sent: unknown, fields: DocumentedFields): boolean {
	if (!isObject(sent)) return false;
	return Object.entries(sent).some(([name, value]) => {
		const field = fields.get(name);
		return field === undefined || (field.inner !== null && hasOtherField(value, field.inner));
	});
}
