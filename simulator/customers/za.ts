import { base, en, en_ZA } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const za: CustomerMarket = {
	country: 'ZA',
	locale: [en_ZA, en, base],
	phone: '+27[678][0-9]{8}',
	places: [
		{ city: 'Johannesburg', state: 'Gauteng', zipCodes: ['2001', '2092', '2196'] },
		{ city: 'Pretoria', state: 'Gauteng', zipCodes: ['0002', '0083'] },
		{ city: 'Cape Town', state: 'Western Cape', zipCodes: ['8001', '7700'] },
		{ city: 'Durban', state: 'KwaZulu-Natal', zipCodes: ['4001', '4051'] },
		{ city: 'Gqeberha', state: 'Eastern Cape', zipCodes: ['6001'] },
		{ city: 'Bloemfontein', state: 'Free State', zipCodes: ['9301'] },
	],
	street: streetOf(
		['Main Road', 'Church Street', 'Long Street', 'Jan Smuts Avenue', 'Oxford Road'],
		350,
	),
};
