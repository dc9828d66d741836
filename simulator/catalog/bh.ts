import { cardOption } from './option.ts';
import type { MarketPack } from './pack.ts';

/** Here for its currency: three decimals. */
export const bahrain: MarketPack = {
	country: 'BH',
	currency: 'BHD',
	name: 'Bahrain',
	locale: 'ar-BH',
	phone: /^\+973[36]\d{7}$/,
	payer: null,
	options: [cardOption],
};
