/**
 * Recognises a body that differs from an earlier good one only in its UUIDs. k6 parses and checks a body slowly, and most
 * bodies repeat one.
 */

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const uuidLength = 36;

export interface KnownBodies<T> {
	/**
	 * Compares a text with the kept body of its length. Undefined if they differ in more than UUIDs. `expected` are the ids
	 * that the text must have; by default any UUIDs.
	 */
	match(text: string, expected?: readonly string[]): Match<T> | undefined;
	/** Keeps the value of a good body. `ids` are its UUIDs that differ between payments. */
	keep(text: string, value: T, ids: readonly string[]): void;
}

export interface Match<T> {
	readonly ids: readonly string[];
	/** The body that was kept; undefined if the texts differ in other UUIDs than the ids too. */
	readonly kept: Kept<T> | undefined;
}

export interface Kept<T> {
	readonly value: T;
	readonly ids: readonly string[];
}

/** A text cut at some of its UUIDs. */
interface Layout {
	/** The offsets of the UUIDs. */
	readonly places: readonly number[];
	/** The index in `ids` of each UUID; -1 for a UUID that is not among them. */
	readonly indices: readonly number[];
	/** The text before each UUID. */
	readonly before: readonly string[];
	readonly end: string;
}

interface KnownBody<T> extends Kept<T> {
	/** The text around the ids. */
	readonly aroundIds: Layout;
	/** The text around all UUIDs. It is made when a text differs in other UUIDs than the ids. */
	aroundUuids?: Layout;
	readonly text: string;
}

/** Markets have different bodies, and a mix of stories has few markets. */
const maxKept = 16;

export function createKnownBodies<T>(): KnownBodies<T> {
	const kept = new Map<number, KnownBody<T>>();
	return {
		match(text, expected) {
			const known = kept.get(text.length);
			if (known === undefined) return undefined;
			if (known.aroundUuids === undefined) {
				const ids = idsIn(text, known.aroundIds, expected);
				if (ids !== undefined) return { ids, kept: known };
				known.aroundUuids = layoutOf(known.text, known.ids, () => true);
			}
			const ids = idsIn(text, known.aroundUuids, expected);
			return ids && { ids, kept: undefined };
		},
		keep(text, value, ids) {
			const aroundIds = layoutOf(text, ids, (found) => ids.includes(found));
			// An id in two places may be part of something else, such as a name, and two equal ids are in any order.
			if (aroundIds.places.length !== ids.length || new Set(ids).size !== ids.length) return;
			if (kept.size >= maxKept) kept.clear();
			kept.set(text.length, { value, ids, text, aroundIds });
		},
	};
}

/** The ids in a text with this layout; undefined if the text has another layout, or not the expected ids. */
function idsIn(
	text: string,
	{ places, indices, before, end }: Layout,
	expected: readonly string[] | undefined,
): readonly string[] | undefined {
	const ids: string[] = [];
	let from = 0;
	for (let place = 0; place < places.length; place += 1) {
		const at = places[place] as number;
		// k6 compares texts ten times as fast as it runs startsWith and endsWith.
		if (text.slice(from, at) !== before[place]) return undefined;
		from = at + uuidLength;
		const found = text.slice(at, from);
		const index = indices[place] as number;
		const id = expected?.[index];
		if (id === undefined ? !uuid.test(found) : found !== id) return undefined;
		if (index >= 0) ids[index] = found;
	}
	return text.slice(from) === end ? ids : undefined;
}

function layoutOf(
	text: string,
	ids: readonly string[],
	isPlace: (found: string) => boolean,
): Layout {
	const [places, indices, before] = [[] as number[], [] as number[], [] as string[]];
	let from = 0;
	for (const found of text.match(anyUuid) ?? []) {
		if (!isPlace(found)) continue;
		const at = text.indexOf(found, from);
		places.push(at);
		indices.push(ids.indexOf(found));
		before.push(text.slice(from, at));
		from = at + uuidLength;
	}
	return { places, indices, before, end: text.slice(from) };
}
