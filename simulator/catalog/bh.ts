import type { MarketPack } from './market.ts';
import { cardOption } from './market.ts';

/** A currency with three decimals. */
export const bahrain: MarketPack = {
	country: 'BH',
	currency: 'BHD',
	name: 'Bahrain',
	locale: 'ar-BH',
	phone: /^\+973[36]\d{7}$/,
	payer: null,
	options: [cardOption],
};
