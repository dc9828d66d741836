/** Gaps of what the three calls answer: options, shapes, drift (D-04 to D-06, D-23, D-24, D-26, D-27, D-43). */
import { z } from 'zod';
import { serviceCalls } from '../routes.ts';
import { setting } from '../setting.ts';
import { gap } from './gap.ts';

const jsonList = z.array(z.unknown()).max(100);
export const mostExtraOptions = 50;

export const gapsOfAnswers = {
	'D-04': gap({
		line: 90,
		notShown: 'types of extra data other than string',
		assumed: 'only string is sent',
		shapes: ['paymentOptions'],
		settings: {
			'catalog.extraData.types': setting(
				z.enum(['string', 'mixed']),
				'string',
				'mixed sends number (card number, CVV), date (year) and select (month) too, to test your tolerance',
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
				'what stands in values of the expiry year and month: nothing, texts, {value, label} objects, or a list of yours; free texts have none',
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
				'what stands in formInputs of every suboption: nothing, a field like those of extraData, or a list of yours',
			),
		},
	}),
	'D-23': gap({
		line: 194,
		notShown: 'compatibility within a version',
		assumed: 'answers have the documented fields in the documented order and nothing else',
		shapes: serviceCalls,
		settings: {
			'drift.additiveFields': setting(
				z.boolean(),
				false,
				'whether every object of an answer gets a field that you do not know',
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
					.max(mostExtraOptions, `must be at most ${mostExtraOptions}`),
				0,
				'payment options that you do not know, offered after the known ones; each can be chosen, and is confirmed on the cashier',
			),
		},
	}),
	'D-24': gap({
		line: 194,
		notShown: 'deprecation',
		assumed: 'no answer announces one',
		shapes: serviceCalls,
		settings: {
			'drift.deprecationHeader': setting(
				z.boolean(),
				false,
				'whether answers carry Deprecation (RFC 9745) and Sunset (RFC 8594)',
			),
		},
	}),
	'D-26': gap({
		line: null,
		notShown: 'which countries and currencies, and what a pair that does not match meets',
		assumed:
			'the markets of the catalog, from public sources; an unknown country, or another currency than its own, is offered the card, with a warning',
		shapes: ['paymentOptions'],
		settings: {
			'catalog.packs': setting(
				z.union(
					[z.literal('all'), z.array(z.string()).max(100)],
					'must be "all" or a list of country codes',
				),
				'all',
				'the markets that are known; every other country is unknown',
			),
			'catalog.mismatch': setting(
				z.enum(['warn', 'reject']),
				'warn',
				'what a currency that is not the country’s meets: the card, or a refusal',
			),
		},
	}),
	'D-27': gap({
		line: null,
		notShown: 'what is answered when no option is available',
		assumed: 'never happens: the card is always offered, for the document says one or more entries',
		shapes: [],
		settings: {
			'errors.noOptions': setting(
				z.enum(['card', 'emptyList', 'refuse']),
				'card',
				'what an unknown country meets: the card, an empty list, or a refusal',
			),
		},
	}),
	'D-43': gap({
		line: null,
		notShown: 'why payment-options has no statusCode and resultType, and the other calls have',
		assumed: 'as documented',
		shapes: ['paymentOptions'],
		settings: {
			'drift.envelopeOnOptions': setting(
				z.boolean(),
				false,
				'whether payment-options answers in an envelope like that of the other calls, with statusCode SIM',
			),
		},
	}),
};
