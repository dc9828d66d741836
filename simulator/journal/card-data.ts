/** Card data in what a caller sent by mistake: found at a glance, and masked before anything is kept. */
import { hideNumbers } from '../domain/card.ts';

/** What a security code is sent as. */
const secretName = /cvv|cvc|csc|cv2|secur\w*code|verif\w*(code|value)/i;

/**
 * Whether there could be digits enough for a card number, a name that a security code is sent under, or an escape that could
 * hide either. Nearly no call has one.
 */
export function mayHoldCard(text: string): boolean {
	return mayHoldNumber(text) || secretName.test(text);
}

/** The shortest card number, in digits. */
const shortest = 13;

/**
 * Counts the digits that no letter and no quote parts, and what could be one: a sign outside ASCII, or one escaped for a URL.
 * It stops at what JSON escapes by its number.
 */
function mayHoldNumber(text: string): boolean {
	let digits = 0;
	for (let index = 0; index < text.length && digits < shortest; index += 1) {
		const unit = text.charCodeAt(index);
		if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) digits += 1;
		else if (unit === percent) {
			digits += 2;
			index += 2;
		} else if (unit === backslash) {
			if (text[index + 1] === 'u') return true;
			index += 1;
		} else if (unit === quote || isLetter(unit)) digits = 0;
	}
	return digits >= shortest;
}

function isLetter(unit: number): boolean {
	const small = unit | 0x20;
	return small >= 0x61 && small <= 0x7a;
}

const percent = 0x25;
const backslash = 0x5c;
const quote = 0x22;

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
