import { base, en, en_NG } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const ng: CustomerMarket = {
	country: 'NG',
	locale: [en_NG, en, base],
	phone: '+234[789][01][0-9]{8}',
	places: [
		{ city: 'Ikeja', state: 'Lagos', zipCodes: ['100271', '101233'] },
		{ city: 'Lagos Island', state: 'Lagos', zipCodes: ['101001', '102273'] },
		{ city: 'Abuja', state: 'Federal Capital Territory', zipCodes: ['900001', '900271'] },
		{ city: 'Ibadan', state: 'Oyo', zipCodes: ['200001', '200284'] },
		{ city: 'Port Harcourt', state: 'Rivers', zipCodes: ['500001', '500272'] },
		{ city: 'Kano', state: 'Kano', zipCodes: ['700001', '700282'] },
	],
	street: streetOf(
		['Allen Avenue', 'Awolowo Road', 'Broad Street', 'Marina Road', 'Unity Close'],
		180,
	),
};
