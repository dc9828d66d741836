import { base, en, pt_BR } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';

export const br: CustomerMarket = {
	country: 'BR',
	locale: [pt_BR, en, base],
	phone: '+55[1-9][1-9]9[0-9]{8}',
	places: [
		{ city: 'São Paulo', state: 'SP', zipCodes: ['01310-100', '04543-011', '05422-030'] },
		{ city: 'Rio de Janeiro', state: 'RJ', zipCodes: ['20040-002', '22071-900'] },
		{ city: 'Belo Horizonte', state: 'MG', zipCodes: ['30130-010', '30140-071'] },
		{ city: 'Salvador', state: 'BA', zipCodes: ['40010-000', '40140-110'] },
		{ city: 'Curitiba', state: 'PR', zipCodes: ['80010-010', '80420-090'] },
		{ city: 'Porto Alegre', state: 'RS', zipCodes: ['90010-150', '90570-040'] },
		{ city: 'Recife', state: 'PE', zipCodes: ['50030-230', '51020-000'] },
		{ city: 'Fortaleza', state: 'CE', zipCodes: ['60060-120', '60165-121'] },
	],
	/** Most streets are named after people. */
	street(faker) {
		const kind = faker.helpers.arrayElement(['Rua', 'Avenida', 'Travessa', 'Alameda']);
		return {
			street: `${kind} ${faker.person.firstName()} ${faker.person.lastName()}`,
			streetNumber: String(faker.number.int({ min: 1, max: 2900 })),
		};
	},
};
