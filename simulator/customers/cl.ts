/** Faker has no es_CL: names come from es_MX, places and streets are listed here. */
import { base, en, es, es_MX } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const cl: CustomerMarket = {
	country: 'CL',
	locale: [es_MX, es, en, base],
	phone: '+569[2-9][0-9]{7}',
	places: [
		{ city: 'Santiago', state: 'Región Metropolitana', zipCodes: ['8320000', '8330015'] },
		{ city: 'Valparaíso', state: 'Valparaíso', zipCodes: ['2340000', '2361827'] },
		{ city: 'Concepción', state: 'Biobío', zipCodes: ['4030000', '4070040'] },
		{ city: 'La Serena', state: 'Coquimbo', zipCodes: ['1700000'] },
		{ city: 'Antofagasta', state: 'Antofagasta', zipCodes: ['1240000'] },
		{ city: 'Temuco', state: 'La Araucanía', zipCodes: ['4780000'] },
		{ city: 'Puerto Montt', state: 'Los Lagos', zipCodes: ['5480000'] },
		{ city: 'Punta Arenas', state: 'Magallanes', zipCodes: ['6200000'] },
	],
	street: streetOf(
		['Avenida Providencia', 'Avenida Libertador', 'Calle Huérfanos', 'Los Leones', 'Calle Prat'],
		4500,
	),
};
