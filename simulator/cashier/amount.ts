/** An amount as the market writes it. Digits the amount has are always shown, whatever the currency's habit (D-02). */
import { marketOf } from '../catalog/catalog.ts';
import { decimalText } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';

type Paid = Pick<Payment, 'amount' | 'minorDigits' | 'currency' | 'country'>;

/** In major units, in whichever it was sent. A currency code that no table knows is shown as it is. */
export function formatAmount({ amount, minorDigits, currency, country }: Paid): string {
	const locale = marketOf(country)?.locale ?? 'en';
	const major = decimalText(amount, minorDigits);
	const [, decimals = ''] = major.split('.');
	const ownDigits = /[1-9]/.test(decimals) ? decimals.length : 0;
	const habit = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions();
	const atLeast = (digits = 0) => Math.min(20, Math.max(digits, ownDigits));
	return new Intl.NumberFormat(locale, {
		style: 'currency',
		currency,
		currencyDisplay: 'code',
		minimumFractionDigits: atLeast(habit.minimumFractionDigits),
		maximumFractionDigits: atLeast(habit.maximumFractionDigits),
	}).format(major);
}
