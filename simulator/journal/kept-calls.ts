/** The calls of one world, by its secret: a workspace that begins anew, for whatever reason, has none yet. */
import type { Booking } from './booking.ts';
import type { Counters } from './counters.ts';
import type { Ring } from './ring.ts';
import { createRing } from './ring.ts';
import type { Texts } from './texts.ts';

export interface KeptCalls {
	readonly world: string;
	/** Of the latest call. */
	latestId: number;
	/** By the clock of the machine. */
	latestMs: number;
	bytes: number;
	readonly ring: Ring<Booking>;
	readonly texts: Texts;
	/** Calls by endpoint and status. */
	readonly counters: Counters;
}

export function noCalls(world: string, texts: Texts): KeptCalls {
	return {
		world,
		latestId: 0,
		latestMs: 0,
		bytes: 0,
		ring: createRing(),
		texts,
		counters: new Map(),
	};
}
