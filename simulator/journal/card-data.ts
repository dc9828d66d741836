/** Card data in what a caller sent by mistake: found at a glance, and masked before anything is kept. */
import { hideNumbers } from '../domain/card.ts';

/**
 * Digits enough for a card number, a name that a security code is sent under, or an escape that could hide either.
 * Nearly no call has one.
 */
const suspicious = /\d(?:[ -]?\d){12}|cvv|cvc|csc|\\u00/i;

export function mayHoldCard(text: string): boolean {
	return suspicious.test(text);
}

const secretName = /cvv|cvc|csc/i;

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
