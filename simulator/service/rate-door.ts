/** The rate limit of the three calls (D-18): one bucket for each world, on its business clock. */
import type { RequestHandler } from 'express';
import type { Engine } from '../actions/perform.ts';
import { arrivedOf } from '../wire/locals.ts';
import { refuse } from '../wire/refuse.ts';
import type { Rate, TokenBucket } from '../wire/token-bucket.ts';
import { createTokenBucket } from '../wire/token-bucket.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';

/** Beyond so many limited worlds, the bucket that was asked longest ago is forgotten, and would be full again. */
const mostBuckets = 1000;

export function rateDoor({ store, wallNow }: Engine): RequestHandler {
	const bucketOf = createBuckets();
	return async function limitRate(_request, response, next) {
		const { settings, workspace } = arrivedOf(response);
		const { rate } = settings.limits;
		if (rate === null) return next();
		const world = await store.world(workspace);
		const wallMs = wallNow();
		const now = nowIn(world, wallMs);
		const waitMs = bucketOf(world, rate, now)(now);
		if (waitMs === 0) return next();
		// A clock that only moves by hand is waited for by whoever moves it.
		const wallWaitMs = wallMsUntil(world.clock, now + waitMs, wallMs) ?? waitMs;
		const retryAfterS = Math.max(1, Math.ceil(wallWaitMs / 1000));
		refuse(response, { code: 'rate_limited', ...rate, retryAfterS });
	};
}

function createBuckets() {
	const buckets = new Map<string, { rate: Rate; bucket: TokenBucket }>();
	return ({ secret }: World, rate: Rate, now: number): TokenBucket => {
		// A world that begins anew has another secret, and a full bucket; so has one whose rate was changed.
		const known = buckets.get(secret);
		const same = known?.rate.rps === rate.rps && known.rate.burst === rate.burst;
		const entry = same ? known : { rate, bucket: createTokenBucket(rate, now) };
		buckets.delete(secret);
		buckets.set(secret, entry);
		const [oldest = ''] = buckets.keys();
		if (buckets.size > mostBuckets) buckets.delete(oldest);
		return entry.bucket;
	};
}
