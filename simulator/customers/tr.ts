import { base, en, tr as locale } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const tr: CustomerMarket = {
	country: 'TR',
	locale: [locale, en, base],
	phone: '+905[345][0-9]{8}',
	places: [
		{ city: 'Kadıköy', state: 'İstanbul', zipCodes: ['34710', '34724'] },
		{ city: 'Beşiktaş', state: 'İstanbul', zipCodes: ['34330', '34353'] },
		{ city: 'Çankaya', state: 'Ankara', zipCodes: ['06420', '06690'] },
		{ city: 'Konak', state: 'İzmir', zipCodes: ['35210', '35250'] },
		{ city: 'Muratpaşa', state: 'Antalya', zipCodes: ['07010', '07160'] },
		{ city: 'Osmangazi', state: 'Bursa', zipCodes: ['16010', '16040'] },
	],
	street: streetOf(
		['Atatürk Caddesi', 'Cumhuriyet Caddesi', 'İstiklal Caddesi', 'Gül Sokak', 'Çınar Sokak'],
		160,
	),
};
