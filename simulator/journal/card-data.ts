/** Card data in what a caller sent by mistake: found at a glance, and masked before anything is kept. */
import { hideNumbers } from '../domain/card.ts';

const secretName = /cvv|cvc|csc/i;

/**
 * Whether there are digits enough for a card number, a name that a security code is sent under, or an escape that could
 * hide either. Nearly no call has one.
 */
export function mayHoldCard(text: string): boolean {
	return hasLongNumber(text) || secretName.test(text) || text.includes('\\u00');
}

/** The shortest card number, in digits. */
const shortest = 13;
const longNumber = /\d(?:[ -]?\d){12}/;

/**
 * Every two characters of a number hold a digit, for there is never more than one separator between its digits: looking at
 * two in thirteen misses none, and costs a tenth of looking at all.
 */
function hasLongNumber(text: string): boolean {
	for (let index = 0; index < text.length; index += shortest) {
		if (isDigit(text, index) || isDigit(text, index + 1)) {
			const from = Math.max(0, index - 2 * shortest);
			if (longNumber.test(text.slice(from, index + 2 * shortest + 1))) return true;
		}
	}
	return false;
}

function isDigit(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0x30 && unit <= 0x39;
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
