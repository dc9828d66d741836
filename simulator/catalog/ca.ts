import { cardOption, option } from './option.ts';
import type { MarketPack } from './pack.ts';

export const canada: MarketPack = {
	country: 'CA',
	currency: 'CAD',
	name: 'Canada',
	locale: 'en-CA',
	phone: /^\+1[2-9]\d{2}[2-9]\d{6}$/,
	payer: null,
	options: [
		/** The shopper's own bank asks who it is for: nothing to choose beforehand. */
		option({
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
