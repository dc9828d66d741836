/** Limits the rate of the three calls (D-18): a token bucket for each workspace, on its business clock. */
import { mostWorkspaces } from '../contract/settings.ts';
import type { ApiError } from '../errors/api-error.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { RequestContext } from '../wire/request-context.ts';
import { readClock, wallMsUntil } from '../workspaces/clock.ts';

interface Rate {
	/** The allowed calls per second, with at most three decimals. */
	readonly rps: number;
	/** The size of the bucket: how many calls may come at once. */
	readonly burst: number;
}

interface LimitedWorkspace {
	readonly rate: Rate;
	readonly takeToken: TokenBucket;
}

export function rateGuard({ wallNow }: { wallNow(): number }) {
	// The buckets by the secret of their workspace, which a reset changes. After a reset or a change of the rate, the
	// bucket is full.
	const limited = createLruCache<LimitedWorkspace>(mostWorkspaces);

	return function limitRate({ settings, secret, clock }: RequestContext): ApiError | null {
		const { rate } = settings.limits;
		if (rate === null) return null;
		const wallMs = wallNow();
		const nowMs = readClock(clock, wallMs);
		const known = limited.get(secret);
		const isSame = known?.rate.rps === rate.rps && known.rate.burst === rate.burst;
		const entry = isSame ? known : { rate, takeToken: createTokenBucket(rate, nowMs) };
		if (!isSame) limited.put(secret, entry);
		const waitMs = entry.takeToken(nowMs);
		if (waitMs === 0) return null;
		// A manual clock never reaches that time by itself: name the wait on the workspace's clock.
		const wallWaitMs = wallMsUntil(clock, nowMs + waitMs, wallMs);
		return {
			code: 'rate_limited',
			...rate,
			retryAfterS: Math.max(1, Math.ceil((wallWaitMs ?? waitMs) / 1000)),
			isClockManual: clock.mode === 'manual',
		};
	};
}

/**
 * The credit that a call takes. Credit grows with time; this amount is so large that the credit of a millisecond is a
 * whole number at every allowed rate, so nothing is rounded.
 */
const callCost = 1_000_000;

/** Takes the credit for one call and returns 0, or returns the milliseconds until the next call is allowed. */
type TokenBucket = (nowMs: number) => number;

/** Creates a full bucket. A clock that was moved back adds no credit. */
export function createTokenBucket({ rps, burst }: Rate, startMs: number): TokenBucket {
	const perMs = Math.round(rps * 1000);
	const full = burst * callCost;
	let credit = full;
	let creditedMs = startMs;
	return (nowMs) => {
		if (nowMs > creditedMs) {
			credit = Math.min(full, credit + (nowMs - creditedMs) * perMs);
			creditedMs = nowMs;
		}
		if (credit < callCost) return Math.ceil((callCost - credit) / perMs);
		credit -= callCost;
		return 0;
	};
}
