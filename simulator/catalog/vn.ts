import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

const instantTransfer = { window: '15m', processing: { fixed: '5s' } } as const;

export const vietnam: MarketPack = {
	country: 'VN',
	currency: 'VND',
	name: 'Vietnam',
	locale: 'vi-VN',
	phone: /^\+84[35789]\d{8}$/,
	payer: null,
	options: [
		defineOption({
			code: 'vn-transfer',
			name: 'Bank transfer',
			kind: 'bank',
			...instantTransfer,
			banks: [
				'Vietcombank',
				'Techcombank',
				'BIDV',
				'VietinBank',
				'MB',
				'ACB',
				'VPBank',
				'TPBank',
				'Sacombank',
				'Agribank',
			],
		}),
		cardOption,
		defineOption({ code: 'vn-vietqr', name: 'VietQR', kind: 'qr', ...instantTransfer }),
	],
};
