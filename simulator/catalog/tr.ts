import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

export const turkey: MarketPack = {
	country: 'TR',
	currency: 'TRY',
	name: 'Turkey',
	locale: 'tr-TR',
	phone: /^\+905\d{9}$/,
	payer: {
		required: true,
		documents: [{ type: 'T.C. Kimlik No', rule: 'tr-tckn', testValue: '10000000146' }],
	},
	options: [
		/** The provider looks for incoming transfers every fifteen minutes. */
		defineOption({
			code: 'tr-havale',
			name: 'Havale / EFT',
			asks: ['document'],
			kind: 'bank',
			window: '72h',
			processing: { uniform: [0, '15m'] },
			banks: [
				'İş Bankası',
				'Garanti BBVA',
				'Akbank',
				'Yapı Kredi',
				'Ziraat',
				'Halkbank',
				'VakıfBank',
			],
		}),
		cardOption,
	],
};
