/** Card numbers: checks them with Luhn, finds them in text, and masks them. */

/** Whether the digits pass the Luhn check (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (let index = 0; index < digits.length; index += 1) {
		const digit = Number(digits.at(-1 - index));
		const weighted = index % 2 === 1 ? digit * 2 : digit;
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return digits.length > 0 && sum % 10 === 0;
}

/** At most 16 characters may be between two digits. Without a limit, a long run of blanks would take quadratic time. */
const atMost16 = '{0,16}';
/** Matches invisible characters, such as a zero-width space. */
const invisible = String.raw`\p{DI}${atMost16}`;
const digit = String.raw`\p{Nd}`;
/** Matches an optional separator between two groups of digits. In a path it is percent-encoded. */
const separator = String.raw`${invisible}(?:(?:(?:%[\da-f]{2}){1,3}|(?!\p{DI})[\s\p{P}\p{S}])${invisible})?`;
const group = (size: number) => `${digit}(?:${invisible}${digit}){${size - 1}}`;
const inGroups = (...sizes: number[]) => sizes.map(group).join(separator);
/** The groups of digits as they are printed on cards. */
const grouped = [
	`${inGroups(4, 4, 4, 4)}(?:${separator}${digit}(?:${invisible}${digit}){0,2})?`,
	inGroups(4, 6, 5),
	inGroups(4, 6, 4),
].join('|');

/** Matches a UUID (RFC 9562) or an IPv6 address (RFC 4291, 2.2): they have many digits, but are not card numbers. */
const idOrAddress = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}`;
/** Matches blanks or hyphens, also percent-encoded. */
const blanks = String.raw`(?:[\s\-\p{DI}]|%20)${atMost16}`;
/** Matches twelve or more digits with blanks or hyphens anywhere between them. */
const run = `${digit}(?:${blanks}${digit}){11,}`;

/**
 * Matches possible card numbers: digits of any script, in one run or in the groups of a card with one separator between
 * groups. A looser rule would match dates, addresses and amounts.
 */
const idOrNumber = new RegExp(
	`(${idOrAddress})|${run}|(?<!${digit})(?:${grouped})(?!${invisible}${digit})`,
	'giu',
);

/** A cheap test before the search. */
const anyDigit = /\p{Nd}/u;

/** Replaces possible card numbers in a text: a caller may have sent a real one in a wrong field. */
export function hideCardNumbers(text: string): string {
	if (!anyDigit.test(text)) return text;
	const hidden = text.replace(idOrNumber, (_, id?: string) => id ?? '{number}');
	return maskCards(hidden, maxGroups);
}

/** Finds the possible card numbers in a text. Returns them in ASCII digits. */
export function findCardNumbers(text: string): string[] {
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

/**
 * The value of a digit of any script: the digits of each script are ten consecutive code points (Unicode Standard,
 * 4.6).
 */
function digitValue(char: string): number {
	const point = char.codePointAt(0) ?? 0;
	let zero = point;
	while (anyDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return (point - zero) % 10;
}

/** Matches digits that a card number could be a part of. */
const idOrDigits = new RegExp(
	`(${idOrAddress})|${digit}(?:(?:${blanks}|${separator})${digit})*`,
	'giu',
);

/**
 * Masks card numbers in a text whose other numbers must stay, such as a reference or an address. It masks only whole
 * groups of digits that together have the length, the first digits and the check digit of a card number. `groups` is
 * the most groups of a number.
 */
export function maskCards(text: string, groups = Number.POSITIVE_INFINITY): string {
	if (!hasManyDigits(text)) return text;
	return text.replace(idOrDigits, (found: string, id: string | undefined, at: number) => {
		if (id !== undefined) return id;
		if (found.length < shortest) return found;
		const digits = readDigits(found);
		if (digits.groups.length > groups && !pairs.test(found)) return found;
		const masked = maskGroups(found, digits);
		const escaped = /%[\da-f]?$/i.exec(text.slice(Math.max(0, at - 2), at))?.[0];
		if (masked !== found || escaped === undefined) return masked;
		// The first characters belong to a URL escape such as %20.
		const rest = 3 - escaped.length;
		const others = found.slice(rest);
		return found.slice(0, rest) + maskGroups(others, readDigits(others));
	});
}

/** The most groups of a card number: digits in more groups are more likely a date with a time. */
const maxGroups = 4;

/** Matches digits in groups of two with one separator between them. */
const pairs = /(?<!\d)\d\d([^\d%])\d\d(?:\1\d\d){5,7}(?!\1?\d)/;

/** The shortest and the longest card number, in digits. */
const shortest = 13;
const longest = 19;

/** A cheap test before the search. */
function hasManyDigits(text: string): boolean {
	let digits = 0;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (isDigit(unit) || unit > 0x7f) digits += 1;
	}
	return digits >= shortest;
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

/** The digits of a text, in order. */
interface Digits {
	values: number[];
	/** The position of each digit in the text. */
	starts: number[];
	ends: number[];
	/** For each group, the index of its first digit. */
	groups: number[];
}

const escapeHere = /%[\da-f]{2}/iy;
const percent = 0x25;

function readDigits(text: string): Digits {
	const found: Digits = { values: [], starts: [], ends: [], groups: [] };
	let end = -1;
	for (let at = 0, length = 1; at < text.length; at += length) {
		const unit = text.charCodeAt(at);
		length = 1;
		let value = unit - 0x30;
		if (!isDigit(unit)) {
			escapeHere.lastIndex = at;
			if (unit === percent && escapeHere.test(text)) length = 3;
			if (unit <= 0x7f) continue;
			const char = String.fromCodePoint(text.codePointAt(at) ?? unit);
			length = char.length;
			if (!anyDigit.test(char)) continue;
			value = digitValue(char);
		}
		if (at !== end) found.groups.push(found.values.length);
		end = at + length;
		found.values.push(value);
		found.starts.push(at);
		found.ends.push(end);
	}
	return found;
}

/** Masks digit groups. It takes linear time, because callers may send texts of 100 kB. */
function maskGroups(text: string, { values, starts, ends, groups }: Digits): string {
	const passes = luhnOfRanges(values);
	let masked = '';
	let copied = 0;
	let free = 0;
	for (let group = 0; group < groups.length; group += 1) {
		const groupEnd = groups[group + 1] ?? values.length;
		let first = groups[group] ?? 0;
		if (first < free) continue;
		// Skip leading zeros: a number may be padded with them.
		while (groupEnd - first > shortest && values[first] === 0) first += 1;
		if (!startsCard(values, first)) continue;
		let last = 0;
		for (let next = group + 1; ; next += 1) {
			const end = groups[next] ?? values.length;
			const length = end - first;
			if (length > longest) break;
			if (length >= shortest && passes(first, end)) last = end;
			if (next >= groups.length) break;
		}
		if (last === 0) continue;
		masked += text.slice(copied, starts[first]) + maskCard(values.slice(first, last).join(''));
		copied = ends[last - 1] ?? 0;
		free = last;
	}
	return masked + text.slice(copied);
}

/**
 * Whether a number begins with the first digits of payment cards. The other digits begin the times, dates and telephone
 * numbers that many references contain.
 */
function startsCard(values: readonly number[], first: number): boolean {
	const [one = 0, two = 0] = [values[first], values[first + 1]];
	return one === 2 ? two >= 2 && two <= 7 : one >= 3 && one !== 7;
}

/**
 * Returns a function that computes the Luhn check of any range of digits in constant time, after one pass over all
 * digits.
 */
function luhnOfRanges(values: readonly number[]): (from: number, to: number) => boolean {
	const plain = (value: number) => value;
	const doubled = (value: number) => (value > 4 ? value * 2 - 9 : value * 2);
	/**
	 * The sums up to each digit, with every second digit doubled. A range needs the sums in which the digit before its
	 * last one is doubled.
	 */
	const sums = [[0], [0]].map((sum, parity) => {
		let total = 0;
		for (const [index, value] of values.entries()) {
			total += (index % 2 === parity ? plain : doubled)(value);
			sum.push(total);
		}
		return sum;
	});
	return (from, to) => {
		const sum = sums[(to - 1) % 2] ?? [];
		return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0;
	};
}

/** Masks a card number except its first six and last four digits. */
export function maskCard(digits: string): string {
	return `${digits.slice(0, 6)}${'*'.repeat(Math.max(0, digits.length - 10))}${digits.slice(-4)}`;
}

/** Matches a card number that `maskCards` has masked. */
export const maskedCardPattern = /\d{6}\*{3,9}\d{4}/;

/** Whether a text has what `maskCard` leaves of a card number. */
export const hasMaskedCard = (text: string): boolean => maskedCardPattern.test(text);
