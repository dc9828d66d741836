import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

/** Konbini payments are paid at a counter or a machine within a week. The confirmation takes up to three hours. */
const counter = {
	kind: 'reference',
	window: '7d',
	processing: { lognormal: { median: '30m', sigma: 1 } },
} as const;

export const japan: MarketPack = {
	country: 'JP',
	currency: 'JPY',
	name: 'Japan',
	locale: 'ja-JP',
	phone: /^\+81[789]0\d{8}$/,
	/** Counters expect a phone number without country code and dashes. */
	payer: {
		required: false,
		documents: [],
		phone: { format: /^\d{10,11}$/, testValue: '08000000000' },
	},
	options: [
		defineOption({
			code: 'jp-konbini',
			name: 'Konbini',
			asks: ['name', 'phone', 'email'],
			...counter,
			banks: ['Lawson', 'FamilyMart', 'MINISTOP', 'Seicomart', 'Daily Yamazaki', '7-Eleven'],
		}),
		cardOption,
		defineOption({
			code: 'jp-payeasy',
			name: 'Pay-easy',
			...counter,
			asks: ['name', 'phone', 'email'],
		}),
	],
};
