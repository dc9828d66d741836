import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const india: MarketPack = {
	country: 'IN',
	currency: 'INR',
	name: 'India',
	locale: 'en-IN',
	phone: /^\+91[6-9]\d{9}$/,
	/** Merchants from abroad must ask for the PAN (the Indian tax number). */
	payer: {
		required: true,
		documents: [{ type: 'PAN', rule: 'in-pan', testValue: 'ABCPE1234F' }],
	},
	options: [
		defineOption({
			code: 'in-netbanking',
			name: 'Netbanking',
			asks: ['document'],
			kind: 'bank',
			...onlineBankingFacts,
			banks: [
				'SBI',
				'HDFC',
				'ICICI',
				'Axis',
				'Kotak',
				'Punjab National',
				'Bank of Baroda',
				'Canara',
				'YES',
				'IDFC FIRST',
				'IndusInd',
				'Union',
				'Federal',
				'Indian Bank',
				'Bank of India',
			],
		}),
		cardOption,
		defineOption({
			code: 'in-upi',
			name: 'UPI',
			kind: 'qr',
			...onlineBankingFacts,
			asks: ['document'],
		}),
	],
};
