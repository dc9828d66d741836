import type { MarketPack } from './market.ts';
import { cardOption, defineOption } from './market.ts';

export const nigeria: MarketPack = {
	country: 'NG',
	currency: 'NGN',
	name: 'Nigeria',
	locale: 'en-NG',
	phone: /^\+234[789][01]\d{8}$/,
	payer: { required: false, documents: [], phone: { testValue: '+2348000000000' } },
	options: [
		/** A virtual account: it is opened for this payment, and closes after half an hour. */
		defineOption({
			code: 'ng-transfer',
			name: 'Bank transfer',
			asks: ['email', 'phone'],
			kind: 'reference',
			window: '30m',
			processing: { lognormal: { median: '30s', sigma: 1 } },
			banks: [
				'Access',
				'GTBank',
				'Zenith',
				'UBA',
				'First Bank',
				'FCMB',
				'Fidelity',
				'Sterling',
				'Stanbic IBTC',
				'Ecobank',
				'Wema/ALAT',
				'Kuda',
			],
		}),
		cardOption,
	],
};
