import { base, en, en_CA, fr_CA } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const ca: CustomerMarket = {
	country: 'CA',
	locale: [en_CA, fr_CA, en, base],
	/** 555-0100 to 555-0199 are reserved for fiction. The area codes are Manitoba and British Columbia. */
	phone: '+1[26]0455501[0-9]{2}',
	places: [
		{ city: 'Toronto', state: 'Ontario', zipCodes: ['M5H 2N2', 'M4W 1A8'] },
		{ city: 'Ottawa', state: 'Ontario', zipCodes: ['K1P 5M7', 'K2P 1L4'] },
		{ city: 'Montréal', state: 'Québec', zipCodes: ['H2X 1Y4', 'H3B 2Y5'] },
		{ city: 'Vancouver', state: 'British Columbia', zipCodes: ['V6B 1A1', 'V5K 0A1'] },
		{ city: 'Calgary', state: 'Alberta', zipCodes: ['T2P 2M5', 'T3A 1X1'] },
		{ city: 'Winnipeg', state: 'Manitoba', zipCodes: ['R3C 4T3', 'R2H 0G1'] },
		{ city: 'Halifax', state: 'Nova Scotia', zipCodes: ['B3J 1S9'] },
	],
	street: streetOf(
		['King Street', 'Queen Street', 'Maple Avenue', 'Main Street', 'Elm Crescent'],
		2400,
	),
};
