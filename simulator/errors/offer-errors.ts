/** Refusals of what nothing is offered for: a country, a currency in it (D-26, D-27). */
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';

export const offerProblems: Entries<'currency_mismatch' | 'no_options'> = {
	// 400 and not 409: no state stands in the way, the request contradicts itself.
	currency_mismatch: {
		status: 400,
		title: 'Currency of another country',
		assumptions: ['D-26'],
		words: ({ country, currency, expected }) =>
			words(
				'currency',
				`${currency} is not the currency of ${country}.`,
				`Send "currency": "${expected}", or the country whose currency it is.`,
			),
	},
	no_options: {
		status: 400,
		title: 'No payment options',
		assumptions: ['D-26', 'D-27'],
		words: ({ country }) =>
			words(
				'country',
				`There is nothing to pay with in ${country}: it is not among the markets.`,
				'Send the country of a market, add it to catalog.packs, or set errors.noOptions to "card".',
			),
	},
};
