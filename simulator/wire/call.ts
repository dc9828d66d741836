/** A call as routes see it, and what they answer: neither knows the framework. */

import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Ending } from '../runtime/time.ts';

export interface Call {
	readonly endpoint: Endpoint;
	readonly requestId: string;
	readonly workspace: string;
	/** In force in the workspace when the call came. */
	readonly settings: Settings;
	readonly method: string;
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, unknown>>;
	/** The parsed JSON body, or the fields of a posted form; `undefined` without one. */
	readonly body: unknown;
	/** Ends when the client goes away, or has its whole answer. */
	readonly clientGone: Ending;
	header(name: string): string | undefined;
}

/** What an answer rests on, told in headers. */
export interface Notes {
	assumptions: readonly GapId[];
	warnings?: readonly WarningCode[];
	cause?: string | null;
	/** The sandbox's own name of the error that is answered. */
	problem?: ProblemCode;
}

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** In place of the text, for as long as something comes: an event stream. */
	readonly following?: AsyncIterable<string>;
	readonly notes: Notes;
	/** Milliseconds the answer was held back on purpose. */
	readonly injectedMs?: number;
}

/** A number in [0, 1) for a decision's name. */
export type Chance = (decision: string) => number;

/** The answer to a call of a payment, accepted or refused, with chance bound to this call of that payment. */
export interface Drawn {
	/** Of the payment. */
	readonly transactionId: string;
	readonly answer: Reply | ApiError;
	readonly chance: Chance;
}

export type Answer = Reply | ApiError | Drawn;
export type Route = (call: Call) => Promise<Answer> | Answer;

/**
 * Something that happens to every reply of an endpoint before it is written: latency, faults. `chance` is null for
 * a call that belongs to no payment.
 */
export type ReplyStage = (
	call: Call,
	reply: Reply,
	chance: Chance | null,
) => Reply | Promise<Reply>;

export const noNotes: Notes = { assumptions: [] };

export function json(body: unknown, notes: Notes = noNotes, status = 200): Reply {
	return jsonText(JSON.stringify(body), notes, status);
}

/** Of a body that is JSON already. */
export function jsonText(text: string, notes: Notes = noNotes, status = 200): Reply {
	return { status, contentType: 'application/json; charset=utf-8', text, notes };
}

export function page(text: string, notes: Notes = noNotes, status = 200): Reply {
	return { status, contentType: 'text/html; charset=utf-8', text, notes };
}

/** See other: the browser gets the new address with GET, so that a reload submits nothing twice. */
export function seeOther(location: string, notes: Notes = noNotes): Reply {
	const contentType = 'text/plain; charset=utf-8';
	return { status: 303, contentType, text: '', headers: { Location: location }, notes };
}
