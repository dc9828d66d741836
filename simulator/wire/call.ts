/** A call as routes receive it, and the reply they return. Both are independent of Express. */
import type { ServerResponse } from 'node:http';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';

export interface Call {
	readonly endpoint: Endpoint;
	readonly requestId: string;
	readonly workspace: string;
	/** The secret of the workspace. A reset gives it another one. */
	readonly secret: string;
	/** The settings in force in the workspace when the call arrived. */
	readonly settings: Settings;
	readonly method: string;
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, unknown>>;
	/** The parsed JSON body, or the fields of a posted form; `undefined` without one. */
	readonly body: unknown;
	/** Aborts when the client disconnects, or has received the whole response. */
	readonly clientGone: AbortSignalLike;
	header(name: string): string | undefined;
}

/** Facts about a reply, for its headers and the journal. */
export interface Notes {
	/** The gaps that shaped the reply. */
	assumptions: readonly GapId[];
	warnings?: readonly WarningCode[];
	/** Why the payment has this outcome: `holder name = FUNDS`. */
	cause?: string | null;
	/** The sandbox's own error code, such as 'session_not_found', also where settings put another one in the response. */
	problem?: ProblemCode;
}

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** An event stream, instead of the text. */
	readonly following?: AsyncIterable<string>;
	/** Disconnects the client of the event stream when it aborts: the client reads too slowly. */
	readonly dropped?: AbortSignalLike;
	readonly notes: Notes;
	/**
	 * Sends the response in place of the writer, for a fault. With status 0 it gets a response of which nothing was sent; else
	 * the headers are ready and it sends the body.
	 */
	readonly transmit?: (response: ServerResponse) => Awaitable<void>;
	/** Milliseconds that the call waited for a server, and that the server took (`capacity`). */
	readonly queueMs?: number;
	readonly serviceMs?: number;
	/** About an error, for the console: a sentence that does not quote the caller. */
	readonly refusal?: string;
	/** Milliseconds of injected delay. */
	readonly injectedMs?: number;
}

/** A number in [0, 1) for the name of a decision. */
export type KeyedDraw = (decision: string) => number;

/** The result of a call about a payment. */
export interface PaymentCallResult {
	readonly answer: Reply | ApiError;
	readonly paymentCall: {
		readonly transactionId: string;
		readonly paymentReference: string | null;
		/** Draws for this call of this payment. */
		readonly chance: KeyedDraw;
		/** Marks the call in the payment: its client left before the response was sent. */
		clientGone?(): Promise<void>;
	};
}

export type RouteResult = Reply | ApiError | PaymentCallResult;
export type Route = (call: Call) => Awaitable<RouteResult>;

/** Called with a valid request, before anything is done: null, or the error of a call for which there is no capacity. */
export type Admit = (call: Call) => ApiError | null;

/** May change or delay the reply of a route before it is written; earlier refusals pass no stage. `chance` is null for a call without a payment. */
export type ReplyStage = (call: Call, reply: Reply, chance: KeyedDraw | null) => Awaitable<Reply>;

export const noNotes: Notes = { assumptions: [] };

/** The waits of a reply, for another reply in its place. */
export function waitsOf(reply: Reply | null): Pick<Reply, 'queueMs' | 'serviceMs' | 'injectedMs'> {
	const { queueMs = 0, serviceMs = 0, injectedMs = 0 } = reply ?? {};
	return { queueMs, serviceMs, injectedMs };
}

export function json(body: unknown, notes: Notes = noNotes, status = 200): Reply {
	return jsonText(JSON.stringify(body), notes, status);
}

export function jsonText(text: string, notes: Notes, status = 200): Reply {
	return { status, contentType: 'application/json; charset=utf-8', text, notes };
}

export function page(text: string, notes: Notes = noNotes, status = 200): Reply {
	return { status, contentType: 'text/html; charset=utf-8', text, notes };
}

/** The browser requests the new address with GET, so that a reload does not submit the form again. */
export function seeOther(location: string, notes: Notes = noNotes): Reply {
	const contentType = 'text/plain; charset=utf-8';
	return { status: 303, contentType, text: '', headers: { Location: location }, notes };
}
