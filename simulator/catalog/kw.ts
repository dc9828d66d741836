import type { MarketPack } from './market.ts';
import { cardOption } from './market.ts';

/** A currency with three decimals. */
export const kuwait: MarketPack = {
	country: 'KW',
	currency: 'KWD',
	name: 'Kuwait',
	locale: 'ar-KW',
	phone: /^\+965[569]\d{7}$/,
	payer: null,
	options: [cardOption],
};
