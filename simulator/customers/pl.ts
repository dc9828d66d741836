import { base, en, pl as locale } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const pl: CustomerMarket = {
	country: 'PL',
	locale: [locale, en, base],
	phone: '+48[5-7][0-9]{8}',
	places: [
		{ city: 'Warszawa', state: 'mazowieckie', zipCodes: ['00-001', '02-677', '03-840'] },
		{ city: 'Kraków', state: 'małopolskie', zipCodes: ['30-001', '31-042'] },
		{ city: 'Łódź', state: 'łódzkie', zipCodes: ['90-001', '93-590'] },
		{ city: 'Wrocław', state: 'dolnośląskie', zipCodes: ['50-001', '53-333'] },
		{ city: 'Poznań', state: 'wielkopolskie', zipCodes: ['60-001', '61-874'] },
		{ city: 'Gdańsk', state: 'pomorskie', zipCodes: ['80-001', '80-398'] },
		{ city: 'Lublin', state: 'lubelskie', zipCodes: ['20-001', '20-601'] },
	],
	street: streetOf(
		['ul. Polna', 'ul. Leśna', 'ul. Słoneczna', 'ul. Mickiewicza', 'al. Jana Pawła II'],
		180,
	),
};
