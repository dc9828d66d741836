import { base, en, id_ID } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const id: CustomerMarket = {
	country: 'ID',
	locale: [id_ID, en, base],
	phone: '+628[1-9][0-9]{8,9}',
	places: [
		{ city: 'Jakarta Pusat', state: 'DKI Jakarta', zipCodes: ['10110', '10310'] },
		{ city: 'Surabaya', state: 'Jawa Timur', zipCodes: ['60111', '60271'] },
		{ city: 'Bandung', state: 'Jawa Barat', zipCodes: ['40111', '40132'] },
		{ city: 'Medan', state: 'Sumatera Utara', zipCodes: ['20111', '20152'] },
		{ city: 'Semarang', state: 'Jawa Tengah', zipCodes: ['50131', '50241'] },
		{ city: 'Makassar', state: 'Sulawesi Selatan', zipCodes: ['90111'] },
		{ city: 'Denpasar', state: 'Bali', zipCodes: ['80111', '80232'] },
	],
	street: streetOf(
		['Jalan Sudirman', 'Jalan Thamrin', 'Jalan Merdeka', 'Jalan Diponegoro', 'Jalan Melati'],
		220,
	),
};
