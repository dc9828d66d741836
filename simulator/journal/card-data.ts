/** Card data in what a caller sent by mistake: found at a glance, and masked before anything is kept. */

/**
 * Digits enough for a card number, a name that a security code is sent under, or an escape that could hide either.
 * Nearly no call has one.
 */
const suspicious = /\d(?:[ -]?\d){12}|cvv|cvc|csc|\\u00/i;

export function mayHoldCard(text: string): boolean {
	return suspicious.test(text);
}

const secretName = /cvv|cvc|csc/i;
/** What is shaped like an id is one, however many digits it has. */
const idOrNumber = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(\d(?:[ -]?\d){12,18})/gi;

/** First six and last four digits of what could be a card number; nothing of what is called a security code. */
export function withoutCardData(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text, masked));
	} catch {
		// What is no JSON has no names to go by.
		return secretName.test(text) ? '…' : maskNumbers(text);
	}
}

function masked(name: string, value: unknown): unknown {
	if (secretName.test(name) && typeof value !== 'object') return '…';
	if (typeof value === 'string') return maskNumbers(value);
	if (typeof value !== 'number') return value;
	const text = String(value);
	const shown = maskNumbers(text);
	return shown === text ? value : shown;
}

function maskNumbers(text: string): string {
	return text.replace(idOrNumber, (id, number?: string) => {
		if (number === undefined) return id;
		const digits = number.replace(/\D/g, '');
		return `${digits.slice(0, 6)}…${digits.slice(-4)}`;
	});
}
