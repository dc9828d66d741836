/**
 * The posted forms: their tokens against forged requests (CSRF), their fields, and the values that a page shows in
 * them.
 */
import type { CardFields } from '../actions/card-form.ts';
import { cardDigitsOf, cardFieldNames, testCardFields } from '../actions/card-form.ts';
import type { PayerFields } from '../actions/payer-form.ts';
import { payerFieldNames, testPayerFields } from '../actions/payer-form.ts';
import type { FormFields } from '../actions/submit.ts';
import { challengeCodes } from '../contract/test-values.ts';
import { findCardNumbers, passesLuhn } from '../domain/card.ts';
import type { Payment } from '../domain/payment.ts';
import { createHmacToken } from '../runtime/chance.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

/**
 * Makes the CSRF token of a form. It is valid for one session, one choice and one step of the payment, in every process
 * that shares the workspace.
 */
export function createFormToken(payment: Payment, record: WorkspaceRecord): string {
	const step = stepOf(payment);
	return `${step}.${signature(payment, record, step)}`;
}

/**
 * Checks the token of a posted form. `used`: it was valid, but the payment has changed since, as after a double click
 * or in a second tab.
 */
export function checkFormToken(
	token: string,
	payment: Payment,
	record: WorkspaceRecord,
): 'valid' | 'used' | 'invalid' {
	const [step = '', given] = token.split('.');
	if (given !== signature(payment, record, step)) return 'invalid';
	return step === stepOf(payment) ? 'valid' : 'used';
}

/**
 * The step of a payment that a token is valid for. Each attempt, each challenge, each wrong code and the end of a
 * challenge begin another step.
 */
function stepOf({ attempts, challenge }: Payment): string {
	return `${attempts.length}-${challenge?.wrongCodes ?? 'none'}`;
}

function signature(
	{ sessionId, choice }: Payment,
	{ secret }: WorkspaceRecord,
	step: string,
): string {
	return createHmacToken(
		secret,
		`${sessionId} ${choice?.optionCode} ${choice?.suboptionId} ${step}`,
	);
}

/** The values of a form's fields, by name. */
export type FormValues = Partial<FormFields> & { otp?: string };

/**
 * The values that a form shows at first. Payer details are filled in. Card fields and a one-time code stay empty unless
 * `fill` is set.
 */
export function initialFormValues(payment: Payment, now: number, fill: boolean): FormValues {
	const payer = testPayerFields(payment);
	if (!fill) return payer;
	return { ...payer, ...testCardFields(now, payment.customerName), otp: challengeCodes.passes };
}

/** The posted values that a refused form shows again: no secret, and nothing that may be a card number. */
export function formValuesToShowAgain({
	cardnum,
	cardcvv,
	code,
	...others
}: FormFields): FormValues {
	return Object.fromEntries(Object.entries(others).filter(([, value]) => !couldBeCard(value)));
}

/**
 * Whether a value may be a card number. Phone numbers and documents have as many digits, but up to 15 digits after a
 * `+` are a phone number (E.164).
 */
function couldBeCard(value: string): boolean {
	if (/^\+\d{1,15}$/.test(cardDigitsOf(value))) return false;
	return findCardNumbers(value).some((digits) => digits.length > 19 || passesLuhn(digits));
}

/**
 * Reads the fields of a form. A missing card field is empty. A missing payer detail stays undefined and later gets its
 * test value.
 */
export function readFormFields(posted: Record<string, string>): FormFields {
	const card = cardFieldNames.map((name) => [name, posted[name] ?? '']);
	const payer = payerFieldNames.filter((name) => posted[name] !== undefined);
	return {
		...(Object.fromEntries(card) as CardFields),
		...(Object.fromEntries(payer.map((name) => [name, posted[name]])) as PayerFields),
	};
}

/** The posted fields as texts. A field that was sent twice arrives as a list and counts as empty. */
export function readPostedTexts(body: unknown): Record<string, string> {
	if (typeof body !== 'object' || body === null) return {};
	const entries = Object.entries(body).map(([name, value]) => {
		return [name, typeof value === 'string' ? value : ''];
	});
	return Object.fromEntries(entries) as Record<string, string>;
}
