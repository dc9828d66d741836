/** The rate limit of the three calls (D-18): one allowance for each world, made or not, on its business clock. */
import type { Engine } from '../actions/perform.ts';
import type { ApiError } from '../errors/api-error.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { createAllowances } from '../wire/allowances.ts';
import type { RequestContext } from '../wire/request-context.ts';
import type { Rate } from '../wire/token-bucket.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import { nowIn } from '../workspaces/world.ts';

/** So many are remembered at least, ten times what there may be of workspaces unless told otherwise. */
const mostWorlds = 10_000;

export function rateGuard({ store, wallNow }: Engine) {
	const allowances = createAllowances();
	/** By their secrets. */
	const made = createLruCache<true>(mostWorlds);

	return function limitRate({ settings, workspace }: RequestContext) {
		const { rate } = settings.limits;
		return rate === null ? null : take(workspace, rate);
	};

	async function take(workspace: string, rate: Rate): Promise<ApiError | null> {
		const world = await store.world(workspace);
		const { secret } = world;
		const isMade = made.has(secret) || (await store.workspace(workspace)) !== null;
		if (isMade) made.put(secret, true);
		const wallMs = wallNow();
		const nowMs = nowIn(world, wallMs);
		const waitMs = allowances.take({ secret, isMade, rate, nowMs });
		if (waitMs === 0) return null;
		// A clock that only moves by hand is waited for by whoever moves it.
		const wallWaitMs = wallMsUntil(world.clock, nowMs + waitMs, wallMs) ?? waitMs;
		const retryAfterS = Math.max(1, Math.ceil(wallWaitMs / 1000));
		return { code: 'rate_limited', ...rate, retryAfterS };
	}
}
