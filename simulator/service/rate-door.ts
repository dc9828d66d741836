/** The rate limit of the three calls (D-18): one bucket for each world, on its business clock. */
import type { Engine } from '../actions/perform.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Arrived } from '../wire/locals.ts';
import type { Rate, TokenBucket } from '../wire/token-bucket.ts';
import { createTokenBucket } from '../wire/token-bucket.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';

/** Beyond so many limited worlds, the bucket that was asked longest ago is forgotten, and would be full again. */
const mostBuckets = 1000;

export function rateDoor({ store, wallNow }: Engine) {
	const bucketOf = createBuckets();
	return function limitRate({ settings, workspace }: Arrived) {
		const { rate } = settings.limits;
		return rate === null ? null : take(workspace, rate);
	};

	async function take(workspace: string, rate: Rate): Promise<Refusal | null> {
		const world = await store.world(workspace);
		const wallMs = wallNow();
		const now = nowIn(world, wallMs);
		const waitMs = bucketOf(world, rate, now)(now);
		if (waitMs === 0) return null;
		// A clock that only moves by hand is waited for by whoever moves it.
		const wallWaitMs = wallMsUntil(world.clock, now + waitMs, wallMs) ?? waitMs;
		const retryAfterS = Math.max(1, Math.ceil(wallWaitMs / 1000));
		return { code: 'rate_limited', ...rate, retryAfterS };
	}
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
