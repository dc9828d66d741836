/**
 * How workspaces that nobody made would begin: the same for whoever looks again, and for who makes it then. Bounded, by
 * number and by time, for anybody can think of names.
 */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { World } from '../workspaces/world.ts';

/** What was seen of names. */
export interface Seen<T> {
	/** Begins it when it was not seen lately. */
	look(name: string, begin: () => T): T;
	/** Without counting as a look: its time goes on. */
	find(name: string): T | undefined;
	forget(name: string): void;
}

const mostNames = 1_000;
const rememberedMs = 60 * 60_000;

export function createSeen<T>(wallNow: () => number): Seen<T> {
	const known = createLruCache<{ readonly value: T; readonly seenMs: number }>(mostNames);
	return {
		look(name, begin) {
			const seenMs = wallNow();
			const before = known.get(name);
			const isRemembered = before !== undefined && seenMs - before.seenMs <= rememberedMs;
			const value = isRemembered ? before.value : begin();
			known.put(name, { value, seenMs });
			return value;
		},
		find: (name) => known.get(name)?.value,
		forget: (name) => void known.take(name),
	};
}

/** How a workspace that is not there would begin, and the calls of no payment that it had. */
export interface Beginning {
	readonly world: World;
	strayCalls: number;
}

/** The beginnings that the whole server has shown. */
export interface Unmade {
	/** At once, for a step: within `during` only. */
	look(name: string): Beginning;
	/** Runs what may look at this workspace, again if it must. */
	during<R>(name: string, run: () => Promise<R>): Promise<R>;
	/** It is made, or begins anew; said after that was done, it never fails. What is no news was seen here, or had been forgotten before. */
	forget(name: string, isNews: boolean): Promise<void>;
}

export interface UnmadeOptions {
	begin(name: string): Beginning;
	wallNow(): number;
}

/** Of a process that is the whole server. */
export function ownUnmade({ begin, wallNow }: UnmadeOptions): Unmade {
	const seen = createSeen<Beginning>(wallNow);
	return {
		look: (name) => seen.look(name, () => begin(name)),
		during: (_, run) => run(),
		forget: async (name) => seen.forget(name),
	};
}
