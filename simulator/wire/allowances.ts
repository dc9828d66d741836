/** How many calls each world may still make: a bucket for each, whichever process answers the call. */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Rate, TokenBucket } from './token-bucket.ts';
import { createTokenBucket } from './token-bucket.ts';

interface Take {
	/** Of the world: one that begins anew has another. */
	secret: string;
	isMade: boolean;
	rate: Rate;
	/** On its business clock. */
	nowMs: number;
}

interface Entry {
	readonly rate: Rate;
	readonly bucket: TokenBucket;
}

/** So many are held of each kind at least, ten times what there may be of workspaces unless told otherwise. */
const mostBuckets = 10_000;

export function createAllowances() {
	// Apart, so that calls to names nobody made push no bucket of a workspace out.
	const made = createLruCache<Entry>(mostBuckets);
	const unmade = createLruCache<Entry>(mostBuckets);
	return {
		/**
		 * 0 when the call may pass, else the milliseconds of business time until one may. A world that begins anew has a
		 * full bucket; so has one whose rate was changed.
		 */
		take({ secret, isMade, rate, nowMs }: Take): number {
			// One that is made keeps its secret, and what was taken before.
			const known = made.take(secret) ?? unmade.take(secret);
			const isSame = known?.rate.rps === rate.rps && known.rate.burst === rate.burst;
			const entry = isSame ? known : { rate, bucket: createTokenBucket(rate, nowMs) };
			(isMade ? made : unmade).put(secret, entry);
			return entry.bucket(nowMs);
		},
	};
}
