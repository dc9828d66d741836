import type { MarketPack } from './market.ts';
import {
	cardOption,
	defineOption,
	matchedTransferFacts,
	onlineBankingFacts,
	voucherFacts,
} from './market.ts';

export const peru: MarketPack = {
	country: 'PE',
	currency: 'PEN',
	name: 'Peru',
	locale: 'es-PE',
	phone: /^\+519\d{8}$/,
	payer: {
		required: false,
		documents: [
			{ type: 'DNI', rule: 'pe-dni', testValue: '12345678' },
			{ type: 'RUC', rule: 'pe-ruc', testValue: '10123456781' },
		],
	},
	options: [
		defineOption({
			code: 'pe-transfer',
			name: 'Bank transfer',
			asks: ['document'],
			kind: 'bank',
			...matchedTransferFacts,
			banks: [
				'BCP',
				'Interbank',
				'BBVA',
				'Scotiabank',
				'BanBif',
				'Banco Pichincha',
				'Banco Falabella',
				'GNB',
				'Caja Arequipa',
				'Caja Huancayo',
				'Caja Cusco',
				'Caja Piura',
			],
		}),
		cardOption,
		/** The bank's app shows a code, and the shopper types it to approve the purchase. */
		defineOption({
			code: 'pe-yape',
			name: 'Yape',
			kind: 'code',
			...onlineBankingFacts,
			asks: ['document'],
		}),
		defineOption({
			code: 'pe-pagoefectivo',
			name: 'PagoEfectivo',
			...voucherFacts,
			asks: ['document'],
		}),
	],
};
