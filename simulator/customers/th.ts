import { base, en, th as locale } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const th: CustomerMarket = {
	country: 'TH',
	locale: [locale, en, base],
	phone: '+66[689][0-9]{8}',
	places: [
		{ city: 'กรุงเทพมหานคร', state: 'กรุงเทพมหานคร', zipCodes: ['10110', '10330', '10500'] },
		{ city: 'เชียงใหม่', state: 'เชียงใหม่', zipCodes: ['50000', '50200'] },
		{ city: 'ภูเก็ต', state: 'ภูเก็ต', zipCodes: ['83000'] },
		{ city: 'ขอนแก่น', state: 'ขอนแก่น', zipCodes: ['40000'] },
		{ city: 'พัทยา', state: 'ชลบุรี', zipCodes: ['20150'] },
		{ city: 'หาดใหญ่', state: 'สงขลา', zipCodes: ['90110'] },
	],
	street: streetOf(['ถนนสุขุมวิท', 'ถนนสีลม', 'ถนนพระราม 4', 'ถนนเพชรบุรี', 'ถนนราชดำเนิน'], 990),
};
