import { base, en, nl as locale } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const nl: CustomerMarket = {
	country: 'NL',
	locale: [locale, en, base],
	phone: '+316[1-5][0-9]{7}',
	places: [
		{ city: 'Amsterdam', state: 'Noord-Holland', zipCodes: ['1012 AB', '1054 RH', '1091 GC'] },
		{ city: 'Rotterdam', state: 'Zuid-Holland', zipCodes: ['3011 AD', '3061 SN'] },
		{ city: 'Utrecht', state: 'Utrecht', zipCodes: ['3511 LX', '3581 CP'] },
		{ city: 'Eindhoven', state: 'Noord-Brabant', zipCodes: ['5611 EM', '5653 LA'] },
		{ city: 'Groningen', state: 'Groningen', zipCodes: ['9711 LM', '9726 AC'] },
		{ city: 'Arnhem', state: 'Gelderland', zipCodes: ['6811 DG'] },
		{ city: 'Maastricht', state: 'Limburg', zipCodes: ['6211 CK'] },
	],
	street: streetOf(
		['Dorpsstraat', 'Kerkstraat', 'Molenweg', 'Beatrixlaan', 'Stationsweg', 'Havenkade'],
		240,
	),
};
