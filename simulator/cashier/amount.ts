/** An amount as the market writes it. Digits the amount has are always shown, whatever the currency's habit (D-02). */
import { markets } from '../catalog/markets.ts';
import { decimalsOf } from '../domain/money.ts';

/** `amount` in major units. A currency code that no table knows is shown as it is. */
export function formatAmount(amount: number, currency: string, country: string): string {
	const locale = markets.find((market) => market.country === country)?.locale ?? 'en';
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
