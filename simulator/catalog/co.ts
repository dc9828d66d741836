import type { MarketPack } from './pack.ts';
import { bankListOption, cardOption } from './pack.ts';

export const colombia: MarketPack = {
	country: 'CO',
	currency: 'COP',
	name: 'Colombia',
	options: [
		bankListOption('co-pse', 'PSE', [
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
		]),
		cardOption,
	],
};
