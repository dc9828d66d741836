/** What a fault kind does to a call. Each kind has a file of its own; none knows a route. */
import type { Fault, FaultPhase } from '../contract/faults.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { KeyedDraw, Reply } from '../wire/call.ts';
import type { RequestContext } from '../wire/request-context.ts';

export interface FaultedCall {
	readonly phase: FaultPhase;
	/** The response of the call; null before the commit. */
	readonly reply: Reply | null;
	readonly context: RequestContext;
	/** Aborts when the client disconnects. */
	readonly clientGone: AbortSignalLike;
	/** Draws for this call and this rule. */
	readonly draw: KeyedDraw;
	/** Waits in wall time, or until the client disconnects. Returns how long it waited, in milliseconds. */
	sleep(ms: number): Promise<number>;
}

export interface FaultKind<F extends Fault> {
	/** Parameters for the header X-Sandbox-Cause: `status 503`. */
	describe(fault: F): string;
	/** Returns the response in its place. Null before the commit: the call goes on. */
	apply(fault: F, call: FaultedCall): Awaitable<Reply | null>;
}
