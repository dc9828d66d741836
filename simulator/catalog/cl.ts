import type { MarketPack } from './market.ts';
import { cardOption, defineCardOption, defineOption, matchedTransferFacts } from './market.ts';

export const chile: MarketPack = {
	country: 'CL',
	currency: 'CLP',
	name: 'Chile',
	locale: 'es-CL',
	phone: /^\+569\d{8}$/,
	payer: {
		required: true,
		documents: [{ type: 'RUT', rule: 'cl-rut', testValue: '11111111-1' }],
	},
	options: [
		defineOption({
			code: 'cl-transfer',
			name: 'Bank transfer',
			asks: ['document'],
			kind: 'bank',
			...matchedTransferFacts,
			banks: [
				'BancoEstado',
				'Banco de Chile-Edwards-Citi',
				'Santander',
				'BCI',
				'Scotiabank',
				'Itaú',
				'Falabella',
				'BICE',
				'Security',
				'Consorcio',
				'Ripley',
				'Internacional',
				'Coopeuch',
				'Tenpo',
				'MACH',
				'Mercado Pago',
			],
		}),
		cardOption,
		defineCardOption('cl-webpay', 'Webpay'),
	],
};
