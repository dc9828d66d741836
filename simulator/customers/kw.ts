import { ar, base, en } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const kw: CustomerMarket = {
	country: 'KW',
	locale: [ar, en, base],
	phone: '+965[569][0-9]{7}',
	places: [
		{ city: 'مدينة الكويت', state: 'العاصمة', zipCodes: ['13001', '15000'] },
		{ city: 'السالمية', state: 'حولي', zipCodes: ['20001', '22010'] },
		{ city: 'الفروانية', state: 'الفروانية', zipCodes: ['80000', '81001'] },
		{ city: 'الأحمدي', state: 'الأحمدي', zipCodes: ['60000', '61001'] },
	],
	street: streetOf(
		['شارع الخليج العربي', 'شارع فهد السالم', 'شارع سالم المبارك', 'شارع بيروت'],
		120,
	),
};
