import { base, en, en_IN } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const india: CustomerMarket = {
	country: 'IN',
	locale: [en_IN, en, base],
	phone: '+91[6-9][0-9]{9}',
	places: [
		{ city: 'Mumbai', state: 'Maharashtra', zipCodes: ['400001', '400050', '400076'] },
		{ city: 'New Delhi', state: 'Delhi', zipCodes: ['110001', '110016'] },
		{ city: 'Bengaluru', state: 'Karnataka', zipCodes: ['560001', '560034'] },
		{ city: 'Chennai', state: 'Tamil Nadu', zipCodes: ['600001', '600017'] },
		{ city: 'Kolkata', state: 'West Bengal', zipCodes: ['700001', '700019'] },
		{ city: 'Hyderabad', state: 'Telangana', zipCodes: ['500001', '500034'] },
		{ city: 'Ahmedabad', state: 'Gujarat', zipCodes: ['380001', '380015'] },
		{ city: 'Jaipur', state: 'Rajasthan', zipCodes: ['302001', '302017'] },
	],
	street: streetOf(['MG Road', 'Station Road', 'Park Street', 'Gandhi Nagar', 'Temple Road'], 480),
};
