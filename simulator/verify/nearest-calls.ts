/** Finds the calls that are most similar to a question without matching it, and lists their differences. */
import { cutText } from '../contract/cut-text.ts';
import { redactedText } from '../contract/redacted.ts';
import type { Difference, VerifyAnswer } from '../contract/verify.ts';
import { maskCards } from '../domain/card.ts';
import { isSecretName, maskCardData, maskShownText } from '../domain/card-data.ts';

interface NearestCalls {
	add(entry: number, differences: readonly Difference[]): void;
	list(): VerifyAnswer['nearest'];
}

const maxCalls = 3;
/** The weight of a difference in the endpoint: it outweighs all other differences. */
const endpointWeight = 100;

export function createNearestCalls(): NearestCalls {
	/** The most similar calls, nearest first; if two are equally near, the later one is first. */
	const calls: { entry: number; distance: number; differences: readonly Difference[] }[] = [];
	return {
		add(entry, differences) {
			const isOther = differences.some(({ path }) => path === 'endpoint');
			const distance = differences.length + (isOther ? endpointWeight : 0);
			if (calls.length === maxCalls && distance > (calls.at(-1)?.distance ?? 0)) return;
			calls.push({ entry, distance, differences: differences.map(withoutLongValues) });
			calls.sort((one, other) => one.distance - other.distance || other.entry - one.entry);
			if (calls.length > maxCalls) calls.pop();
		},
		list: () =>
			calls.map(({ entry, differences }) => ({ entry, differences: differences.map(shown) })),
	};
}

/** Shortens a difference, and masks card data. */
function shown({ path, expected, actual }: Difference): Difference {
	return {
		path: maskCards(path.slice(0, longestValue + longestNumber)),
		expected: short(path, expected),
		...(actual === undefined ? {} : { actual: short(path, actual) }),
	};
}

const longestValue = 300;
/**
 * The most characters of a card number with all its separators. A number that begins within the first `longestValue`
 * characters is therefore complete.
 */
const longestNumber = 1_400;

/**
 * Replaces a long value by the beginning of its JSON. It is cut before it is masked, because a body may have 100 kB.
 */
function short(path: string, value: unknown): unknown {
	if (isSecretName(path) && value !== null) return redactedText;
	const cut = beginningOf(value, { left: longestValue + longestNumber });
	const masked =
		typeof cut === 'string' ? maskShownText(cut) : JSON.parse(maskCardData(JSON.stringify(cut)));
	const text = JSON.stringify(masked);
	return text.length > longestValue ? cutText(text, longestValue) : masked;
}

/** A copy that keeps no long value in memory: a question may wait for a minute, and a part of a text keeps the whole. */
function withoutLongValues({ path, expected, actual }: Difference): Difference {
	const copyOf = (value: unknown) =>
		value === undefined
			? undefined
			: JSON.parse(JSON.stringify(beginningOf(value, { left: longestValue + longestNumber })));
	return { path, expected, actual: copyOf(actual) };
}

/** Returns about as many characters of a value as are left in `room`. */
function beginningOf(value: unknown, room: { left: number }): unknown {
	if (typeof value === 'string') {
		const text = value.slice(0, room.left);
		room.left -= text.length;
		return text;
	}
	if (typeof value !== 'object' || value === null) return value;
	const beginning = (part: unknown, name = '') => {
		room.left -= name.length + 1;
		return beginningOf(part, room);
	};
	// Of a list, read only the beginning: a body may have 30,000 parts. Of an object, all names are listed, but few values
	// are read.
	if (Array.isArray(value)) {
		const parts: unknown[] = [];
		for (const part of value) {
			if (room.left <= 0) break;
			parts.push(beginning(part));
		}
		return parts;
	}
	const fields: [string, unknown][] = [];
	for (const name in value) {
		if (room.left <= 0) break;
		fields.push([name, beginning(value[name as keyof typeof value], name)]);
	}
	return Object.fromEntries(fields);
}
