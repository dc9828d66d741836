import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const austria: MarketPack = {
	country: 'AT',
	currency: 'EUR',
	name: 'Austria',
	locale: 'de-AT',
	phone: /^\+436\d{8,11}$/,
	payer: null,
	options: [
		defineOption({
			code: 'at-eps',
			name: 'EPS',
			asks: ['name'],
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'Erste Bank und Sparkassen',
				'Raiffeisen',
				'Bank Austria',
				'BAWAG',
				'easybank',
				'Volksbank',
				'Hypo Tirol',
				'Oberbank',
				'BKS',
				'Schoellerbank',
				'Dolomitenbank',
			],
		}),
		cardOption,
	],
};
