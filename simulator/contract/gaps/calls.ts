/**
 * Gaps about request fields (D-01 to D-03, D-19, D-20, D-25) and response fields (D-04 to D-06, D-23, D-24, D-26, D-27,
 * D-43): what the interface document does not state, our assumptions, and their settings.
 */
import { z } from 'zod';
import {
	alwaysRequiredFields,
	customerAddressSchema,
	customerSchema,
	defaultRequestRules,
	maxAmount,
	paymentOptionsRequestSchema,
	positiveAmountSchema,
} from '../payment-options.ts';
import { serviceCalls } from '../routes.ts';
import { setting, withMaxEntries } from '../setting.ts';
import { gap } from './gap.ts';

/** The path of every documented request field. */
export const requestFieldPaths: readonly string[] = [
	...Object.keys(paymentOptionsRequestSchema.shape),
	...Object.keys(customerSchema.shape).map((name) => `customer.${name}`),
	...Object.keys(customerAddressSchema.shape).map((name) => `customer.address.${name}`),
];

const requiredFields = z
	.array(z.enum(requestFieldPaths))
	.refine(
		(paths) => alwaysRequiredFields.every((path) => paths.includes(path)),
		`must name ${alwaysRequiredFields.join(', ')}: without them there is no payment`,
	);

const reaction = z.enum(['ignore', 'warn', 'reject']);
const length = z.int().min(1, 'must be 1 or more').max(65_536, 'must be at most 65536');
const digits = z.int().min(0, 'must be 0 or more').max(4, 'must be at most 4');
const bound = positiveAmountSchema.max(maxAmount, 'must be at most 1e12');

export const requestGaps = {
	'D-01': gap({
		line: 48,
		notShown: 'which request fields are required, and the formats of text fields',
		assumed:
			'country, currency, amount, redirectUrl and customer are required. The other documented fields are optional: a missing one causes a warning (paymentReference and userId: no warning). Unknown fields are ignored with a warning. An unusual e-mail address, telephone number or IP address is accepted with a warning',
		shapes: [],
		settings: {
			'validation.required': setting(
				requiredFields,
				[...defaultRequestRules.required],
				'paths of the required fields: "customer.email" requires customer too; country, currency, amount and redirectUrl are always required',
			),
			'validation.unknownFields': setting(
				reaction,
				'warn',
				'reaction to a field that the document does not show; with ignore, it is no finding either',
			),
			'validation.formats': setting(
				reaction,
				'warn',
				'reaction to an e-mail address without exactly one @, a telephone number without 5 to 15 digits after the plus sign, and an invalid IP address',
			),
		},
	}),
	'D-02': gap({
		line: 49,
		notShown: 'unit and decimals of the amount',
		assumed:
			'major units, as a JSON number above 0 with at most 15 significant digits; more decimals than providers accept in the currency cause a warning',
		shapes: ['paymentOptions'],
		settings: {
			'amount.unit': setting(
				z.enum(['major', 'minor']),
				'major',
				'unit of an amount: major (150.5 pesos) or minor (15050 centavos, by amount.decimals)',
			),
			'amount.decimals': setting(
				withMaxEntries(
					z.union(
						[z.enum(['iso', 'provider']), z.record(z.string().regex(/^[A-Z]{3}$/), digits)],
						'must be "iso", "provider", or decimals by currency such as {"COP": 0}',
					),
				),
				'provider',
				'decimals of a currency: by ISO 4217, as providers accept them, or a map by currency (other currencies: as providers accept them)',
			),
			'amount.excess': setting(
				z.enum(['accept', 'warn', 'reject', 'round']),
				'warn',
				'reaction to an amount in major units with more decimals; round rounds half away from zero and adds a warning. A number is read in double precision, so 19.989999999999998 is 19.99',
			),
		},
	}),
	'D-03': gap({
		line: 50,
		notShown: 'values of userDevice other than MOBILE',
		assumed:
			'any word of capital letters; a value other than MOBILE, DESKTOP and TABLET causes a warning',
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
				'reaction to another value of userDevice',
			),
		},
	}),
	'D-19': gap({
		line: 189,
		notShown: 'bounds of the amount',
		assumed: 'at least 0.000001 and at most 1 000 000 000 000',
		shapes: ['paymentOptions'],
		settings: {
			'limits.amount': setting(
				withMaxEntries(
					z.record(
						z.string().regex(/^[A-Z]{2}$/, 'must be a country code'),
						z
							.strictObject({ min: bound.optional(), max: bound.optional() })
							.refine(
								({ min = 0, max = maxAmount }) => min <= max,
								'must have a min that is not above its max',
							),
					),
				),
				{},
				'minimum and maximum amount by country, in the unit of the requests: {"CO": {"min": 1600}}',
			),
		},
	}),
	'D-20': gap({
		line: 189,
		notShown: 'lengths of fields',
		assumed:
			'protective limits only: 255 characters, userAgent 1 024, redirectUrl 2 048, body 100 KiB and 32 levels',
		shapes: ['paymentOptions'],
		settings: {
			'limits.lengths.text': setting(
				length,
				defaultRequestRules.lengths.text,
				'maximum characters of an ordinary field of payment-options',
			),
			'limits.lengths.userAgent': setting(
				length,
				defaultRequestRules.lengths.userAgent,
				'maximum characters of customer.userAgent',
			),
			'limits.lengths.url': setting(
				length,
				defaultRequestRules.lengths.url,
				'maximum characters of redirectUrl',
			),
		},
	}),
	'D-25': gap({
		line: null,
		notShown: 'whether values are normalised',
		assumed: 'no: a lower-case country is rejected, because the document requires upper case',
		shapes: [],
		settings: {
			'validation.case': setting(
				z.enum(['strict', 'fold']),
				'strict',
				'fold accepts country, currency, language and userDevice in lower case or with surrounding blanks, as their upper-case form',
			),
		},
	}),
};

const jsonList = z.array(z.unknown()).max(100);
export const maxExtraOptions = 50;

export const responseGaps = {
	'D-04': gap({
		line: 90,
		notShown: 'types of extra data other than string',
		assumed: 'only string is sent',
		shapes: ['paymentOptions'],
		settings: {
			'catalog.extraData.types': setting(
				z.enum(['string', 'mixed']),
				'string',
				'mixed also sends number (card number, CVV), date (year) and select (month), to test the tolerance of your client',
			),
		},
	}),
	'D-05': gap({
		line: 91,
		notShown: 'shape of the elements of values',
		assumed: 'values is always empty',
		shapes: ['paymentOptions'],
		settings: {
			'catalog.extraData.valuesShape': setting(
				z.union(
					[z.enum(['empty', 'strings', 'valueLabel']), jsonList],
					'must be "empty", "strings", "valueLabel" or a list of your own',
				),
				'empty',
				'content of values for the expiry year and month: nothing, strings, {value, label} objects, or your own list; free text fields stay empty',
			),
		},
	}),
	'D-06': gap({
		line: 124,
		notShown: 'shape of the elements of formInputs',
		assumed: 'formInputs is always empty',
		shapes: ['paymentSuboptions'],
		settings: {
			'catalog.formInputs': setting(
				z.union(
					[z.enum(['off', 'likeExtraData']), jsonList],
					'must be "off", "likeExtraData" or a list of your own',
				),
				'off',
				'content of formInputs of every suboption: nothing, a field as in extraData, or your own list',
			),
		},
	}),
	'D-23': gap({
		line: 194,
		notShown: 'compatibility within a version',
		assumed: 'responses have the documented fields in the documented order and nothing else',
		shapes: serviceCalls,
		settings: {
			'drift.additiveFields': setting(
				z.boolean(),
				false,
				'true adds an unknown field to every object of a response',
			),
			'drift.keyOrder': setting(
				z.enum(['documented', 'reversed']),
				'documented',
				'order of the keys of every object',
			),
			'drift.extraOptions': setting(
				z
					.int()
					.min(0, 'must be 0 or more')
					.max(maxExtraOptions, `must be at most ${maxExtraOptions}`),
				0,
				'number of unknown payment options, offered after the known ones; each can be chosen, and the shopper confirms it on the cashier',
			),
		},
	}),
	'D-24': gap({
		line: 194,
		notShown: 'deprecation',
		assumed: 'no response announces one',
		shapes: serviceCalls,
		settings: {
			'drift.deprecationHeader': setting(
				z.boolean(),
				false,
				'true adds the headers Deprecation (RFC 9745) and Sunset (RFC 8594)',
			),
		},
	}),
	'D-26': gap({
		line: null,
		notShown:
			'which countries and currencies are supported, and the response to a pair that does not match',
		assumed:
			'the markets of the catalog, from public sources; an unknown country or a currency of another country gets the card only, with a warning',
		shapes: ['paymentOptions'],
		settings: {
			'catalog.packs': setting(
				z.union(
					[z.literal('all'), z.array(z.string()).max(100)],
					'must be "all" or a list of country codes',
				),
				'all',
				'the supported markets; every other country is unknown',
			),
			'catalog.mismatch': setting(
				z.enum(['warn', 'reject']),
				'warn',
				'response to a currency of another country: the card only, or an error',
			),
		},
	}),
	'D-27': gap({
		line: null,
		notShown: 'the response when no option is available',
		assumed:
			'never happens: the card is always offered, because the document requires at least one entry',
		shapes: [],
		settings: {
			'errors.noOptions': setting(
				z.enum(['card', 'emptyList', 'refuse']),
				'card',
				'response to an unknown country: the card, an empty list, or an error',
			),
		},
	}),
	'D-43': gap({
		line: null,
		notShown: 'why payment-options has no statusCode and resultType, unlike the other calls',
		assumed: 'as documented',
		shapes: ['paymentOptions'],
		settings: {
			'drift.envelopeOnOptions': setting(
				z.boolean(),
				false,
				'true wraps the response of payment-options like those of the other calls, with statusCode SIM',
			),
		},
	}),
};
