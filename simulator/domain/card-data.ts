/** Masks card data that a caller sent by mistake: before the journal stores a body, and in texts that are shown. */
import type { JsonObject } from '../contract/json.ts';
import { isObject } from '../contract/json.ts';
import { redactedText } from '../contract/redacted.ts';
import { hasMaskedCard, hideCardNumbers, maskCards } from './card.ts';

/**
 * Matches field names of a card's security code. `cid` and other short names count only as whole words, or after
 * `card`. The repetitions are limited, so that the search takes linear time.
 */
const secretName =
	/cvv|cvc|csc|cv2|cav2|cryptogram|(?:card[\W_]?|(?<![a-z]))(?:cvn|cvd|cid)(?![a-z])|card[\W_]?(?:verification|security)|(?:card|sec|secur[\w -]{0,20})[\W_]?code|(?<!social[\W_]?)security[\W_]?(?:num|value|digit)|verif[\w -]{0,20}(?:code|value|number)|(?:c[oó]digo|n[uú]mero)[\w -]{0,20}segur|pr[uü]f(?:ziffer|nummer)/i;

/** The name of a field that holds a card: `card`, `creditCard`, `card_details`. */
const card = String.raw`(?:card|tarjeta|cart[aã]o)[\W_]?(?:data|details?|info|information)?`;
const cardName = new RegExp(`${card}$`, 'i');

/** A name that a security code shares with error codes, country codes and the codes of a challenge. */
const code = 'c(?:ode|[oó]digo)';
const codeName = new RegExp(`^${code}$`, 'i');

/** Names of fields in JSON that may belong together: the object of a card, and its `code`. */
const cardField = new RegExp(`${card}"`, 'i');
const codeField = new RegExp(`"${code}"`, 'i');

/** Matches a `code` of three or four digits in a form, in a query, or in JSON that was cut off. */
const codeInText = new RegExp(
	String.raw`((?:^|[?&;#"])${code}"?\s{0,9}[=:]\s{0,9}"?)\d{3,4}(?!\d)`,
	'gi',
);

export const isSecretName = (name: string): boolean => secretName.test(name);

/** Masks the card numbers in a text that is shown, and the values of the parameters in its URLs that are named like a security code. */
export const maskShownText = (text: string): string =>
	maskCards(maskSecretParameters(text, parameterInText));

/** What separates parameters, and a name from its value. In a URL within a parameter both are percent-encoded. */
const between = '[&?;#]|%(?:26|3f|3b|23)';
const equals = '=|%3d';

/** Matches each `name=value` in a URL or in a form body. */
const parameter = parameterWith('');

/** Matches each `name=value` of a URL in a text, which goes on after a blank or a quote. */
const parameterInText = parameterWith(String.raw`\s"'`);

/** `ends`: further characters that end a value, unless the value begins with them. */
function parameterWith(ends: string): RegExp {
	const name = `(?:(?!${between}|${equals})[^]){1,60}`;
	const start = ends === '' ? '' : `[${ends}]*`;
	const value = `(?:(?!${between})[^${ends}])+`;
	const rest = ends === '' ? '' : String.raw`(?:\s\d+)*`;
	return new RegExp(`((?:^|${between})(${name})(?:${equals}))${start}${value}${rest}`, 'gi');
}

/** Masks the values of parameters that are named like a security code. */
function maskSecretParameters(text: string, pattern: RegExp): string {
	if (!secretName.test(text)) return text;
	return text.replace(pattern, (all: string, start: string, name: string) =>
		secretName.test(name) ? start + redactedText : all,
	);
}

/**
 * Whether a body could contain a card number or a security code, or an escape that may hide one. This cheap test spares
 * most bodies `maskCardData`.
 */
export function mayContainCardData(text: string): boolean {
	if (secretName.test(text) || (codeField.test(text) && cardField.test(text))) return true;
	// Remove uuids before a second test: of responses with ten ids, one in five has thirteen digits without a letter
	// between them.
	return mayHoldNumber(text) && mayHoldNumber(text.replace(uuid, 'x'));
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** The shortest card number, in digits. */
const shortest = 13;

/**
 * Whether a text may contain a card number: a run of at least thirteen characters without a letter. Quotes do not end a
 * run, because a list may contain groups of digits. Such a run covers a position that is a multiple of thirteen, so
 * most characters are never read. Escapes may contain letters and are searched separately.
 */
function mayHoldNumber(text: string): boolean {
	if (text.includes('%') || text.includes('\\')) return hasDigits(text);
	for (let index = shortest - 1; index < text.length; index += shortest) {
		let [start, end] = [index, index];
		while (start >= 0 && !isLetter(text.charCodeAt(start))) start -= 1;
		while (end < text.length && !isLetter(text.charCodeAt(end))) end += 1;
		if (end - start > shortest && hasDigits(text.slice(start + 1, end))) return true;
		// Continue after this run: otherwise a long run would be read again from each of its positions.
		index = Math.max(index, end - 1);
	}
	return false;
}

/**
 * Whether a text has 13 digits without a letter between them. Characters outside ASCII and URL escapes count as digits.
 * A JSON escape by code point (`\\u0034`) could be any digit.
 */
function hasDigits(text: string): boolean {
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
		} else if (isLetter(unit)) digits = 0;
	}
	return digits >= shortest;
}

function isLetter(unit: number): boolean {
	const small = unit | 0x20;
	return small >= 0x61 && small <= 0x7a;
}

const percent = 0x25;
const backslash = 0x5c;

/** Masks everything that could be a card number, and the value of every field that is named like a security code. */
export function maskCardData(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text, createReviver()));
	} catch {
		// A body that is not JSON has no fields: mask it completely if it names a security code.
		// Such a body may be JSON that was cut off, with escapes.
		const plain = text.replace(/\\u([\da-f]{4})/gi, (_, unit: string) =>
			String.fromCharCode(Number.parseInt(unit, 16)),
		);
		if (secretName.test(plain)) return redactedText;
		const shown = maskText(plain, hideCardNumbers);
		return shown === plain ? text : shown;
	}
}

/** Masks a `code` in a text that has a card number too. `shown` is the text with masked numbers. */
function withoutCodeOfCard(text: string, shown: string): string {
	return maskCards(text) === text ? shown : shown.replace(codeInText, `$1${redactedText}`);
}

/** Masks the numbers of a text with `hide`, and the security codes in its parameters. */
export function maskText(text: string, hide: (text: string) => string): string {
	return withoutCodeOfCard(text, hide(maskSecretParameters(text, parameter)));
}

/** Matches a masked value of a parameter. */
const maskedParameter = new RegExp(String.raw`(?:[=:]|%3d)\s{0,9}"?${redactedText}`, 'i');

/** Whether a text of the journal is masked, completely or partly. */
export const isMasked = (shown: string): boolean =>
	shown === redactedText ||
	shown.includes('{number}') ||
	hasMaskedCard(shown) ||
	maskedParameter.test(shown);

/** Whether the journal may show a value as the masked text `shown`. */
export const mayBeShownAs = (value: unknown, shown: string): boolean =>
	shown === redactedText ||
	[hideCardNumbers, maskCards].some((hide) => maskText(String(value), hide) === shown);

/** Masks a name of a field: a caller may have sent a card number as a name. */
export const maskName = hideCardNumbers;

function withMaskedNames(object: JsonObject): JsonObject {
	const names = Object.entries(object).filter(([field]) => /^(?:name|key|field|id)$/i.test(field));
	const isSecret = names.some(([, name]) => typeof name === 'string' && secretName.test(name));
	const entries = Object.entries(object).map(([name, value]) => {
		const isHidden = isSecret && /^values?$/i.test(name) && value !== null;
		return [maskName(name), isHidden ? redactedText : value];
	});
	return Object.fromEntries(entries);
}

/** Masks a list of a few groups of digits, which may be a card number. */
function withoutGroups(list: readonly unknown[]): unknown {
	const isPlain = list.every((item) => typeof item === 'string' || typeof item === 'number');
	const text = isPlain && list.length <= maxGroups ? list.join(' ') : '';
	return maskCards(text) === text ? list : list.map(() => redactedText);
}

const maxGroups = 5;

/**
 * Documented fields with numbers of the merchant or of the customer, which tell two orders apart. In these, only a number
 * that is a card number by its first digits, length and check digit is masked, as the payment itself keeps them.
 */
const fieldsWithNumbers: readonly string[] = [
	'paymentReference',
	'redirectUrl',
	'userId',
	'phone',
	'email',
];

/** Masks a field `code` of three or four digits, which is a security code in the object of a card. */
function withoutCode(object: JsonObject): JsonObject {
	const entries = Object.entries(object).map(([name, value]) => {
		const isCode = codeName.test(name) && /^\d{3,4}$/.test(String(value));
		return [name, isCode ? redactedText : value];
	});
	return Object.fromEntries(entries);
}

/** Returns the reviver for one text. `JSON.parse` calls it for the fields of an object first, then for the object. */
function createReviver() {
	/** The objects with a card number among their fields. A long number that is no card number does not count. */
	const cards = new Set<unknown>();
	return function mask(this: unknown, name: string, value: unknown): unknown {
		if (secretName.test(name) && value !== null) return redactedText;
		if (Array.isArray(value)) {
			const list = withoutGroups(value);
			if (list !== value) cards.add(this);
			return list;
		}
		if (isObject(value)) {
			const isCard = cards.has(value) || cardName.test(name);
			return withMaskedNames(isCard ? withoutCode(value) : value);
		}
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		const text = String(value);
		const hide = fieldsWithNumbers.includes(name) ? maskCards : hideCardNumbers;
		const shown = maskText(text, hide);
		if (shown === text) return value;
		if (maskCards(text) !== text) cards.add(this);
		return shown;
	};
}
