import { cardOption } from './option.ts';
import type { MarketPack } from './pack.ts';

/** Here for its currency: three decimals. */
export const kuwait: MarketPack = {
	country: 'KW',
	currency: 'KWD',
	name: 'Kuwait',
	locale: 'ar-KW',
	phone: /^\+965[569]\d{7}$/,
	payer: null,
	options: [cardOption],
};
