/** An amount as the market writes it. Digits the amount has are always shown, whatever the currency's habit (D-02). */

/** The language most shoppers of a country read amounts in; the others get a neutral format. */
const localeByCountry: Record<string, string> = { CO: 'es-CO', MX: 'es-MX' };

/** `amount` in major units. A currency code that no table knows is shown as it is. */
export function formatAmount(amount: number, currency: string, country: string): string {
	const locale = localeByCountry[country] ?? 'en';
	const ownDigits = decimalsOf(amount);
	const habit = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions();
	const digits = Math.min(20, Math.max(habit.maximumFractionDigits ?? 0, ownDigits));
	return new Intl.NumberFormat(locale, {
		style: 'currency',
		currency,
		currencyDisplay: 'code',
		minimumFractionDigits: Math.min(digits, habit.minimumFractionDigits ?? 0),
		maximumFractionDigits: digits,
	}).format(amount);
}

/** Decimals of the shortest decimal text of the number, exponent included. */
function decimalsOf(amount: number): number {
	const [mantissa = '', exponent = '0'] = String(amount).split('e');
	const decimals = mantissa.split('.')[1]?.length ?? 0;
	return Math.max(0, decimals - Number(exponent));
}
