/** Which language a payment's pages should speak (D-41). */
import type { Settings } from '../contract/settings.ts';
import type { Payment } from './payment.ts';

/** What was asked for, when the cashier speaks it; else the fallback. */
export function languageOf(
	{ language }: Pick<Payment, 'language'>,
	{ languages, fallback }: Pick<Settings['cashier'], 'languages' | 'fallback'>,
): string {
	return language !== null && languages.includes(language) ? language : fallback;
}
