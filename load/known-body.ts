/**
 * Recognises a body that differs from an earlier good one only in its UUIDs. k6 parses and checks a body slowly, and most
 * bodies repeat one.
 */

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const uuidLength = 36;

/** `repeated`: only the ids differ from the body that was kept. `similar`: other UUIDs differ too. */
export type Likeness = 'repeated' | 'similar';

export interface KnownBodies<T> {
	/** The UUIDs of a text where the kept body of its length has its ids; undefined for an unknown length. */
	idsIn(text: string): readonly string[] | undefined;
	/** Compares a text with the kept body of its length. `ids` are those that the text must have. */
	compare(text: string, ids: readonly string[]): Likeness | undefined;
	/** The kept body of the length of this text, and its ids. */
	keptFor(text: string): Kept<T> | undefined;
	/** Keeps a body that was checked. */
	keep(text: string, body: T, ids: readonly string[]): void;
}

export interface Kept<T> {
	readonly body: T;
	readonly ids: readonly string[];
}

/** A text around the places of some UUIDs. */
interface Layout {
	/** Where the UUIDs begin. */
	readonly places: readonly number[];
	/** The index in `ids` for each place; -1 for another UUID. */
	readonly indices: readonly number[];
	/** The text before each place. */
	readonly before: readonly string[];
	readonly end: string;
}

interface KnownBody<T> extends Kept<T> {
	/** Around its ids. */
	readonly ofIds: Layout;
	/** Around all its UUIDs, once a similar text was seen. */
	ofUuids?: Layout;
	readonly text: string;
}

/** Markets have different bodies, and a mix of stories has few markets. */
const maxKept = 16;

export function createKnownBodies<T>(): KnownBodies<T> {
	const kept = new Map<number, KnownBody<T>>();
	return {
		idsIn(text) {
			const known = kept.get(text.length);
			if (known === undefined) return undefined;
			const { places, indices } = known.ofIds;
			const ids: string[] = [];
			for (let index = 0; index < places.length; index += 1) {
				const at = places[index] as number;
				ids[indices[index] as number] = text.slice(at, at + uuidLength);
			}
			return ids;
		},
		compare(text, ids) {
			const known = kept.get(text.length);
			if (known === undefined) return undefined;
			if (known.ofUuids === undefined) {
				// One comparison in k6 is faster than a loop in its engine.
				if (textWith(known.ofIds, ids) === text) return 'repeated';
				known.ofUuids = layoutOf(known.text, known.ids, () => true);
			}
			return isSimilar(text, ids, known.ofUuids) ? 'similar' : undefined;
		},
		keptFor: (text) => kept.get(text.length),
		keep(text, body, ids) {
			const ofIds = layoutOf(text, ids, (found) => ids.includes(found));
			// An id in two places may be part of something else, such as a name, and two equal ids are in any order.
			if (ofIds.places.length !== ids.length || new Set(ids).size !== ids.length) return;
			if (kept.size >= maxKept) kept.clear();
			kept.set(text.length, { body, ids, text, ofIds });
		},
	};
}

function textWith({ indices, before, end }: Layout, ids: readonly string[]): string {
	let text = '';
	for (let place = 0; place < indices.length; place += 1) {
		text += `${before[place]}${ids[indices[place] as number]}`;
	}
	return text + end;
}

function isSimilar(text: string, ids: readonly string[], layout: Layout): boolean {
	const { places, indices, before, end } = layout;
	let from = 0;
	for (let index = 0; index < places.length; index += 1) {
		const at = places[index] as number;
		// k6 compares texts ten times as fast as it runs startsWith and endsWith.
		if (text.slice(from, at) !== before[index]) return false;
		from = at + uuidLength;
		const id = ids[indices[index] as number];
		const isFine = id === undefined ? uuid.test(text.slice(at, from)) : text.slice(at, from) === id;
		if (!isFine) return false;
	}
	return text.slice(from) === end;
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
