import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const poland: MarketPack = {
	country: 'PL',
	currency: 'PLN',
	name: 'Poland',
	locale: 'pl-PL',
	phone: /^\+48[4-8]\d{8}$/,
	payer: null,
	options: [
		defineOption({
			code: 'pl-p24',
			name: 'Przelewy24',
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'PKO (iPKO / Inteligo)',
				'mBank mTransfer',
				'Santander',
				'ING',
				'Bank Pekao',
				'Alior',
				'Millennium',
				'BNP Paribas',
				'Credit Agricole',
				'Citi Handlowy',
				'VeloBank',
				'Nest',
				'Plus Bank',
				'Toyota Bank',
				'Banki Spółdzielcze',
			],
		}),
		cardOption,
		/** The code is valid for two minutes. The payer has one minute to confirm in the app. */
		defineOption({
			code: 'pl-blik',
			name: 'BLIK',
			kind: 'code',
			window: '60s',
			processing: { lognormal: { median: '8s', sigma: 0.4 } },
		}),
	],
};
