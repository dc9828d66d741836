import type { MarketPack } from './market.ts';
import { cardOption, defineOption, matchedTransferFacts, voucherFacts } from './market.ts';

export const brazil: MarketPack = {
	country: 'BR',
	currency: 'BRL',
	name: 'Brazil',
	locale: 'pt-BR',
	phone: /^\+55\d{2}9\d{8}$/,
	payer: {
		required: true,
		documents: [
			{ type: 'CPF', rule: 'br-cpf', testValue: '12345678909' },
			{ type: 'CNPJ', rule: 'br-cnpj', testValue: '11222333000181' },
		],
	},
	options: [
		defineOption({
			code: 'br-transfer',
			name: 'Bank transfer',
			asks: ['document'],
			kind: 'bank',
			...matchedTransferFacts,
			banks: [
				'Itaú',
				'Bradesco',
				'Banco do Brasil',
				'Caixa',
				'Santander',
				'Nubank',
				'Inter',
				'Sicoob',
			],
		}),
		cardOption,
		defineOption({
			code: 'br-pix',
			name: 'Pix',
			asks: ['document'],
			kind: 'qr',
			window: '15m',
			processing: { lognormal: { median: '4s', sigma: 0.5 } },
		}),
		defineOption({ code: 'br-boleto', name: 'Boleto', ...voucherFacts, asks: ['document'] }),
	],
};
