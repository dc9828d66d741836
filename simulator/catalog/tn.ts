import type { MarketPack } from './market.ts';
import { cardOption } from './market.ts';

/** A currency with three decimals. */
export const tunisia: MarketPack = {
	country: 'TN',
	currency: 'TND',
	name: 'Tunisia',
	locale: 'ar-TN',
	phone: /^\+216[2459]\d{7}$/,
	payer: null,
	options: [cardOption],
};
