/** What stands in a form when it is first shown, what was posted, and what of it comes back. */
import type { CardFields } from '../actions/card-form.ts';
import { cardFieldNames, digitsOf, testCardFields } from '../actions/card-form.ts';
import type { PayerFields } from '../actions/payer-form.ts';
import { payerFieldNames, testPayerFields } from '../actions/payer-form.ts';
import type { FormFields } from '../actions/submit.ts';
import { challengeCodes } from '../contract/test-values.ts';
import { numbersIn, passesLuhn } from '../domain/card.ts';
import type { Payment } from '../domain/payment.ts';

/** A one-time code has a form of its own. */
export type FormValues = Partial<FormFields> & { otp?: string };

/** The payer's details come filled in; a card, and a code that was sent, only when asked for. */
export function untouched(payment: Payment, now: number, fills: boolean): FormValues {
	const payer = testPayerFields(payment);
	if (!fills) return payer;
	return { ...payer, ...testCardFields(now, payment.customerName), otp: challengeCodes.passes };
}

/** What was typed comes back, unless it opens something or could be a card number in the wrong field. */
export function refilled({ cardnum, cardcvv, code, ...typed }: FormFields): FormValues {
	return Object.fromEntries(Object.entries(typed).filter(([, value]) => !couldBeCard(value)));
}

/** Telephone numbers and documents have as many digits; those behind a `+` are a telephone number's (E.164). */
function couldBeCard(typed: string): boolean {
	const text = digitsOf(typed);
	if (/^\+\d{1,15}$/.test(text)) return false;
	return numbersIn(typed).some((digits) => digits.length > 19 || passesLuhn(digits));
}

/** Of a card every field counts, and of the payer's details those that were sent. */
export function formFields(sent: Record<string, string>): FormFields {
	const card = cardFieldNames.map((name) => [name, sent[name] ?? '']);
	const payer = payerFieldNames.filter((name) => sent[name] !== undefined);
	return {
		...(Object.fromEntries(card) as CardFields),
		...(Object.fromEntries(payer.map((name) => [name, sent[name]])) as PayerFields),
	};
}

/** A field sent twice arrives as a list, which no field of ours is: it counts as empty. */
export function textFields(body: unknown): Record<string, string> {
	if (typeof body !== 'object' || body === null) return {};
	const entries = Object.entries(body).map(([name, value]) => {
		return [name, typeof value === 'string' ? value : ''];
	});
	return Object.fromEntries(entries) as Record<string, string>;
}
