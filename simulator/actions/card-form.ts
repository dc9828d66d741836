/** Checks the five card fields of the cashier. The result contains no card number and no CVV. */
import { cardTrigger, findTestCard, holderTrigger } from '../catalog/outcome-triggers.ts';
import { cards } from '../contract/test-values.ts';
import { findCardNumbers, maskCard, passesLuhn } from '../domain/card.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';
import type { FormError, FormRule } from '../errors/api-error.ts';
import { formError } from '../errors/api-error.ts';

export const cardFieldNames = [
	'cardnum',
	'cardholder',
	'expirymonth',
	'expiryyear',
	'cardcvv',
] as const;

export type CardFieldName = (typeof cardFieldNames)[number];
export type CardFields = Record<CardFieldName, string>;

/**
 * A valid card form. `card`: the first six and the last four digits. `typed`: the outcome trigger of the card number or
 * of the holder name.
 */
export type CheckedCard =
	| { ok: true; card: string; typed: OutcomeTrigger | null }
	| { ok: false; errors: FormError[] };

/** Checks the card fields. `now` is the time on the workspace's clock. */
export function checkCard(fields: CardFields, now: number): CheckedCard {
	const number = cardDigitsOf(fields.cardnum);
	const errors = [
		numberError(number),
		nameFieldError('cardholder', fields.cardholder),
		monthError(fields.expirymonth.trim()),
		yearError(fields.expiryyear.trim(), Number(fields.expirymonth), now),
		cvvError(fields.cardcvv.trim(), number),
	].filter((found) => found !== null);
	if (errors.length > 0) return { ok: false, errors };
	const typed = cardTrigger(number) ?? holderTrigger(fields.cardholder);
	return { ok: true, card: maskCard(number), typed };
}

/** Returns a test value for each field, valid at `now`. The length of the CVV fits the card. */
export function testCardFields(
	now: number,
	holder: string | null,
	cardnum: string = cards.approve,
): CardFields {
	const expiryyear = String(new Date(now).getUTCFullYear() + 3);
	return {
		cardnum,
		cardholder: testHolderName(holder),
		expirymonth: '12',
		expiryyear,
		cardcvv: '1234'.slice(0, cvvLength(cardDigitsOf(cardnum))),
	};
}

/** The test value for the holder: the customer's name, or a fixed name if there is none. */
export function testHolderName(name: string | null): string {
	return name?.trim() || 'Ana Torres';
}

/** Removes blanks and hyphens, because shoppers type a card number in groups. */
export function cardDigitsOf(cardnum: string): string {
	return cardnum.replace(/[\s-]/g, '');
}

/** The error of a card number. Its message never contains the number, which may be real. */
function numberError(number: string): FormError | null {
	if (number === '') return missingError('cardnum', cards.approve);
	if (!/^\d{12,19}$/.test(number))
		return error('cardnum', 'cardLength', 'must be 12 to 19 digits', cards.approve);
	if (!passesLuhn(number))
		return error('cardnum', 'checkDigit', 'has a wrong check digit', cards.approve);
	if (!findTestCard(number)) {
		return error(
			'cardnum',
			'unlisted',
			'is not one of the listed test numbers, and no other is accepted',
			cards.approve,
		);
	}
	return null;
}

/** The error of every field without a value, so that a form that is sent empty gives one reason. */
export function missingError(param: string, example: string): FormError {
	return formError({ param, rule: 'missing', text: 'is required', example });
}

/** The error of a name field that contains a card number. It is refused like a number that is not a test card. */
export function nameFieldError(param: string, typed: string): FormError | null {
	const example = testHolderName(null);
	if (typed.trim() === '') return missingError(param, example);
	if (findCardNumbers(typed).length === 0) return null;
	return formError({ param, rule: 'notAName', text: 'must be a name, not a number', example });
}

function monthError(typed: string): FormError | null {
	if (typed === '') return missingError('expirymonth', '12');
	const month = Number(typed);
	if (/^\d{1,2}$/.test(typed) && month >= 1 && month <= 12) return null;
	return error('expirymonth', 'month', 'must be a month from 1 to 12', '12');
}

function yearError(typed: string, month: number, now: number): FormError | null {
	const example = String(new Date(now).getUTCFullYear() + 3);
	if (typed === '') return missingError('expiryyear', example);
	if (!/^(\d{2}|\d{4})$/.test(typed)) {
		return error('expiryyear', 'year', 'must be a year of two or four digits', example);
	}
	const year = typed.length === 2 ? 2000 + Number(typed) : Number(typed);
	// A card is valid until the end of its month. If the month is wrong, only the year is checked.
	const end = Date.UTC(year, month >= 1 && month <= 12 ? month : 12, 1);
	return end <= now ? error('expiryyear', 'past', 'is in the past', example) : null;
}

function cvvError(cvv: string, number: string): FormError | null {
	const length = cvvLength(number);
	if (cvv.length === length && /^\d+$/.test(cvv)) return null;
	const example = '1234'.slice(0, length);
	if (cvv === '') return missingError('cardcvv', example);
	const text = `must be ${length} digits`;
	return formError({ param: 'cardcvv', rule: 'length', text, example, length });
}

/** The number of digits of a CVV: four for American Express cards, which begin with 34 or 37, three for others. */
export function cvvLength(number: string): number {
	return /^3[47]/.test(number) ? 4 : 3;
}

function error(param: CardFieldName, rule: FormRule, text: string, example: string): FormError {
	return formError({ param, rule, text, example });
}
