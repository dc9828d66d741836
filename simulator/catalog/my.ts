import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const malaysia: MarketPack = {
	country: 'MY',
	currency: 'MYR',
	name: 'Malaysia',
	locale: 'ms-MY',
	phone: /^\+601\d{8,9}$/,
	payer: null,
	options: [
		defineOption({
			code: 'my-fpx',
			name: 'FPX',
			asks: ['email'],
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'Maybank2U',
				'CIMB Clicks',
				'Public Bank',
				'RHB',
				'Hong Leong',
				'AmBank',
				'Bank Islam',
				'Bank Rakyat',
				'BSN',
				'Affin',
				'Alliance',
				'Bank Muamalat',
				'OCBC',
				'UOB',
				'HSBC',
				'Standard Chartered',
				'KFH',
				'Agrobank',
			],
		}),
		cardOption,
	],
};
