/** The rate limit of the three calls (D-18): one bucket for each world, made or not, on its business clock. */
import type { Engine } from '../actions/perform.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Arrived } from '../wire/locals.ts';
import type { Rate, TokenBucket } from '../wire/token-bucket.ts';
import { createTokenBucket } from '../wire/token-bucket.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';

/** So many are held of each kind, ten times what there may be of workspaces unless told otherwise. */
const mostBuckets = 10_000;

export function rateDoor({ store, wallNow }: Engine) {
	// Apart, so that calls to names nobody made push no bucket of a workspace out.
	const made = createLatest<Entry>(mostBuckets);
	const unmade = createLatest<Entry>(mostBuckets);

	return function limitRate({ settings, workspace }: Arrived) {
		const { rate } = settings.limits;
		return rate === null ? null : take(workspace, rate);
	};

	async function take(workspace: string, rate: Rate): Promise<Refusal | null> {
		const world = await store.world(workspace);
		const isMade = made.has(world.secret) || (await store.workspace(workspace)) !== null;
		const wallMs = wallNow();
		const now = nowIn(world, wallMs);
		const waitMs = bucketOf(world, isMade, rate, now)(now);
		if (waitMs === 0) return null;
		// A clock that only moves by hand is waited for by whoever moves it.
		const wallWaitMs = wallMsUntil(world.clock, now + waitMs, wallMs) ?? waitMs;
		const retryAfterS = Math.max(1, Math.ceil(wallWaitMs / 1000));
		return { code: 'rate_limited', ...rate, retryAfterS };
	}

	/** A world that begins anew has another secret, and a full bucket; so has one whose rate was changed. */
	function bucketOf({ secret }: World, isMade: boolean, rate: Rate, now: number): TokenBucket {
		// One that is made keeps its secret, and what was taken before.
		const known = made.take(secret) ?? unmade.take(secret);
		const isSame = known?.rate.rps === rate.rps && known.rate.burst === rate.burst;
		const entry = isSame ? known : { rate, bucket: createTokenBucket(rate, now) };
		(isMade ? made : unmade).put(secret, entry);
		return entry.bucket;
	}
}

interface Entry {
	readonly rate: Rate;
	readonly bucket: TokenBucket;
}

/** Beyond so many, what was put longest ago is forgotten. */
function createLatest<T>(most: number) {
	const entries = new Map<string, T>();
	return {
		has: (key: string) => entries.has(key),
		take(key: string): T | undefined {
			const entry = entries.get(key);
			entries.delete(key);
			return entry;
		},
		put(key: string, entry: T): void {
			entries.set(key, entry);
			const [oldest = ''] = entries.keys();
			if (entries.size > most) entries.delete(oldest);
		},
	};
}
