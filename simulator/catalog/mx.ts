import type { MarketPack } from './market.ts';
import { cardOption, defineOption, voucherFacts } from './market.ts';

/** Both kinds of transfer use the same clearing system, and so the same times. */
const clearing = {
	window: '24h',
	processing: { lognormal: { median: '60s', sigma: 1 } },
} as const;

export const mexico: MarketPack = {
	country: 'MX',
	currency: 'MXN',
	name: 'Mexico',
	locale: 'es-MX',
	phone: /^\+52\d{10}$/,
	payer: {
		required: false,
		documents: [
			{ type: 'CURP', rule: 'mx-curp', testValue: 'PETJ900115HDFRSN05' },
			{ type: 'RFC', rule: 'mx-rfc', testValue: 'XAXX010101000' },
		],
	},
	options: [
		defineOption({
			code: 'mx-transfer',
			name: 'Bank transfer',
			asks: ['document'],
			kind: 'bank',
			...clearing,
			banks: [
				'BBVA México',
				'Santander',
				'Banorte',
				'Banamex',
				'HSBC',
				'Scotiabank',
				'Inbursa',
				'Banco Azteca',
				'BanBajío',
				'Banregio',
				'Afirme',
				'BanCoppel',
				'STP',
				'Nu México',
				'Mercado Pago W',
			],
		}),
		cardOption,
		defineOption({
			code: 'mx-spei',
			name: 'SPEI',
			kind: 'reference',
			...clearing,
			asks: ['document'],
		}),
		defineOption({ code: 'mx-oxxo', name: 'OXXO', ...voucherFacts, asks: ['document'] }),
	],
};
