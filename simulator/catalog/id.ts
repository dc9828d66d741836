import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';

export const indonesia: MarketPack = {
	country: 'ID',
	currency: 'IDR',
	name: 'Indonesia',
	locale: 'id-ID',
	phone: /^\+628\d{8,11}$/,
	payer: null,
	options: [
		/** A virtual account: the chosen bank opens an account number for this payment. */
		defineOption({
			code: 'id-va',
			name: 'Virtual account',
			asks: ['name', 'email'],
			kind: 'reference',
			window: '24h',
			processing: { fixed: '10s' },
			banks: ['BCA', 'Mandiri', 'BNI', 'BRI', 'Permata', 'CIMB Niaga', 'Danamon', 'BSI'],
		}),
		cardOption,
		defineOption({ code: 'id-qris', name: 'QRIS', kind: 'qr', ...onlineBankingFacts }),
	],
};
