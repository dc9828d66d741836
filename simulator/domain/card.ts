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

/**
 * As many signs between two digits as anybody leaves: without an end, a long text of blanks would be searched again from
 * each of them.
 */
const few = '{0,16}';
/** Signs that show nothing, such as a zero-width space. */
const unseen = String.raw`\p{DI}${few}`;
const digit = String.raw`\p{Nd}`;
/** One sign between two groups, if any; a path has it escaped. */
const sign = String.raw`${unseen}(?:(?:(?:%[\da-f]{2}){1,3}|(?!\p{DI})[\s\p{P}\p{S}])${unseen})?`;
const group = (size: number) => `${digit}(?:${unseen}${digit}){${size - 1}}`;
const inGroups = (...sizes: number[]) => sizes.map(group).join(sign);
/** As they are printed on cards. */
const printed = [
	`${inGroups(4, 4, 4, 4)}(?:${sign}${digit}(?:${unseen}${digit}){0,2})?`,
	inGroups(4, 6, 5),
	inGroups(4, 6, 4),
].join('|');

/** An id (RFC 9562), or an address of eight groups (RFC 4291, 2.2): they have digits enough, and are no number. */
const named = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}`;
/** Twelve digits and more, with blanks or hyphens anywhere between them, also as a path has them. */
const run = String.raw`${digit}(?:(?:[\s\-\p{DI}]|%20)${few}${digit}){11,}`;

/**
 * The one rule for what could be a card's number in a text: digits of any script, in a row, or in the groups of a card with
 * any one sign between them. Other signs anywhere would make numbers of dates, addresses and amounts.
 */
const namedOrNumber = new RegExp(
	`(${named})|${run}|(?<!${digit})(?:${printed})(?!${unseen}${digit})`,
	'giu',
);

/** Most texts have none, and need not be searched. */
const anyDigit = /\p{Nd}/u;

/** The text without what could be the number of a card: somebody may have put a real one in a wrong place. */
export function hideNumbers(text: string): string {
	if (!anyDigit.test(text)) return text;
	return text.replace(namedOrNumber, (_, name?: string) => name ?? '{number}');
}

/** What could be the numbers of cards in a text, as ASCII digits. */
export function numbersIn(text: string): string[] {
	if (!anyDigit.test(text)) return [];
	const found = [...text.matchAll(namedOrNumber)].filter(([, name]) => name === undefined);
	return found.map(([number]) => digitsIn(number));
}

function digitsIn(number: string): string {
	const escaped = /%[\da-f]{2}/gi;
	return [...number.replace(escaped, '')]
		.filter((sign) => anyDigit.test(sign))
		.map(valueIn)
		.join('');
}

/** Every script has its ten digits in a row, from its zero on (Unicode Standard, 4.6). */
function valueIn(sign: string): number {
	const point = sign.codePointAt(0) ?? 0;
	let zero = point;
	while (anyDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return (point - zero) % 10;
}

/** First six and last four digits. */
export function maskCard(digits: string): string {
	return `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`;
}
