/** The calls that come closest to a question without matching it, and their differences as a response shows them. */
import { redacted } from '../contract/setting.ts';
import type { Difference, VerifyAnswer } from '../contract/verify.ts';
import { maskCards } from '../domain/card.ts';
import { isSecretName, withoutCardData } from '../journal/card-data.ts';

interface NearestCalls {
	add(entry: number, differences: readonly Difference[]): void;
	list(): VerifyAnswer['nearest'];
}

const maxCalls = 3;
/** A call of another endpoint is further away than any other difference. */
const endpointWeight = 100;

export function createNearestCalls(): NearestCalls {
	/** The nearest first; of two that are equally near, the later one. */
	const calls: { entry: number; distance: number; differences: readonly Difference[] }[] = [];
	return {
		add(entry, differences) {
			const isOther = differences.some(({ path }) => path === 'endpoint');
			const distance = differences.length + (isOther ? endpointWeight : 0);
			calls.push({ entry, distance, differences });
			calls.sort((one, other) => one.distance - other.distance || other.entry - one.entry);
			if (calls.length > maxCalls) calls.pop();
		},
		list: () =>
			calls.map(({ entry, differences }) => ({ entry, differences: differences.map(shown) })),
	};
}

/** Short, and without card data. */
function shown({ path, expected, actual }: Difference): Difference {
	return {
		path: maskCards(path.slice(0, longestValue + longestNumber)),
		expected: short(path, expected),
		...(actual === undefined ? {} : { actual: short(path, actual) }),
	};
}

const longestValue = 300;
/** A card number with all its separators is shorter: one that begins in the first `longestValue` characters is whole. */
const longestNumber = 1_400;

/** A long value becomes the beginning of its JSON. It is cut before it is masked: a body has up to 100 kB. */
function short(path: string, value: unknown): unknown {
	if (isSecretName(path) && value !== null) return redacted;
	const cut = beginningOf(value, { left: longestValue + longestNumber });
	const masked =
		typeof cut === 'string' ? maskCards(cut) : JSON.parse(withoutCardData(JSON.stringify(cut)));
	const text = JSON.stringify(masked);
	return text.length > longestValue ? `${text.slice(0, longestValue)}…` : masked;
}

/** About as many characters of a value as are left. */
function beginningOf(value: unknown, room: { left: number }): unknown {
	if (typeof value === 'string') {
		const text = value.slice(0, room.left);
		room.left -= text.length;
		return text;
	}
	if (typeof value !== 'object' || value === null) return value;
	const parts: [string, unknown][] = [];
	for (const [name, part] of Object.entries(value)) {
		if (room.left <= 0) break;
		room.left -= name.length + 1;
		parts.push([name, beginningOf(part, room)]);
	}
	return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
