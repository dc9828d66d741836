import { base, en, vi } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';
import { streetOf } from './market.ts';

export const vn: CustomerMarket = {
	country: 'VN',
	locale: [vi, en, base],
	familyNameFirst: true,
	phone: '+84[35789][0-9]{8}',
	places: [
		{ city: 'Hoàn Kiếm', state: 'Hà Nội', zipCodes: ['11000', '11010'] },
		{ city: 'Quận 1', state: 'Hồ Chí Minh', zipCodes: ['71000', '71009'] },
		{ city: 'Hải Châu', state: 'Đà Nẵng', zipCodes: ['50200'] },
		{ city: 'Ninh Kiều', state: 'Cần Thơ', zipCodes: ['94100'] },
		{ city: 'Hồng Bàng', state: 'Hải Phòng', zipCodes: ['04100'] },
		{ city: 'Nha Trang', state: 'Khánh Hòa', zipCodes: ['57100'] },
	],
	street: streetOf(
		['Đường Lê Lợi', 'Đường Nguyễn Huệ', 'Đường Trần Hưng Đạo', 'Phố Huế', 'Đường Hai Bà Trưng'],
		400,
	),
};
