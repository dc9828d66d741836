/** The markets that offer only the card. Their currencies have three decimals. */
import type { MarketPack } from './market.ts';
import { cardOption } from './market.ts';

export const cardOnlyMarkets: readonly MarketPack[] = [
	{ country: 'KW', currency: 'KWD', name: 'Kuwait', locale: 'ar-KW', phone: /^\+965[569]\d{7}$/ },
	{ country: 'BH', currency: 'BHD', name: 'Bahrain', locale: 'ar-BH', phone: /^\+973[36]\d{7}$/ },
	{ country: 'TN', currency: 'TND', name: 'Tunisia', locale: 'ar-TN', phone: /^\+216[2459]\d{7}$/ },
].map((market) => ({ ...market, payer: null, options: [cardOption] }));
