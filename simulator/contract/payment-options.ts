/** `POST /v2/payment-options`: request, response and their parts (service-interface.md, Resources). */
import { z } from 'zod';
import { returnAddressRule } from './return-address.ts';

const countryCode = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a country code of two upper-case letters');
const languageCode = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a language code of two upper-case letters');
const currencyCode = z
	.string()
	.regex(/^[A-Z]{3}$/, 'must be a currency code of three upper-case letters');

/** Lengths are protective only (D-20): the document shows none. */
const text = (maximum = 255) => z.string().max(maximum, `must be at most ${maximum} characters`);

/** Fifteen significant digits are what a JSON number carries exactly (D-02). */
const significantDigits = (value: number) =>
	value
		.toExponential()
		.replace(/e.*$/, '')
		.replace(/[^0-9]/g, '').length;

const amount = z
	.number()
	.positive('must be greater than 0')
	.max(1e12, 'must be at most 1000000000000')
	.refine((value) => significantDigits(value) <= 15, 'must have at most 15 significant digits');

/** Whether the scheme and the host may be returned to is for the settings to say (D-36). */
const returnAddress = z
	.string()
	.max(2048, 'must be at most 2048 characters')
	.superRefine((address, { addIssue }) => {
		const rule = returnAddressRule(address);
		if (rule) addIssue({ code: 'custom', message: rule });
	});

const ipAddress = z.union([z.ipv4(), z.ipv6()], 'must be an IPv4 or IPv6 address');

/** All fields are optional with a warning (D-01): the document does not say which are required. */
export const addressSchema = z.object({
	street: text().optional(),
	streetNumber: text().optional(),
	country: countryCode.optional(),
	zipCode: text().optional(),
	city: text().optional(),
	state: text().optional(),
});

export const customerSchema = z.object({
	name: text().optional(),
	email: text()
		.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
		.optional(),
	phone: text()
		.regex(/^\+[0-9]{5,15}$/, 'must be in international format: a plus sign, then 5 to 15 digits')
		.optional(),
	userDevice: text()
		.regex(/^[A-Z_]{1,32}$/, 'must be upper-case letters, such as MOBILE')
		.optional(),
	userAgent: text(1024).optional(),
	ip: ipAddress.optional(),
	address: addressSchema.optional(),
});

export const paymentOptionsRequestSchema = z.object({
	country: countryCode,
	currency: currencyCode,
	amount,
	redirectUrl: returnAddress,
	language: languageCode.optional(),
	customer: customerSchema,
	paymentReference: text().optional(),
	userId: text().optional(),
});

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

export type Address = z.infer<typeof addressSchema>;
export type Customer = z.infer<typeof customerSchema>;
export type PaymentOptionsRequest = z.infer<typeof paymentOptionsRequestSchema>;
export type ExtraDataField = z.infer<typeof extraDataFieldSchema>;
export type PaymentOption = z.infer<typeof paymentOptionSchema>;
export type PaymentOptionsResponse = z.infer<typeof paymentOptionsResponseSchema>;
