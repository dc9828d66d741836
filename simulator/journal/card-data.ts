/** Card data in what a caller sent by mistake: found at a glance, and masked before anything is kept. */
import { hideNumbers } from '../domain/card.ts';

/** What a security code is sent as. */
const secretName = /cvv|cvc|csc|cv2|secur\w*code|verif\w*(code|value)/i;

/**
 * Whether there are digits enough for a card number, a name that a security code is sent under, or an escape that could
 * hide either. Nearly no call has one.
 */
export function mayHoldCard(text: string): boolean {
	return hasLongNumber(text) || secretName.test(text) || text.includes('\\u00');
}

/** The shortest card number, in digits. */
const shortest = 13;

/**
 * Every two characters of a number hold a digit, for there is never more than one separator between its digits: looking at
 * two in thirteen misses none, and costs a tenth of looking at all.
 */
function hasLongNumber(text: string): boolean {
	for (let index = 0; index < text.length; index += shortest) {
		if (!isDigit(text, index) && !isDigit(text, index + 1)) continue;
		if (digitsFrom(text, index, -1) + digitsFrom(text, index + 1, 1) >= shortest) return true;
	}
	return false;
}

/** How many digits of one number stand from here on in one direction; it stops counting when they are enough. */
function digitsFrom(text: string, start: number, step: 1 | -1): number {
	let digits = 0;
	let isAfterDigit = true;
	for (let index = start; digits < shortest; index += step) {
		const isHere = isDigit(text, index);
		if (isHere) digits += 1;
		else if (!isAfterDigit || !isSeparator(text, index)) break;
		isAfterDigit = isHere;
	}
	return digits;
}

function isDigit(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0x30 && unit <= 0x39;
}

function isSeparator(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit === 0x20 || unit === 0x2d;
}

/** Without the digits of what could be a card number, and without what is called a security code. */
export function withoutCardData(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text, masked));
	} catch {
		// What is no JSON has no names to go by.
		return secretName.test(text) ? '…' : hideNumbers(text);
	}
}

function masked(name: string, value: unknown): unknown {
	if (secretName.test(name) && typeof value !== 'object') return '…';
	if (typeof value === 'string') return hideNumbers(value);
	if (typeof value !== 'number') return value;
	const text = String(value);
	const shown = hideNumbers(text);
	return shown === text ? value : shown;
}
