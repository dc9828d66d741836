import { cardOption, onlineBanking, option } from './option.ts';
import type { MarketPack } from './pack.ts';

export const netherlands: MarketPack = {
	country: 'NL',
	currency: 'EUR',
	name: 'Netherlands',
	locale: 'nl-NL',
	phone: /^\+316\d{8}$/,
	payer: null,
	options: [
		/** Since iDEAL 2.0 the bank is mostly chosen on a page of its own; here it has its list, as before. */
		option({
			code: 'nl-ideal',
			name: 'iDEAL / Wero',
			asks: ['name'],
			kind: 'bank',
			...onlineBanking,
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
