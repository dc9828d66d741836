/** A country, a currency and a realistic amount for requests, by market. This file imports nothing. */
export const marketSamples = {
	CO: { country: 'CO', currency: 'COP', amount: 150_000 },
	MX: { country: 'MX', currency: 'MXN', amount: 1499.5 },
	BR: { country: 'BR', currency: 'BRL', amount: 249.9 },
	CL: { country: 'CL', currency: 'CLP', amount: 45_000 },
	PE: { country: 'PE', currency: 'PEN', amount: 179.9 },
	MY: { country: 'MY', currency: 'MYR', amount: 219.9 },
	PL: { country: 'PL', currency: 'PLN', amount: 199.99 },
	IN: { country: 'IN', currency: 'INR', amount: 4499.5 },
	AT: { country: 'AT', currency: 'EUR', amount: 59.9 },
	NL: { country: 'NL', currency: 'EUR', amount: 59.9 },
	TH: { country: 'TH', currency: 'THB', amount: 1749.5 },
	ID: { country: 'ID', currency: 'IDR', amount: 750_000 },
	ZA: { country: 'ZA', currency: 'ZAR', amount: 949.5 },
	TR: { country: 'TR', currency: 'TRY', amount: 2099.5 },
	JP: { country: 'JP', currency: 'JPY', amount: 7800 },
	NG: { country: 'NG', currency: 'NGN', amount: 85_000 },
	VN: { country: 'VN', currency: 'VND', amount: 1_300_000 },
	CA: { country: 'CA', currency: 'CAD', amount: 74.5 },
	KW: { country: 'KW', currency: 'KWD', amount: 15.125 },
	BH: { country: 'BH', currency: 'BHD', amount: 18.75 },
	TN: { country: 'TN', currency: 'TND', amount: 155.5 },
} as const;

export type MarketSamples = typeof marketSamples;
export type Market = keyof MarketSamples;
