import { ar, base, en } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const tn: CustomerMarket = {
	country: 'TN',
	locale: [ar, en, base],
	phone: '+216[2459][0-9]{7}',
	places: [
		{ city: 'تونس', state: 'تونس', zipCodes: ['1000', '1002', '1053'] },
		{ city: 'صفاقس', state: 'صفاقس', zipCodes: ['3000', '3021'] },
		{ city: 'سوسة', state: 'سوسة', zipCodes: ['4000', '4051'] },
		{ city: 'بنزرت', state: 'بنزرت', zipCodes: ['7000'] },
	],
	street: streetOf(['شارع الحبيب بورقيبة', 'شارع الحرية', 'نهج مرسيليا', 'شارع محمد الخامس'], 210),
};
