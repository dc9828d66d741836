/** Faker has no es_CO: names come from es_MX, places and addresses are listed here. */
import { base, en, es, es_MX } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';

export const co: CustomerMarket = {
	country: 'CO',
	locale: [es_MX, es, en, base],
	phone: '+573[0-9]{9}',
	places: [
		{ city: 'Bogotá', state: 'Bogotá D.C.', zipCodes: ['110111', '110221', '110231', '111321'] },
		{ city: 'Medellín', state: 'Antioquia', zipCodes: ['050001', '050010', '050021', '050034'] },
		{ city: 'Cali', state: 'Valle del Cauca', zipCodes: ['760001', '760020', '760042'] },
		{ city: 'Barranquilla', state: 'Atlántico', zipCodes: ['080001', '080002', '080020'] },
		{ city: 'Cartagena', state: 'Bolívar', zipCodes: ['130001', '130010'] },
		{ city: 'Bucaramanga', state: 'Santander', zipCodes: ['680001', '680006'] },
		{ city: 'Pereira', state: 'Risaralda', zipCodes: ['660001', '660003'] },
		{ city: 'Manizales', state: 'Caldas', zipCodes: ['170001', '170004'] },
		{ city: 'Cúcuta', state: 'Norte de Santander', zipCodes: ['540001', '540006'] },
		{ city: 'Ibagué', state: 'Tolima', zipCodes: ['730001', '730006'] },
	],
	/** Streets are numbered, `Calle 72`; a house number is the cross street and the metres from it, `10-07`. */
	street(faker) {
		const kind = faker.helpers.arrayElement(['Calle', 'Carrera', 'Diagonal', 'Transversal']);
		const metres = String(faker.number.int({ min: 1, max: 99 })).padStart(2, '0');
		return {
			street: `${kind} ${faker.number.int({ min: 1, max: 170 })}`,
			streetNumber: `${faker.number.int({ min: 1, max: 120 })}-${metres}`,
		};
	},
};
