/** Decimals of currencies and amounts, by decimal text: 19.99 * 100 is 1998.9999999999998 in floating point. */

/** Who says how many decimals a currency has. The two differ, and neither is derived from the other. */
export type PrecisionTable = 'iso' | 'provider';

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
export function precisionOf(currency: string, table: PrecisionTable): number {
	return tables[table].get(currency) ?? usual;
}

/** Decimals of the shortest decimal text of the number, exponent included: 2 for 19.99, 7 for 1e-7, 0 for 1e21. */
export function decimalsOf(amount: number): number {
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

/** JavaScript writes a number by its shortest text that reads back the same: `-1.5e-7` is -1, 5 and exponent -7. */
function partsOf(amount: number) {
	const [, minus, whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? [];
	return { sign: minus ? -1n : 1n, whole, fraction, exponent: Number(exponent) };
}
