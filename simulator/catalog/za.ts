import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

export const southAfrica: MarketPack = {
	country: 'ZA',
	currency: 'ZAR',
	name: 'South Africa',
	locale: 'en-ZA',
	phone: /^\+27[678]\d{8}$/,
	payer: null,
	options: [
		defineOption({
			code: 'za-eft',
			name: 'Instant EFT',
			kind: 'bank',
			window: '30m',
			processing: { fixed: '15s' },
			banks: [
				'Absa',
				'FNB',
				'Capitec',
				'Nedbank',
				'Standard Bank',
				'TymeBank',
				'Investec',
				'Discovery',
				'African Bank',
			],
		}),
		cardOption,
	],
};
