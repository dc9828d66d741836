import type { MarketPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts, voucherFacts } from './market.ts';

export const colombia: MarketPack = {
	country: 'CO',
	currency: 'COP',
	name: 'Colombia',
	locale: 'es-CO',
	phone: /^\+573\d{9}$/,
	payer: {
		required: true,
		documents: [
			{ type: 'CC', rule: 'co-cc', testValue: '1020304050' },
			{ type: 'CE', rule: 'co-ce', testValue: '345678' },
			{ type: 'NIT', rule: 'co-nit', testValue: '900123456-8' },
			{ type: 'PASS', rule: 'co-pass', testValue: 'AN123456' },
		],
	},
	options: [
		defineOption({
			code: 'co-pse',
			name: 'PSE',
			asks: ['personType', 'document'],
			kind: 'bank',
			window: '20m',
			processing: { lognormal: { median: '20s', sigma: 0.8 } },
			banks: [
				'Bancolombia',
				'Davivienda',
				'Banco de Bogotá',
				'BBVA Colombia',
				'Banco de Occidente',
				'Banco Popular',
				'AV Villas',
				'Banco Caja Social',
				'Scotiabank Colpatria',
				'Banco Agrario',
				'Banco Falabella',
				'Banco Pichincha',
				'GNB Sudameris',
				'Nequi',
				'Daviplata',
			],
		}),
		cardOption,
		defineOption({
			code: 'co-nequi',
			name: 'Nequi',
			kind: 'bank',
			...onlineBankingFacts,
			asks: ['document'],
		}),
		defineOption({ code: 'co-efecty', name: 'Efecty', ...voucherFacts, asks: ['document'] }),
	],
};
