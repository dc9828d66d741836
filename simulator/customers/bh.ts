import { ar, base, en } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const bh: CustomerMarket = {
	country: 'BH',
	locale: [ar, en, base],
	phone: '+973[36][0-9]{7}',
	places: [
		{ city: 'المنامة', state: 'العاصمة', zipCodes: ['304', '317', '346'] },
		{ city: 'المحرق', state: 'المحرق', zipCodes: ['203', '215'] },
		{ city: 'الرفاع', state: 'الجنوبية', zipCodes: ['901', '923'] },
		{ city: 'مدينة حمد', state: 'الشمالية', zipCodes: ['1203', '1216'] },
	],
	street: streetOf(['شارع الملك فيصل', 'شارع الحكومة', 'شارع المعارض', 'شارع البديع'], 900),
};
