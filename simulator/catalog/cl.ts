import type { MarketPack } from './market.ts';
import { cardLike, cardOption, matchedTransferFacts, option } from './market.ts';

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
		option({
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
		cardLike('cl-webpay', 'Webpay'),
	],
};
