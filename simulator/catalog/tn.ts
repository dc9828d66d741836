import { cardOption } from './option.ts';
import type { MarketPack } from './pack.ts';

/** Here for its currency: three decimals. */
export const tunisia: MarketPack = {
	country: 'TN',
	currency: 'TND',
	name: 'Tunisia',
	locale: 'ar-TN',
	phone: /^\+216[2459]\d{7}$/,
	payer: null,
	options: [cardOption],
};
