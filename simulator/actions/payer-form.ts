/** Checks the form fields of all options except the card fields. The sandbox stores none of the values. */
import { marketOf, optionByCode } from '../catalog/catalog.ts';
import type { OptionPack, PayerDocument, PayerFacts } from '../catalog/market.ts';
import type { DocumentCheck } from '../contract/gaps/cashier.ts';
import { paymentAppCode } from '../contract/test-values.ts';
import { usualFormats } from '../contract/usual-formats.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { PayerDocumentRule } from '../domain/documents.ts';
import { checkPayerDocument, payerDocumentRules } from '../domain/documents.ts';
import type { Payment } from '../domain/payment.ts';
import type { FormError } from '../errors/api-error.ts';
import { formError } from '../errors/api-error.ts';
import { cardDigitsOf, missingError, nameFieldError, testHolderName } from './card-form.ts';

export const payerFieldNames = [
	'code',
	'personType',
	'documentType',
	'document',
	'name',
	'email',
	'phone',
] as const;

export type PayerFieldName = (typeof payerFieldNames)[number];
/** The fields of a submitted form. A field that is left out gets its test value. */
export type PayerFields = Partial<Record<PayerFieldName, string>>;

export const personTypes = ['natural', 'legal'] as const;

type PayerPayment = Pick<Payment, 'choice' | 'country' | 'customerName'>;

/** The fields that the form of the chosen option asks for, in their order. */
export function payerFieldsOf({ choice }: Pick<Payment, 'choice'>): readonly PayerFieldName[] {
	return choice === null ? [] : fieldsAskedBy(optionByCode(choice.optionCode));
}

/** The names of the form fields for the payer details that an option asks for. */
export function fieldsAskedBy({
	asks,
	kind,
}: Pick<OptionPack, 'asks' | 'kind'>): readonly PayerFieldName[] {
	const details = asks.flatMap((detail): PayerFieldName[] =>
		detail === 'document' ? ['documentType', 'document'] : [detail],
	);
	return kind === 'code' ? ['code', ...details] : details;
}

const noFacts: PayerFacts = { required: false, documents: [] };

export function payerFactsOf({ country }: Pick<Payment, 'country'>): PayerFacts {
	return marketOf(country)?.payer ?? noFacts;
}

/** A valid test value for each field of the form. The name is the customer's own. */
export function testPayerFields(payment: PayerPayment): PayerFields {
	const { documents, phone } = payerFactsOf(payment);
	const values: Record<PayerFieldName, string> = {
		code: paymentAppCode,
		personType: personTypes[0],
		documentType: documents[0]?.type ?? '',
		document: documents[0]?.testValue ?? '',
		name: testHolderName(payment.customerName),
		email: 'payer@example.com',
		phone: phone?.testValue ?? '',
	};
	return Object.fromEntries(payerFieldsOf(payment).map((name) => [name, values[name]]));
}

export interface CheckedPayer {
	errors: FormError[];
	warnings: readonly WarningCode[];
}

/** Checks all fields of the payer. Returns all errors. */
export function checkPayer(
	payment: PayerPayment,
	typed: PayerFields,
	enforce: DocumentCheck,
): CheckedPayer {
	const names = payerFieldsOf(payment);
	const fields = { ...testPayerFields(payment), ...typed, ...documentFor(payment, typed) };
	const check = names.includes('document') ? enforce : 'off';
	const document = checkDocument(payerFactsOf(payment), fields, check);
	const errors = names
		.map((name) => {
			if (name === 'documentType' || name === 'document') return document.errors[name] ?? null;
			const typed = fields[name] ?? '';
			// The page offers the person types: an empty one is as wrong as any other.
			if (name !== 'personType' && typed.trim() === '')
				return missingError(name, testPayerFields(payment)[name] ?? '');
			return checks[name](typed, payment);
		})
		.filter((found) => found !== null);
	return { errors, warnings: document.warnings };
}

/**
 * Replaces the document number by the test value of its type, if the number is left out or is a test value of any type.
 */
function documentFor(payment: PayerPayment, { documentType, document }: PayerFields): PayerFields {
	const { documents } = payerFactsOf(payment);
	const chosen = documents.find(({ type }) => type === documentType);
	const isUnchanged =
		document === undefined || documents.some(({ testValue }) => testValue === document);
	return chosen && isUnchanged ? { document: chosen.testValue } : {};
}

type Check = (typed: string, payment: PayerPayment) => FormError | null;

const checks: Record<Exclude<PayerFieldName, 'documentType' | 'document'>, Check> = {
	code: (typed) =>
		/^\d{6}$/.test(cardDigitsOf(typed))
			? null
			: formError({
					param: 'code',
					rule: 'length',
					text: 'must be 6 digits',
					example: paymentAppCode,
					length: 6,
				}),
	personType: (typed) =>
		personTypes.some((type) => type === typed) ? null : unknownChoice('personType', personTypes),
	name: (typed) => nameFieldError('name', typed),
	email(typed) {
		const { fits, rule: text } = usualFormats.email;
		if (fits(typed.trim())) return null;
		return formError({ param: 'email', rule: 'email', text, example: 'payer@example.com' });
	},
	phone(typed, { country }) {
		const market = marketOf(country);
		const { format = market?.phone, testValue = '' } = market?.payer?.phone ?? {};
		if (format?.test(typed.replace(/[\s().-]/g, ''))) return null;
		const text = `must be a mobile number such as ${testValue}`;
		return formError({ param: 'phone', rule: 'phone', text, example: testValue, about: testValue });
	},
};

interface DocumentFields {
	documentType?: string;
	document?: string;
}

interface CheckedDocument {
	errors: { readonly [field in keyof DocumentFields]?: FormError };
	warnings: readonly WarningCode[];
}

const noErrors: CheckedDocument = { errors: {}, warnings: [] };

/** Checks the payer's document. The setting `cashier.documents.enforce` decides how strictly (D-46). */
function checkDocument(
	{ documents, required }: PayerFacts,
	{ documentType, document = '' }: DocumentFields,
	enforce: DocumentCheck,
): CheckedDocument {
	if (enforce === 'off') return noErrors;
	const kind = documents.find(({ type }) => type === documentType);
	if (!kind) {
		const types = documents.map(({ type }) => type);
		return { errors: { documentType: unknownChoice('documentType', types) }, warnings: [] };
	}
	if (document.trim() === '')
		return required ? wrongDocument(kind, 'missing', 'is required') : noErrors;
	const verdict = checkPayerDocument(kind.rule, document);
	if (verdict === 'format')
		return wrongDocument(kind, 'document', `must have the form of a ${kind.type}`);
	if (verdict === 'valid' || enforce === 'format') return noErrors;
	const { reliable }: PayerDocumentRule = payerDocumentRules[kind.rule];
	if (!reliable) return { errors: {}, warnings: ['document_doubtful'] };
	return wrongDocument(kind, 'checkDigit', 'has a wrong check digit');
}

function wrongDocument(
	{ type, testValue }: PayerDocument,
	rule: 'missing' | 'document' | 'checkDigit',
	text: string,
): CheckedDocument {
	const error = formError({ param: 'document', rule, text, example: testValue, about: type });
	return { errors: { document: error }, warnings: [] };
}

/** The error of a field that must have one of the listed values. */
function unknownChoice(param: string, known: readonly string[]): FormError {
	const about = known.join(', ');
	const text = `must be one of ${about}`;
	return formError({ param, rule: 'choice', text, example: known[0] ?? '', about });
}
