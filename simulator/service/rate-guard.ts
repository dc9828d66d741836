/** The rate limit of the three calls (D-18): a token bucket for each workspace, on its business clock. */
import type { Engine } from '../actions/perform.ts';
import type { ApiError } from '../errors/api-error.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { RequestContext } from '../wire/request-context.ts';
import type { Rate, TokenBucket } from '../wire/token-bucket.ts';
import { createTokenBucket } from '../wire/token-bucket.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import { nowIn } from '../workspaces/record.ts';

/** The size of each cache: ten times the default of `limits.maxWorkspaces`. */
const maxBuckets = 10_000;

interface Entry {
	readonly rate: Rate;
	readonly bucket: TokenBucket;
}

export function rateGuard({ store, wallNow }: Engine) {
	// By the secret of the workspace, which a reset changes. Calls to names of uncreated workspaces must not evict the
	// buckets of created ones.
	const created = createLruCache<Entry>(maxBuckets);
	const uncreated = createLruCache<Entry>(maxBuckets);

	return async function limitRate(context: RequestContext): Promise<ApiError | null> {
		const { rate } = context.settings.limits;
		if (rate === null) return null;
		const world = await store.world(context.workspace);
		const { secret } = world;
		const isCreated = created.has(secret) || (await store.workspace(context.workspace)) !== null;
		const wallMs = wallNow();
		const nowMs = nowIn(world, wallMs);
		// A workspace keeps its secret when it is created, and with it the calls it has made.
		const known = created.take(secret) ?? uncreated.take(secret);
		const isSame = known?.rate.rps === rate.rps && known.rate.burst === rate.burst;
		const entry = isSame ? known : { rate, bucket: createTokenBucket(rate, nowMs) };
		(isCreated ? created : uncreated).put(secret, entry);
		const waitMs = entry.bucket(nowMs);
		if (waitMs === 0) return null;
		// A manual clock has no wall time until then: state the business time.
		const wallWaitMs = wallMsUntil(world.clock, nowMs + waitMs, wallMs) ?? waitMs;
		const retryAfterS = Math.max(1, Math.ceil(wallWaitMs / 1000));
		return { code: 'rate_limited', ...rate, retryAfterS };
	};
}
