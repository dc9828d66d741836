/** The language of a payment's pages (D-41). */
import type { Settings } from '../contract/settings.ts';
import type { Payment } from './payment.ts';

/** Returns the requested language if the cashier supports it, otherwise the fallback language. */
export function cashierLanguageOf(
	{ language }: Pick<Payment, 'language'>,
	{ languages, fallback }: Pick<Settings['cashier'], 'languages' | 'fallback'>,
): string {
	return language !== null && languages.includes(language) ? language : fallback;
}
