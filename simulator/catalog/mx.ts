import type { MarketPack } from './pack.ts';
import { bankListOption, cardOption } from './pack.ts';

export const mexico: MarketPack = {
	country: 'MX',
	currency: 'MXN',
	name: 'Mexico',
	options: [
		bankListOption('mx-transfer', 'Bank transfer', [
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
		]),
		cardOption,
	],
};
