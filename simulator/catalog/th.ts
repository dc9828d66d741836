import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const thailand: MarketPack = {
	country: 'TH',
	currency: 'THB',
	name: 'Thailand',
	locale: 'th-TH',
	phone: /^\+66[689]\d{8}$/,
	payer: { required: false, documents: [], phone: { testValue: '+66800000000' } },
	options: [
		defineOption({
			code: 'th-banking',
			name: 'Mobile banking',
			asks: ['name', 'email', 'phone'],
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'Kasikornbank',
				'SCB',
				'Bangkok Bank',
				'Krungthai',
				'Krungsri',
				'Government Savings Bank',
			],
		}),
		cardOption,
		defineOption({
			code: 'th-promptpay',
			name: 'PromptPay',
			kind: 'qr',
			...onlineBankingFacts,
			asks: ['name', 'email', 'phone'],
		}),
	],
};
