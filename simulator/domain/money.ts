/** Decimals of currencies and amounts, by decimal text: 19.99 * 100 is 1998.9999999999998 in floating point. */

/** Who says how many decimals a currency has. The two differ, and neither is derived from the other. */
type PrecisionTable = 'iso' | 'provider';

/** A table, or decimals by currency; a currency that is not named there is as providers take it (D-02). */
export type Precision = PrecisionTable | Readonly<Record<string, number>>;

const usual = 2;

/** ISO 4217, where it is not two. COP and IDR have two there. */
const iso = tableOf({
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
	3: 'BHD IQD JOD KWD LYD OMR TND',
	4: 'CLF UYW',
});

/** What public providers take, where it is not two: whole pesos and rupiah, whatever the standard says. */
const provider = tableOf({
	0: 'CLP COP IDR JPY VND',
	3: 'BHD KWD TND',
});

const tables: Record<PrecisionTable, ReadonlyMap<string, number>> = { iso, provider };

function tableOf(lists: Record<number, string>): ReadonlyMap<string, number> {
	return new Map(
		Object.entries(lists).flatMap(([decimals, currencies]) =>
			currencies.split(' ').map((currency) => [currency, Number(decimals)] as const),
		),
	);
}

/** Decimals of a currency; two for one that the table does not list. */
export function precisionOf(currency: string, precision: Precision): number {
	if (typeof precision === 'string') return tables[precision].get(currency) ?? usual;
	const named = Object.hasOwn(precision, currency) ? precision[currency] : undefined;
	return named ?? precisionOf(currency, 'provider');
}

/** Decimals of the shortest decimal text of the number, exponent included: 2 for 19.99, 7 for 1e-7, 0 for 1e21. */
export function decimalsOf(amount: number): number {
	if (Number.isInteger(amount)) return 0;
	const { fraction, exponent } = partsOf(amount);
	return Math.max(0, fraction.length - exponent);
}

/** The amount in units of the last decimal; null when it has more decimals than that, or is no finite number. */
export function toMinor(amount: number, decimals: number): bigint | null {
	if (!Number.isFinite(amount) || decimalsOf(amount) > decimals) return null;
	const { sign, whole, fraction, exponent } = partsOf(amount);
	const zeros = exponent + decimals - fraction.length;
	return sign * BigInt(whole + fraction) * 10n ** BigInt(zeros);
}

/** The nearest amount of that many decimals, half away from zero: 1.005 is 1.01, which floating point would lose. */
export function roundTo(amount: number, decimals: number): number {
	const { sign, whole, fraction, exponent } = partsOf(amount);
	const excess = fraction.length - exponent - decimals;
	if (excess <= 0) return amount;
	const unit = 10n ** BigInt(excess);
	const rounded = (2n * BigInt(whole + fraction) + unit) / (2n * unit);
	return Number(`${sign * rounded}e-${decimals}`);
}

/** Plain decimal text, without an exponent; the last `minorDigits` digits of the amount become decimals. */
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

/** JavaScript writes a number by its shortest text that reads back the same: `-1.5e-7` is -1, 5 and exponent -7. */
function partsOf(amount: number) {
	const [, minus, whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? [];
	return { sign: minus ? -1n : 1n, whole, fraction, exponent: Number(exponent) };
}
