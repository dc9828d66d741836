/** A request's place and a sensible amount, by market. This file imports nothing. */
export const marketSamples = {
	CO: { country: 'CO', currency: 'COP', amount: 150_000 },
	MX: { country: 'MX', currency: 'MXN', amount: 1_500 },
} as const;

export type MarketSamples = typeof marketSamples;
export type Market = keyof MarketSamples;
