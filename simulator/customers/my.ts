/** Faker has no ms_MY: names, places and streets are listed here. */
import { base, en } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const my: CustomerMarket = {
	country: 'MY',
	locale: [en, base],
	names: {
		first: ['Ahmad', 'Aisyah', 'Farid', 'Hafiz', 'Nurul', 'Siti', 'Zainab', 'Mei Ling', 'Wei Jie'],
		last: [
			'Abdullah',
			'Ismail',
			'Rahman',
			'Yusof',
			'Chan',
			'Lim',
			'Tan',
			'Wong',
			'Kumar',
			'Pillai',
		],
	},
	phone: '+601[0-46-9][0-9]{7}',
	places: [
		{ city: 'Kuala Lumpur', state: 'Kuala Lumpur', zipCodes: ['50000', '50450', '55100'] },
		{ city: 'Petaling Jaya', state: 'Selangor', zipCodes: ['46000', '47301'] },
		{ city: 'George Town', state: 'Pulau Pinang', zipCodes: ['10000', '10450'] },
		{ city: 'Johor Bahru', state: 'Johor', zipCodes: ['80000', '80300'] },
		{ city: 'Ipoh', state: 'Perak', zipCodes: ['30000', '31400'] },
		{ city: 'Kuching', state: 'Sarawak', zipCodes: ['93000', '93350'] },
		{ city: 'Kota Kinabalu', state: 'Sabah', zipCodes: ['88000', '88300'] },
	],
	street: streetOf(
		[
			'Jalan Ampang',
			'Jalan Bukit Bintang',
			'Jalan Sultan Ismail',
			'Lorong Cempaka',
			'Jalan Merdeka',
		],
		320,
	),
};
