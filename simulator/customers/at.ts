import { base, de, de_AT, en } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const at: CustomerMarket = {
	country: 'AT',
	locale: [de_AT, de, en, base],
	phone: '+4366[04][0-9]{7}',
	places: [
		{ city: 'Wien', state: 'Wien', zipCodes: ['1010', '1070', '1190'] },
		{ city: 'Graz', state: 'Steiermark', zipCodes: ['8010', '8020'] },
		{ city: 'Linz', state: 'Oberösterreich', zipCodes: ['4020', '4040'] },
		{ city: 'Salzburg', state: 'Salzburg', zipCodes: ['5020', '5023'] },
		{ city: 'Innsbruck', state: 'Tirol', zipCodes: ['6020'] },
		{ city: 'Klagenfurt', state: 'Kärnten', zipCodes: ['9020'] },
		{ city: 'Bregenz', state: 'Vorarlberg', zipCodes: ['6900'] },
	],
	street: streetOf(
		['Hauptstraße', 'Bahnhofstraße', 'Mozartgasse', 'Lindengasse', 'Schubertstraße'],
		120,
	),
};
