import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

export const canada: MarketPack = {
	country: 'CA',
	currency: 'CAD',
	name: 'Canada',
	locale: 'en-CA',
	phone: /^\+1[2-9]\d{2}[2-9]\d{6}$/,
	payer: null,
	options: [
		/** The option has no bank list: the shopper chooses the bank on a page of Interac. */
		defineOption({
			code: 'ca-interac',
			name: 'Interac e-Transfer',
			asks: ['name', 'email'],
			kind: 'bank',
			window: '30m',
			processing: { lognormal: { median: '20m', sigma: 0.5 } },
		}),
		cardOption,
	],
};
