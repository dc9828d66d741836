/** The calls that come closest to a question without matching it, and their differences as a response shows them. */
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
		path: maskCards(path),
		expected: short(path, expected),
		...(actual === undefined ? {} : { actual: short(path, actual) }),
	};
}

const longestValue = 300;

/** A long value becomes the beginning of its JSON. */
function short(path: string, value: unknown): unknown {
	const masked =
		typeof value === 'string' && !isSecretName(path)
			? maskCards(value)
			: // The path itself may be masked: it is the only name.
				Object.values(JSON.parse(withoutCardData(JSON.stringify({ [path]: value }))))[0];
	const text = JSON.stringify(masked);
	return text.length > longestValue ? `${text.slice(0, longestValue)}…` : masked;
}
