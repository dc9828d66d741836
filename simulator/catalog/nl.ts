import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const netherlands: MarketPack = {
	country: 'NL',
	currency: 'EUR',
	name: 'Netherlands',
	locale: 'nl-NL',
	phone: /^\+316\d{8}$/,
	payer: null,
	options: [
		/** Since iDEAL 2.0 most shoppers choose the bank on a page of iDEAL. Here the option keeps its bank list. */
		defineOption({
			code: 'nl-ideal',
			name: 'iDEAL / Wero',
			asks: ['name'],
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'ABN AMRO',
				'ING',
				'Rabobank',
				'ASN',
				'SNS',
				'RegioBank',
				'bunq',
				'Knab',
				'Triodos',
				'Van Lanschot',
				'Revolut',
				'N26',
			],
		}),
		cardOption,
	],
};
