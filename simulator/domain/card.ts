/** Card numbers: the Luhn check, how to find them in text, and how to mask them. */

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

/** At most 16 characters between two digits. Without a limit, a long run of blanks would take quadratic time. */
const atMost16 = '{0,16}';
/** Invisible characters, such as a zero-width space. */
const invisible = String.raw`\p{DI}${atMost16}`;
const digit = String.raw`\p{Nd}`;
/** An optional separator between two groups, percent-encoded in a path. */
const separator = String.raw`${invisible}(?:(?:(?:%[\da-f]{2}){1,3}|(?!\p{DI})[\s\p{P}\p{S}])${invisible})?`;
const group = (size: number) => `${digit}(?:${invisible}${digit}){${size - 1}}`;
const inGroups = (...sizes: number[]) => sizes.map(group).join(separator);
/** The groups as printed on cards. */
const grouped = [
	`${inGroups(4, 4, 4, 4)}(?:${separator}${digit}(?:${invisible}${digit}){0,2})?`,
	inGroups(4, 6, 5),
	inGroups(4, 6, 4),
].join('|');

/** A UUID (RFC 9562) or an IPv6 address (RFC 4291, 2.2) has many digits, but is not a card number. */
const idOrAddress = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}`;
/** Blanks or hyphens, also percent-encoded. */
const blanks = String.raw`(?:[\s\-\p{DI}]|%20)${atMost16}`;
/** Twelve or more digits, with blanks or hyphens anywhere between them. */
const run = `${digit}(?:${blanks}${digit}){11,}`;

/**
 * Possible card numbers in a text: digits of any script, in one run, or in the groups of a card with one separator between
 * groups. A looser rule would match dates, addresses and amounts.
 */
const idOrNumber = new RegExp(
	`(${idOrAddress})|${run}|(?<!${digit})(?:${grouped})(?!${invisible}${digit})`,
	'giu',
);

/** A cheap check before the search. */
const anyDigit = /\p{Nd}/u;

/** Replaces possible card numbers: a caller may have put a real one in a wrong field. */
export function hideNumbers(text: string): string {
	if (!anyDigit.test(text)) return text;
	const hidden = text.replace(idOrNumber, (_, id?: string) => id ?? '{number}');
	return maskCards(hidden, mostGroups);
}

/** The possible card numbers in a text, as ASCII digits. */
export function numbersIn(text: string): string[] {
	if (!anyDigit.test(text)) return [];
	const found = [...text.matchAll(idOrNumber)].filter(([, id]) => id === undefined);
	return found.map(([number]) => digitsIn(number));
}

function digitsIn(number: string): string {
	const escaped = /%[\da-f]{2}/gi;
	return [...number.replace(escaped, '')]
		.filter((char) => anyDigit.test(char))
		.map(digitValue)
		.join('');
}

/** The digits of every script are ten consecutive code points (Unicode Standard, 4.6). */
function digitValue(char: string): number {
	const point = char.codePointAt(0) ?? 0;
	let zero = point;
	while (anyDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return (point - zero) % 10;
}

/** Digits that a card number could be a part of. */
const idOrDigits = new RegExp(
	`(${idOrAddress})|${digit}(?:(?:${blanks}|${separator})${digit})*`,
	'giu',
);

/** Of payment cards. The other first digits begin the times, dates and telephone numbers that are in many references. */
const cardNumber = /^(?:[345689]|2[2-7])\d{12,18}$/;

/**
 * Masks the card numbers in a text whose other numbers must stay, such as a reference or an address: only whole groups of
 * digits that together have the length, the first digits and the check digit of a card number. `groups`: the most groups.
 */
export function maskCards(text: string, groups = Number.POSITIVE_INFINITY): string {
	if (!hasManyDigits(text)) return text;
	return text.replace(idOrDigits, (found: string, id: string | undefined, at: number) => {
		if (id !== undefined) return id;
		if (found.length < shortest || groupsIn(found) > groups) return found;
		const masked = maskGroups(found);
		const escaped = /%[\da-f]?$/i.exec(text.slice(Math.max(0, at - 2), at))?.[0];
		if (masked !== found || escaped === undefined) return masked;
		// The first characters belong to a URL escape, such as %20.
		const rest = 3 - escaped.length;
		return found.slice(0, rest) + maskGroups(found.slice(rest));
	});
}

/** A number in more groups is rather a date with its time. */
const mostGroups = 4;

function groupsIn(found: string): number {
	return found.split(/(?:%[\da-f]{2}|\P{Nd})+/iu).length;
}

/** A card number has at least thirteen digits. */
const shortest = 13;

/** A cheap check before the search. */
function hasManyDigits(text: string): boolean {
	let digits = 0;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) digits += 1;
	}
	return digits >= shortest;
}

function maskGroups(found: string): string {
	// Most are one group.
	if (/^\d+$/.test(found)) return isCard(found) ? maskCard(found) : found;
	// Groups of digits, and what separates them, in turns.
	const parts = found.split(/((?:%[\da-f]{2}|\P{Nd})+)/iu);
	for (let first = 0; first < parts.length; first += 2) {
		let digits = '';
		let card = '';
		let end = first;
		for (let last = first; last < parts.length && digits.length < 19; last += 2) {
			digits += digitsIn(parts[last] ?? '');
			if (isCard(digits)) [card, end] = [digits, last];
		}
		if (card !== '') parts.splice(first, end - first + 1, maskCard(card));
	}
	return parts.join('');
}

function isCard(digits: string): boolean {
	return cardNumber.test(digits) && passesLuhn(digits);
}

/** First six and last four digits. */
export function maskCard(digits: string): string {
	return `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`;
}
