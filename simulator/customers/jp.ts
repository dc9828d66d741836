import { base, en, ja } from '@faker-js/faker';
import type { CustomerMarket } from './market.ts';

export const jp: CustomerMarket = {
	country: 'JP',
	locale: [ja, en, base],
	familyNameFirst: true,
	phone: '+81[789]0[1-9][0-9]{7}',
	places: [
		{ city: '千代田区', state: '東京都', zipCodes: ['100-0001', '101-0021'] },
		{ city: '渋谷区', state: '東京都', zipCodes: ['150-0001', '150-0042'] },
		{ city: '大阪市', state: '大阪府', zipCodes: ['530-0001', '542-0076'] },
		{ city: '名古屋市', state: '愛知県', zipCodes: ['450-0002', '460-0008'] },
		{ city: '札幌市', state: '北海道', zipCodes: ['060-0001', '060-0042'] },
		{ city: '福岡市', state: '福岡県', zipCodes: ['810-0001', '812-0011'] },
		{ city: '仙台市', state: '宮城県', zipCodes: ['980-0011', '980-0021'] },
	],
	/** Streets have no names: an address is a quarter with block, lot and house. */
	street(faker) {
		const part = (max: number) => faker.number.int({ min: 1, max });
		return {
			street: faker.helpers.arrayElement(['本町', '中央', '栄町', '緑町', '大手町', '旭町']),
			streetNumber: `${part(8)}-${part(30)}-${part(20)}`,
		};
	},
};
