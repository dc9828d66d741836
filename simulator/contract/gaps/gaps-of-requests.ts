/** Gaps of what is sent to payment-options: which fields, which values, which bounds (D-01 to D-03, D-19, D-20, D-25). */
import { z } from 'zod';
import {
	addressSchema,
	assumedRules,
	customerSchema,
	indispensableFields,
	paymentOptionsRequestSchema,
} from '../payment-options.ts';
import { setting } from '../setting.ts';
import { gap } from './gap.ts';

/** Every documented field of the request, by its path. */
export const requestFields: readonly string[] = [
	...Object.keys(paymentOptionsRequestSchema.shape),
	...Object.keys(customerSchema.shape).map((name) => `customer.${name}`),
	...Object.keys(addressSchema.shape).map((name) => `customer.address.${name}`),
];

const requiredFields = z
	.array(z.enum(requestFields))
	.refine(
		(paths) => indispensableFields.every((path) => paths.includes(path)),
		`must name ${indispensableFields.join(', ')}: without them there is no payment`,
	);

const reaction = z.enum(['ignore', 'warn', 'reject']);
const length = z.int().min(1, 'must be 1 or more').max(65_536, 'must be at most 65536');
const digits = z.int().min(0, 'must be 0 or more').max(4, 'must be at most 4');
const bound = z.number().positive('must be greater than 0').max(1e12, 'must be at most 1e12');

export const gapsOfRequests = {
	'D-01': gap({
		line: 48,
		notShown: 'which request fields are required, and formats of those that are only called text',
		assumed:
			'country, currency, amount, redirectUrl and customer are; the other documented fields are optional with a warning (paymentReference and userId without), unknown fields are ignored with a warning, an unusual e-mail address, telephone number or IP address is taken with a warning',
		shapes: [],
		settings: {
			'validation.required': setting(
				requiredFields,
				[...assumedRules.required],
				'paths of the fields that must be sent: "customer.email" asks for customer too; country, currency, amount and redirectUrl are always among them, for without them there is no payment',
			),
			'validation.unknownFields': setting(
				reaction,
				'warn',
				'what a field that the document does not show meets',
			),
			'validation.formats': setting(
				reaction,
				'warn',
				'what meets an e-mail address without one @, a telephone number with anything but 5 to 15 digits after its plus sign, and an IP address that is none',
			),
		},
	}),
	'D-02': gap({
		line: 49,
		notShown: 'unit and decimals of the amount',
		assumed:
			'major units as a JSON number above 0 of at most 15 significant digits; more decimals than providers take in the currency are a warning',
		shapes: ['paymentOptions'],
		settings: {
			'amount.unit': setting(
				z.enum(['major', 'minor']),
				'major',
				'what an amount counts: 150.5 pesos, or 15050 centavos, as many as amount.decimals says',
			),
			'amount.decimals': setting(
				z.union(
					[z.enum(['iso', 'provider']), z.record(z.string().regex(/^[A-Z]{3}$/), digits)],
					'must be "iso", "provider", or decimals by currency such as {"COP": 0}',
				),
				'provider',
				'how many decimals a currency has: by ISO 4217, as providers take it, or by currency (for others, as providers take it)',
			),
			'amount.excess': setting(
				z.enum(['accept', 'warn', 'reject', 'round']),
				'warn',
				'what an amount in major units with more decimals meets; round goes half away from zero, with a warning',
			),
		},
	}),
	'D-03': gap({
		line: 50,
		notShown: 'values of userDevice other than MOBILE',
		assumed: 'any word of capital letters; others than MOBILE, DESKTOP and TABLET are a warning',
		shapes: [],
		settings: {
			'enums.userDevice': setting(
				z
					.array(z.string().regex(/^[A-Z_]{1,32}$/, 'must be upper-case letters'))
					.min(1, 'must name at least one')
					.max(100, 'must name at most 100'),
				['MOBILE', 'DESKTOP', 'TABLET'],
				'the usual values of userDevice',
			),
			'enums.mode': setting(
				z.enum(['accept', 'warn', 'reject']),
				'warn',
				'what another value of userDevice meets',
			),
		},
	}),
	'D-19': gap({
		line: 189,
		notShown: 'bounds of the amount',
		assumed: 'none but above 0 and at most 1 000 000 000 000',
		shapes: ['paymentOptions'],
		settings: {
			'limits.amount': setting(
				z.record(
					z.string().regex(/^[A-Z]{2}$/, 'must be a country code'),
					z
						.strictObject({ min: bound.optional(), max: bound.optional() })
						.refine(
							({ min = 0, max = 1e12 }) => min <= max,
							'must have a min that is not above its max',
						),
				),
				{},
				'least and greatest amount by country, in the unit amounts are sent in: {"CO": {"min": 1600}}',
			),
		},
	}),
	'D-20': gap({
		line: 189,
		notShown: 'lengths of fields',
		assumed:
			'protective bounds only: 255 characters, a user agent 1 024, a redirectUrl 2 048, a body 100 KiB and 32 levels deep',
		shapes: ['paymentOptions'],
		settings: {
			'limits.lengths.text': setting(
				length,
				assumedRules.lengths.text,
				'characters of an ordinary field of payment-options',
			),
			'limits.lengths.userAgent': setting(
				length,
				assumedRules.lengths.userAgent,
				'characters of customer.userAgent',
			),
			'limits.lengths.url': setting(length, assumedRules.lengths.url, 'characters of redirectUrl'),
		},
	}),
	'D-25': gap({
		line: null,
		notShown: 'whether values are normalised',
		assumed: 'as sent: a lower-case country is refused, for the document says upper case',
		shapes: [],
		settings: {
			'validation.case': setting(
				z.enum(['strict', 'fold']),
				'strict',
				'whether country, currency, language and userDevice in lower case or with blanks around them are taken for their upper-case form',
			),
		},
	}),
};
