/**
 * How workspaces that nobody made would begin: the same for whoever looks again, and for who makes it then. Bounded, by
 * number and by time, for anybody can think of names.
 */

export interface Unmade<T> {
	look(name: string): T;
	forget(name: string): void;
}

interface UnmadeOptions<T> {
	begin(name: string): T;
	wallNow(): number;
}

const mostNames = 1_000;
const rememberedMs = 60 * 60_000;

export function createUnmade<T>({ begin, wallNow }: UnmadeOptions<T>): Unmade<T> {
	const known = new Map<string, { readonly value: T; readonly seenMs: number }>();
	return {
		look(name) {
			const seenMs = wallNow();
			const before = known.get(name);
			const isRemembered = before !== undefined && seenMs - before.seenMs <= rememberedMs;
			const value = isRemembered ? before.value : begin(name);
			known.delete(name);
			known.set(name, { value, seenMs });
			const [longestUnseen = ''] = known.keys();
			if (known.size > mostNames) known.delete(longestUnseen);
			return value;
		},
		forget: (name) => void known.delete(name),
	};
}
