/** Faker has no es_PE: names come from es_MX, places and streets are listed here. */
import { base, en, es, es_MX } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const pe: CustomerMarket = {
	country: 'PE',
	locale: [es_MX, es, en, base],
	phone: '+519[0-9]{8}',
	places: [
		{ city: 'Lima', state: 'Lima', zipCodes: ['15001', '15046', '15074'] },
		{ city: 'Callao', state: 'Callao', zipCodes: ['07001', '07021'] },
		{ city: 'Arequipa', state: 'Arequipa', zipCodes: ['04001', '04013'] },
		{ city: 'Trujillo', state: 'La Libertad', zipCodes: ['13001', '13008'] },
		{ city: 'Chiclayo', state: 'Lambayeque', zipCodes: ['14001'] },
		{ city: 'Cusco', state: 'Cusco', zipCodes: ['08001', '08003'] },
		{ city: 'Piura', state: 'Piura', zipCodes: ['20001'] },
		{ city: 'Iquitos', state: 'Loreto', zipCodes: ['16001'] },
	],
	street: streetOf(
		['Avenida Arequipa', 'Avenida Larco', 'Jirón de la Unión', 'Calle Bolívar', 'Jirón Grau'],
		3200,
	),
};
