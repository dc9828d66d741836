/** A call as routes receive it, and the reply that they return. Neither depends on Express. */
import type { ServerResponse } from 'node:http';
import type { ClockRecord } from '../contract/clock.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';

export interface Call {
	readonly endpoint: Endpoint;
	readonly requestId: string;
	readonly workspace: string;
	/** The secret of the workspace. A reset gives the workspace another one. */
	readonly secret: string;
	/** The settings of the workspace when the call started. */
	readonly settings: Settings;
	/** When the call started, in milliseconds on the monotonic clock. */
	readonly startedMs: number;
	readonly method: string;
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, unknown>>;
	/** The parsed JSON body, or the fields of a posted form; `undefined` if there is none. */
	readonly body: unknown;
	/** The signal that is aborted when the client disconnects, or has received the whole response. */
	readonly clientGone: AbortSignalLike;
	/** Whether the client sends calls on this connection without waiting for responses. Others go first. */
	readonly isPipelined: boolean;
	header(name: string): string | undefined;
	/** Returns the value with one character for each byte. Two values are the same only if their bytes are. */
	headerBytes(name: string): string | undefined;
}

/** Facts about a reply, for its headers and the journal. */
export interface ReplyNotes {
	/** The assumptions that the reply rests on. */
	assumptions: readonly GapId[];
	warnings?: readonly WarningCode[];
	/** What selected the payment's outcome, such as `holder name = FUNDS`. */
	cause?: string | null;
	/** The sandbox's error code, such as 'session_not_found', even if settings put another code into the response. */
	problem?: ProblemCode;
}

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** The pieces of an event stream, which are sent instead of the text. */
	readonly following?: AsyncIterable<string>;
	/** Disconnects the client of the event stream when it is aborted, because the client reads too slowly. */
	readonly dropped?: AbortSignalLike;
	readonly notes: ReplyNotes;
	/** Whether the response is repeated for an idempotency key (D-35). The response of a fault in its place is not. */
	readonly isReplayed?: boolean;
	/**
	 * Sends the response instead of the writer, for a fault. With status 0, nothing has been sent yet; otherwise the
	 * headers are set and this function sends the body.
	 */
	readonly transmit?: (response: ServerResponse) => Awaitable<void>;
	/** How long the call waited for a server, in milliseconds. `serviceMs` is its service time (`capacity`). */
	readonly queueMs?: number;
	readonly serviceMs?: number;
	/** A sentence about an error for the console, which does not quote the caller. */
	readonly refusal?: string;
	/** The injected delay in milliseconds. */
	readonly injectedMs?: number;
}

/** The result of a call about a payment. */
export interface PaymentCallResult {
	readonly answer: Reply | ApiError;
	/** The warnings of an answer that is an error. A reply has its own in `notes`. */
	readonly warnings?: readonly WarningCode[];
	readonly paymentCall: {
		readonly transactionId: string;
		readonly paymentReference: string | null;
		/** The workspace in which the call took effect: after its arrival, it may have been reset, or its clock moved. */
		readonly record: { readonly secret: string; readonly clock: ClockRecord };
		/** The number of the call among those with its name in the payment's history; undefined if it is not in it. */
		readonly callNumber?: number;
		/** Returns the random numbers for this call of this payment. */
		readonly chance: KeyedDraw;
		/** Notes in the payment who ended the connection before the client had the response. */
		noteLostResponse?(closedBy: ClosedBy): Promise<void>;
	};
}

export type RouteResult = Reply | ApiError | PaymentCallResult;
export type Route = (call: Call) => Awaitable<RouteResult>;

/**
 * Decides whether there is capacity for a valid call, before it has any effect. Returns null, or the error for the
 * caller.
 */
export type AdmitCall = (call: Call) => ApiError | null;

/**
 * Changes or delays the reply of a route before it is written; earlier refusals pass no stage. `chance` is null for a
 * call without a payment.
 */
export type ReplyStage = (call: Call, reply: Reply, chance: KeyedDraw | null) => Awaitable<Reply>;

export const noNotes: ReplyNotes = { assumptions: [] };

/** Copies the waits of a reply, for a reply that replaces it. */
export function waitsOf(reply: Reply | null): Pick<Reply, 'queueMs' | 'serviceMs' | 'injectedMs'> {
	const { queueMs = 0, serviceMs = 0, injectedMs = 0 } = reply ?? {};
	return { queueMs, serviceMs, injectedMs };
}

export function json(body: unknown, notes: ReplyNotes = noNotes, status = 200): Reply {
	return jsonText(JSON.stringify(body), notes, status);
}

export function jsonText(text: string, notes: ReplyNotes, status = 200): Reply {
	return { status, contentType: 'application/json; charset=utf-8', text, notes };
}

export function htmlReply(text: string, notes: ReplyNotes = noNotes, status = 200): Reply {
	return { status, contentType: 'text/html; charset=utf-8', text, notes };
}

/**
 * A redirect (303) to another page. The browser requests it with GET, so that a reload does not submit the form again.
 */
export function redirectReply(location: string, notes: ReplyNotes = noNotes): Reply {
	const contentType = 'text/plain; charset=utf-8';
	return { status: 303, contentType, text: '', headers: { Location: location }, notes };
}
