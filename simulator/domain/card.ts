/** Card numbers: the Luhn check, and the only form in which one may be kept. */

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (let index = 0; index < digits.length; index += 1) {
		const digit = Number(digits.at(-1 - index));
		const weighted = index % 2 === 1 ? digit * 2 : digit;
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return digits.length > 0 && sum % 10 === 0;
}

/** Whether a text is nothing but 13 to 19 digits that pass, with whatever signs between them: it may be a card's number. */
export function mayBeCard(text: string): boolean {
	if (!/^[\d\s._-]{13,}$/.test(text)) return false;
	const digits = text.replace(/\D/g, '');
	return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
}

/** A UUID, which stays, or twelve digits and more with blanks or hyphens between them, also as a path has them. */
const uuidOrNumber = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|\d(?:(?:[\s-]|%20)*\d){11,}/gi;

/** The text without what could be the number of a card: somebody may have put a real one in a wrong place. */
export function hideNumbers(text: string): string {
	return text.replace(uuidOrNumber, (_, uuid?: string) => uuid ?? '{number}');
}

/** First six and last four digits. */
export function maskCard(digits: string): string {
	return `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`;
}
