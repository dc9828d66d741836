/**
 * The decimals of currencies that do not have two, as public payment providers count them. Unlike ISO 4217, providers
 * accept only whole COP and IDR.
 */
export const currencyDecimals: Readonly<Record<string, number>> = {
	...{ CLP: 0, COP: 0, IDR: 0, JPY: 0, VND: 0 },
	...{ BHD: 3, KWD: 3, TND: 3 },
};

export const toMinorUnits = (amount: number, currency: string): number =>
	Math.round(amount * 10 ** (currencyDecimals[currency] ?? 2));

export const toMajorUnits = (minorUnits: number, currency: string): number =>
	minorUnits / 10 ** (currencyDecimals[currency] ?? 2);
