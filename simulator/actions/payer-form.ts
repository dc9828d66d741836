/** What the form of an option asks of the payer besides a card, and whether what was typed will do. Nothing of it is kept. */
import { marketOf, optionByCode } from '../catalog/catalog.ts';
import type { OptionPack, PayerFacts } from '../catalog/market.ts';
import type { DocumentCheck } from '../contract/gaps/cashier.ts';
import { appCode } from '../contract/test-values.ts';
import { usualFormats } from '../contract/usual-formats.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Payment } from '../domain/payment.ts';
import type { FormError } from '../errors/api-error.ts';
import { formError } from '../errors/api-error.ts';
import { digitsOf, nameError, testHolder } from './card-form.ts';
import { checkDocument, unknownKind } from './payer-document.ts';

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
/** A field that is left out counts as left as it came: filled with its test value. */
export type PayerFields = Partial<Record<PayerFieldName, string>>;

export const personTypes = ['natural', 'legal'] as const;

type Paying = Pick<Payment, 'choice' | 'country' | 'customerName'>;

/** In the order of the form. */
export function payerFieldsOf({ choice }: Pick<Payment, 'choice'>): readonly PayerFieldName[] {
	return choice === null ? [] : fieldsAskedBy(optionByCode(choice.optionCode));
}

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

/** A valid value for each of its fields: the customer's own name, and for the rest what is nobody's. */
export function testPayerFields(payment: Paying): PayerFields {
	const { documents, phone } = payerFactsOf(payment);
	const values: Record<PayerFieldName, string> = {
		code: appCode,
		personType: personTypes[0],
		documentType: documents[0]?.type ?? '',
		document: documents[0]?.testValue ?? '',
		name: testHolder(payment.customerName),
		email: 'payer@example.com',
		phone: phone?.testValue ?? '',
	};
	return Object.fromEntries(payerFieldsOf(payment).map((name) => [name, values[name]]));
}

export interface CheckedPayer {
	errors: FormError[];
	warnings: readonly WarningCode[];
}

/** Every wrong field at once. */
export function checkPayer(
	payment: Paying,
	typed: PayerFields,
	enforce: DocumentCheck,
): CheckedPayer {
	const asked = payerFieldsOf(payment);
	const fields = { ...testPayerFields(payment), ...typed, ...documentFor(payment, typed) };
	const check = asked.includes('document') ? enforce : 'off';
	const document = checkDocument(payerFactsOf(payment), fields, check);
	const errors = asked
		.map((name) => {
			if (name === 'documentType' || name === 'document') return document.errors[name] ?? null;
			return checks[name](fields[name] ?? '', payment);
		})
		.filter((found) => found !== null);
	return { errors, warnings: document.warnings };
}

/** Who chooses another kind of document and leaves the number out, or as it came, means the test value of that kind. */
function documentFor(payment: Paying, { documentType, document }: PayerFields): PayerFields {
	const { documents } = payerFactsOf(payment);
	const chosen = documents.find(({ type }) => type === documentType);
	const isLeft =
		document === undefined || documents.some(({ testValue }) => testValue === document);
	return chosen && isLeft ? { document: chosen.testValue } : {};
}

type Check = (typed: string, payment: Paying) => FormError | null;

const checks: Record<Exclude<PayerFieldName, 'documentType' | 'document'>, Check> = {
	code: (typed) =>
		/^\d{6}$/.test(digitsOf(typed))
			? null
			: formError({
					param: 'code',
					rule: 'length',
					text: 'must be 6 digits',
					example: appCode,
					length: 6,
				}),
	personType: (typed) =>
		personTypes.some((type) => type === typed) ? null : unknownKind('personType', personTypes),
	name: (typed) => nameError('name', typed),
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
