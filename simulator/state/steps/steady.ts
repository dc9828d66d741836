/** Values that seldom change: taken apart when what is kept is not what it was before, and else the same object. */
import { createLruCache } from '../../runtime/lru-cache.ts';

export interface SteadyValues<Kept> {
	read(name: string, kept: Kept): unknown;
	last(name: string): unknown;
	/** As it was kept when it was last read. */
	held(name: string): Kept | undefined;
}

interface Reading<Kept> {
	isSame(one: Kept, other: Kept): boolean;
	/** What may be held beyond this turn. */
	hold(kept: Kept): Kept;
	parse(kept: Kept): unknown;
}

/** About as many as there are workspaces. */
const most = 1_000;

export function createSteadyValues<Kept>({
	isSame,
	hold,
	parse,
}: Reading<Kept>): SteadyValues<Kept> {
	const known = createLruCache<{ kept: Kept; value: unknown }>(most);
	return {
		read(name, kept) {
			const before = known.get(name);
			if (before && isSame(before.kept, kept)) return before.value;
			const value = parse(kept);
			known.put(name, { kept: hold(kept), value });
			return value;
		},
		last: (name) => known.get(name)?.value,
		held: (name) => known.get(name)?.kept,
	};
}
