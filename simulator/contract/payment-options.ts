/** The schemas of `POST /v2/payment-options`: request, response and their parts (service-interface.md, Resources). */
import { z } from 'zod';
import { brokenReturnAddressRule } from './return-url.ts';
import type { FieldWithUsualFormat } from './usual-formats.ts';
import { usualFormats } from './usual-formats.ts';

const countryCode = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a country code of two upper-case letters');
const languageCode = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a language code of two upper-case letters');
const currencyCode = z
	.string()
	.regex(/^[A-Z]{3}$/, 'must be a currency code of three upper-case letters');

/** The rules that the interface document leaves open. Each is a setting (D-01, D-03, D-20). */
export interface RequestRules {
	/** The paths of required fields. A required field makes its parents required too. */
	readonly required: readonly string[];
	/** Whether a field that the document does not show is rejected. */
	readonly refuseUnknown: boolean;
	/**
	 * Whether an e-mail address, telephone number or IP address without its usual format (`usual-formats.ts`) is rejected.
	 */
	readonly refuseOddFormats: boolean;
	/** The allowed values of userDevice; null allows any word of capital letters. */
	readonly userDevices: readonly string[] | null;
	/** The most characters of a text. These limits only protect the sandbox: the document shows none. */
	readonly lengths: { readonly text: number; readonly userAgent: number; readonly url: number };
}

/** The fields without which a payment cannot exist; they are always required. */
const indispensable = { country: true, currency: true, amount: true, redirectUrl: true } as const;
export const alwaysRequiredFields: readonly string[] = Object.keys(indispensable);

export const defaultRequestRules: RequestRules = {
	required: [...alwaysRequiredFields, 'customer'],
	refuseUnknown: false,
	refuseOddFormats: false,
	userDevices: null,
	lengths: { text: 255, userAgent: 1024, url: 2048 },
};

const textUpTo = (maximum: number) =>
	z.string().max(maximum, `must be at most ${maximum} characters`);

/** The most significant digits of an amount. A JSON number is exact up to fifteen (D-02). */
const maxDigits = 15;
const hasTooManyDigits = (value: number) =>
	!(Number.isInteger(value) && value < 10 ** maxDigits) &&
	value
		.toExponential()
		.replace(/e.*$/, '')
		.replace(/[^0-9]/g, '').length > maxDigits;

/**
 * The smallest amount. A smaller one would be shown as zero, because no currency has more than four decimals (ISO
 * 4217).
 */
const smallestAmount = 1e-6;

/** A number of at least `smallestAmount`. */
export const positiveAmountSchema = z.number().min(smallestAmount, {
	error: ({ input }) =>
		Number(input) > 0 ? 'must be at least 0.000001' : 'must be greater than 0',
});

/** The largest amount, in the unit of the requests. */
export const maxAmount = 1e12;

const amount = positiveAmountSchema
	.max(maxAmount, 'must be at most 1000000000000')
	.refine((value) => !hasTooManyDigits(value), `must have at most ${maxDigits} significant digits`)
	.meta({
		description: 'Major units as a JSON number of at most 15 significant digits (D-02).',
	});

/** The part of `brokenReturnAddressRule` that JSON Schema can express: a web address with a plain host name. */
const webAddressPattern =
	'^[hH][tT][tT][pP][sS]?://[A-Za-z0-9_.-]+(:[0-9]{1,5})?([/?#][^\\s\\\\]*)?$';

/** A return address up to a length. Settings restrict its scheme and host further (D-36). */
const returnAddressUpTo = (maximum: number) =>
	textUpTo(maximum)
		.refine((address) => brokenReturnAddressRule(address) === null, {
			error: ({ input }) => brokenReturnAddressRule(String(input)),
		})
		.meta({
			format: 'uri',
			pattern: webAddressPattern,
			description: 'Address to which the user is returned: an absolute http or https URL (D-36).',
		});

const userDevice = z.string().regex(/^[A-Z_]{1,32}$/, 'must be upper-case letters, such as MOBILE');

/** The schema of the documented request. `rules` decide everything that the document leaves open. */
export function requestSchemaFor(rules: RequestRules) {
	const { lengths, userDevices } = rules;
	const text = textUpTo(lengths.text);
	const usual = (field: FieldWithUsualFormat, schema: z.ZodString) =>
		rules.refuseOddFormats
			? schema.refine((value) => usualFormats[field].fits(value), usualFormats[field].rule)
			: schema;
	const address = objectUnder(rules, 'customer.address.', {
		street: text,
		streetNumber: text,
		country: countryCode,
		zipCode: text,
		city: text,
		state: text,
	});
	const customer = objectUnder(rules, 'customer.', {
		name: text,
		email: usual('email', text),
		phone: usual('phone', text.regex(/^\+/, { error: 'must begin with a plus sign', abort: true })),
		userDevice: userDevices === null ? userDevice : z.enum(userDevices),
		userAgent: textUpTo(lengths.userAgent),
		ip: usual('ip', text),
		address,
	});
	const request = objectUnder(rules, '', {
		country: countryCode,
		currency: currencyCode,
		amount,
		redirectUrl: returnAddressUpTo(lengths.url),
		language: languageCode,
		customer,
		paymentReference: text,
		userId: text,
	});
	return { request: request.required(indispensable), customer, address };
}

/** An object with optional fields, which may be missing but are never null. In the types, all fields are optional. */
function objectUnder<S extends z.ZodRawShape>(
	{ required, refuseUnknown }: RequestRules,
	prefix: string,
	shape: S,
) {
	const isRequired = (path: string) =>
		required.some((wanted) => wanted === path || wanted.startsWith(`${path}.`));
	const entries = Object.entries(shape).map(([name, field]) => {
		const schema = field as z.ZodType;
		return [name, isRequired(prefix + name) ? schema : schema.optional()];
	});
	const object = refuseUnknown ? z.strictObject : z.object;
	return object(Object.fromEntries(entries)) as z.ZodObject<{
		[Name in keyof S]: z.ZodOptional<S[Name]>;
	}>;
}

const assumed = requestSchemaFor(defaultRequestRules);
export const paymentOptionsRequestSchema = assumed.request;
export const customerSchema = assumed.customer;
export const customerAddressSchema = assumed.address;

export const extraDataFieldSchema = z.strictObject({
	label: z.string(),
	name: z.string(),
	type: z.string(),
	values: z.array(z.unknown()),
	required: z.boolean(),
});

export const paymentOptionSchema = z.strictObject({
	paymentOptionId: z.uuid(),
	name: z.string(),
	logo: z.url().nullable(),
	extraData: z.array(extraDataFieldSchema),
});

export const paymentOptionsResponseSchema = z.strictObject({
	transactionId: z.uuid(),
	sessionId: z.uuid(),
	paymentOptions: z.array(paymentOptionSchema).min(1),
});

export type Address = z.infer<typeof customerAddressSchema>;
export type Customer = z.infer<typeof customerSchema>;
export type PaymentOptionsRequest = z.infer<typeof paymentOptionsRequestSchema>;
export type ExtraDataField = z.infer<typeof extraDataFieldSchema>;
export type PaymentOption = z.infer<typeof paymentOptionSchema>;
export type PaymentOptionsResponse = z.infer<typeof paymentOptionsResponseSchema>;
