import { base, en, es, es_MX } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';

export const mx: CustomerMarket = {
	country: 'MX',
	locale: [es_MX, es, en, base],
	phone: '+52[1-9][0-9]{9}',
	places: [
		{
			city: 'Ciudad de México',
			state: 'Ciudad de México',
			zipCodes: ['01000', '03100', '06700', '11560'],
		},
		{ city: 'Guadalajara', state: 'Jalisco', zipCodes: ['44100', '44160', '44600'] },
		{ city: 'Monterrey', state: 'Nuevo León', zipCodes: ['64000', '64060', '64700'] },
		{ city: 'Puebla', state: 'Puebla', zipCodes: ['72000', '72160'] },
		{ city: 'Querétaro', state: 'Querétaro', zipCodes: ['76000', '76090'] },
		{ city: 'Mérida', state: 'Yucatán', zipCodes: ['97000', '97100'] },
		{ city: 'León', state: 'Guanajuato', zipCodes: ['37000', '37150'] },
		{ city: 'Tijuana', state: 'Baja California', zipCodes: ['22000', '22010'] },
		{ city: 'Toluca', state: 'Estado de México', zipCodes: ['50000', '50120'] },
		{ city: 'Xalapa', state: 'Veracruz', zipCodes: ['91000', '91190'] },
	],
	/** Most streets are named after people. Some house numbers have the letter of a flat. */
	street(faker) {
		const kind = faker.helpers.arrayElement(['Calle', 'Avenida', 'Calzada', 'Privada']);
		const number = faker.number.int({ min: 1, max: 2400 });
		const flat = faker.helpers.maybe(() => faker.helpers.arrayElement(['-A', '-B', ' int. 4']), {
			probability: 0.15,
		});
		return {
			street: `${kind} ${faker.person.firstName()} ${faker.person.lastName()}`,
			streetNumber: `${number}${flat ?? ''}`,
		};
	},
};
