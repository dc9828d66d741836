/** Changes that are not kept yet, over what is kept: steps of one batch see those of the steps before them. */
import type { Draft, Entry, Key, Range, Step } from './step.ts';

interface Noted extends Entry {
	readonly isIn: boolean;
}

export interface Changes {
	/** By the name of the key; `undefined`: removed. */
	readonly values: ReadonlyMap<string, unknown>;
	/** By index, then by number and member. */
	readonly indexes: ReadonlyMap<string, ReadonlyMap<string, Noted>>;
}

export interface Notes extends Draft, Changes {
	/** Takes over what a later draft noted. */
	take(later: Changes): void;
	isEmpty(): boolean;
}

export function createDraft(below: Changes | null = null): Notes {
	const values = new Map<string, unknown>();
	const indexes = new Map<string, Map<string, Noted>>();

	const note = (index: string, noted: Noted) => {
		const known = indexes.get(index);
		if (known) known.set(placeOf(noted), noted);
		else indexes.set(index, new Map([[placeOf(noted), noted]]));
	};
	const isNoted = (name: string) => values.has(name) || below?.values.has(name) === true;
	const noted = (name: string) => (values.has(name) ? values.get(name) : below?.values.get(name));
	/** Later notes beat earlier ones. */
	const notesOn = (index: string): readonly Noted[] => {
		const own = indexes.get(index);
		const earlier = below?.indexes.get(index);
		if (!earlier) return own ? [...own.values()] : [];
		return [...new Map([...earlier, ...(own ?? [])]).values()];
	};

	function* getAll<T>(keys: readonly Key<T>[]): Step<(T | undefined)[]> {
		const missing = keys.filter(({ name }) => !isNoted(name));
		const kept = missing.length > 0 ? yield { kind: 'values', keys: missing } : [];
		const answers = (kept as (T | undefined)[]).values();
		return keys.map(({ name }) =>
			isNoted(name) ? (noted(name) as T | undefined) : answers.next().value,
		);
	}
	function* entries(range: Range): Step<Entry[]> {
		const notes = notesOn(range.index).filter(({ at }) => isWithin(at, range));
		if (notes.length === 0) return (yield { kind: 'entries', range }) as Entry[];
		const limit = range.limit + notes.length;
		const kept = (yield { kind: 'entries', range: { ...range, limit } }) as Entry[];
		const merged = new Map(kept.map((entry) => [placeOf(entry), entry]));
		for (const entry of notes) {
			if (entry.isIn) merged.set(placeOf(entry), entry);
			else merged.delete(placeOf(entry));
		}
		const sign = range.isReverse ? -1 : 1;
		return [...merged.values()]
			.sort((one, other) => sign * compare(one, other))
			.slice(0, range.limit);
	}

	return {
		values,
		indexes,
		getAll,
		entries,
		*get<T>(key: Key<T>) {
			const [value] = yield* getAll([key]);
			return value;
		},
		put: (key, value) => void values.set(key.name, value),
		remove: (key) => void values.set(key.name, undefined),
		*count(span) {
			if (notesOn(span.index).length === 0) return (yield { kind: 'count', span }) as number;
			return (yield* entries({ ...span, limit: Number.MAX_SAFE_INTEGER })).length;
		},
		enter: (index, { at, member }) => note(index, { at, member, isIn: true }),
		leave: (index, { at, member }) => note(index, { at, member, isIn: false }),
		take(later) {
			for (const [name, value] of later.values) values.set(name, value);
			for (const [index, notes] of later.indexes)
				for (const one of notes.values()) note(index, one);
		},
		isEmpty: () => values.size === 0 && indexes.size === 0,
	};
}

function placeOf({ at, member }: Entry): string {
	return `${at} ${member}`;
}

function isWithin(at: number, { min = -Infinity, max = Infinity }: Range): boolean {
	return at >= min && at <= max;
}

function compare(one: Entry, other: Entry): number {
	if (one.at !== other.at) return one.at - other.at;
	return one.member < other.member ? -1 : Number(one.member > other.member);
}
