/** What a kind of fault does to a call. Each kind has its own file; none knows the routes. */
import type { Fault, FaultPhase } from '../contract/faults.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { Reply } from '../wire/call.ts';
import type { RequestContext } from '../wire/request-context.ts';

export interface FaultedCall {
	readonly phase: FaultPhase;
	/** The response of the call; null before the commit. */
	readonly reply: Reply | null;
	readonly context: RequestContext;
	/** The signal that is aborted when the client disconnects. */
	readonly clientGone: AbortSignalLike;
	/** Returns the random numbers of this call and this rule. */
	readonly draw: KeyedDraw;
	/** Waits in wall time, or until the client disconnects. Returns how long it waited, in milliseconds. */
	sleep(ms: number): Promise<number>;
}

export interface FaultKind<F extends Fault> {
	/** The parameters of the fault for the header X-Sandbox-Cause, such as `status 503`. */
	describe(fault: F): string;
	/** Breaks the call. Returns the response to send instead; null before the commit if the call goes on. */
	apply(fault: F, call: FaultedCall): Awaitable<Reply | null>;
}
