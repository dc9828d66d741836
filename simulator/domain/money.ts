/**
 * Decimals of currencies and amounts. They are computed from decimal text: in floating point, 19.99 * 100 is
 * 1998.9999999999998.
 */
import { currencyDecimals } from '../contract/currency-decimals.ts';

/** The table from which a currency's decimals are taken. The two tables differ. */
type PrecisionTable = 'iso' | 'provider';

/**
 * How decimals are determined: by a table, or by a given number for each currency. Other currencies use the table
 * `provider` (D-02).
 */
export type CurrencyPrecision = PrecisionTable | Readonly<Record<string, number>>;

const defaultDecimals = 2;

/** The decimals of ISO 4217 that are not two. COP and IDR have two. */
const iso = tableOf({
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
	3: 'BHD IQD JOD KWD LYD OMR TND',
	4: 'CLF UYW',
});

const tables: Record<PrecisionTable, ReadonlyMap<string, number>> = {
	iso,
	provider: new Map(Object.entries(currencyDecimals)),
};

function tableOf(lists: Record<number, string>): ReadonlyMap<string, number> {
	return new Map(
		Object.entries(lists).flatMap(([decimals, currencies]) =>
			currencies.split(' ').map((currency) => [currency, Number(decimals)] as const),
		),
	);
}

export function decimalsOfCurrency(currency: string, precision: CurrencyPrecision): number {
	if (typeof precision === 'string') return tables[precision].get(currency) ?? defaultDecimals;
	const own = Object.hasOwn(precision, currency) ? precision[currency] : undefined;
	return own ?? decimalsOfCurrency(currency, 'provider');
}

/** The decimals in the shortest decimal text of a number: 2 for 19.99, 7 for 1e-7, 0 for 1e21. */
export function decimalsOfAmount(amount: number): number {
	if (Number.isInteger(amount)) return 0;
	const { fraction, exponent } = partsOf(amount);
	return Math.max(0, fraction.length - exponent);
}

/** Converts an amount to minor units; null if it has more decimals or is not finite. */
export function toMinor(amount: number, decimals: number): bigint | null {
	if (!Number.isFinite(amount) || decimalsOfAmount(amount) > decimals) return null;
	const { sign, whole, fraction, exponent } = partsOf(amount);
	const zeros = exponent + decimals - fraction.length;
	return sign * BigInt(whole + fraction) * 10n ** BigInt(zeros);
}

/** Rounds half away from zero: 1.005 to 1.01. */
export function roundTo(amount: number, decimals: number): number {
	const { sign, whole, fraction, exponent } = partsOf(amount);
	const excess = fraction.length - exponent - decimals;
	if (excess <= 0) return amount;
	const unit = 10n ** BigInt(excess);
	const rounded = (2n * BigInt(whole + fraction) + unit) / (2n * unit);
	return Number(`${sign * rounded}e-${decimals}`);
}

/**
 * Writes an amount as decimal text without an exponent. The last `minorDigits` digits of the amount become decimals.
 */
export function decimalText(amount: number, minorDigits = 0): `${number}` {
	const { sign, whole, fraction, exponent } = partsOf(amount);
	const units = whole.length + exponent;
	const point = units - minorDigits;
	const digits = (whole + fraction).padEnd(units, '0');
	const padded = point > 0 ? digits : '0'.repeat(1 - point) + digits;
	const split = Math.max(point, 1);
	const decimals = padded.slice(split);
	const text = padded.slice(0, split) + (decimals === '' ? '' : `.${decimals}`);
	return (sign < 0n ? `-${text}` : text) as `${number}`;
}

/**
 * Returns the bound that an amount exceeds, and the rule in words; null if it exceeds none. The last `minorDigits` digits
 * of the bounds are decimals in the words.
 */
export function exceededBound(
	amount: number,
	{ min = amount, max = amount }: { min?: number | undefined; max?: number | undefined },
	minorDigits = 0,
): { bound: number; rule: string } | null {
	if (amount < min)
		return { bound: min, rule: `must be at least ${decimalText(min, minorDigits)}` };
	if (amount > max) return { bound: max, rule: `must be at most ${decimalText(max, minorDigits)}` };
	return null;
}

/** Splits the shortest decimal text of a number: `-1.5e-7` has sign -1, whole 1, fraction 5 and exponent -7. */
function partsOf(amount: number) {
	const [, minus, whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? [];
	return { sign: minus ? -1n : 1n, whole, fraction, exponent: Number(exponent) };
}
