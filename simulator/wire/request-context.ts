/** The data of a request, from its arrival to its journal entry. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClockRecord } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import { hideNumbers, maskCards } from '../domain/card.ts';
import { randomId } from '../runtime/chance.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Reply } from './call.ts';

/** Records calls: the journal. */
export interface CallRecorder {
	/**
	 * Called once for each call, before its response is sent. `bytes`: of the response body. `gone`: the client has already
	 * disconnected.
	 */
	record(
		context: RequestContext,
		reply: Reply,
		facts: { bytes: number; ownMs: number; gone: boolean },
	): void;
	/** Sets the limits of the whole server, as last read from the store. */
	limitTo(limits: Settings['limits']): void;
}

export interface RequestContext {
	readonly requestId: string;
	readonly startedMs: number;
	readonly method: string;
	/** Without the prefix of the workspace (`/w/{name}`), and without the query. */
	path: string;
	workspace: string;
	/** The secret of the workspace. A reset gives it another one. */
	secret: string;
	/** The settings in force in the workspace. */
	settings: Settings;
	/** The business clock of the workspace. */
	clock: ClockRecord;
	/** False once the server stops: the response then closes its connection, on which a next call would be cut off. */
	isServing: () => boolean;
	/** Null when neither the journal nor the console takes the request. */
	recorder: Pick<CallRecorder, 'record'> | null;
	/** Whether these headers were sent. Their values are never stored (D-13, D-35). */
	authorization: boolean;
	idempotencyKey: boolean;
	/** The body of a documented call as it was received; null before it is read, and for other requests. */
	sent: { readonly text: string; readonly bytes: Buffer } | null;
	/** The request headers that `journal.headers` names, in lower case. */
	headers: Readonly<Record<string, string | null>>;
	/** The transaction id and the reference of the call's payment; null while none is known. */
	transactionId: string | null;
	/** The reference of that payment, without card numbers. */
	paymentReference: string | null;
	/** The documented call; null for other requests, to which the settings about HTTP do not apply. */
	call: ServiceCall | null;
	/** Whether errors have the service's format: for its calls, and for unknown paths that resemble theirs. */
	isService: boolean;
	/** Gaps that shape every response to this request. */
	assumptions: readonly GapId[];
	/** The faults that were injected into the call, at most one in each phase; empty for nearly every call. */
	faults: readonly FaultHit[];
	/** Whether an HTTP client sent the request again by itself, after a fault cut its connection. */
	isResent: boolean;
	/** The sandbox's own error code, such as 'session_not_found', also where settings put another one in the response. */
	problem: ProblemCode | null;
}

const key = Symbol('context');
/** A field of the response: Express's `locals` is a slow dictionary. */
type WithContext = ServerResponse & { [key]?: RequestContext };

const requestIdHeader = headerNames.requestId.toLowerCase();
const none: readonly GapId[] = [];
const noFaults: readonly FaultHit[] = [];
const noHeaders: RequestContext['headers'] = {};
const always = () => true;
/** For a request whose workspace is not valid. */
const noClock: ClockRecord = { mode: 'manual', scale: 1, anchorWallMs: 0, anchorMs: 0 };

/** Keeps the caller's request id, so that both sides can search for it, unless it is unusual or may be a card number. */
export function openContext(
	{ headers, method = '' }: IncomingMessage,
	response: ServerResponse,
): RequestContext {
	const sent = headers[requestIdHeader];
	const isKept =
		typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) && maskCards(sent) === sent;
	const context: RequestContext = {
		requestId: isKept ? sent : randomId(),
		startedMs: monotonicMs(),
		method,
		path: '',
		workspace: defaultWorkspace,
		secret: '',
		settings: defaultSettings,
		clock: noClock,
		isServing: always,
		recorder: null,
		authorization: false,
		idempotencyKey: false,
		sent: null,
		headers: noHeaders,
		transactionId: null,
		paymentReference: null,
		call: null,
		isService: false,
		assumptions: none,
		faults: noFaults,
		isResent: false,
		problem: null,
	};
	(response as WithContext)[key] = context;
	return context;
}

export function contextOf(response: ServerResponse): RequestContext {
	return (response as WithContext)[key] as RequestContext;
}

/** A path for logs and the journal: a session id opens the cashier, and a long number may be a card number. */
export function loggedPath(path: string): string {
	// Digits need no escape (RFC 3986, 2.3).
	const readable = path.replace(/%3(\d)/g, '$1');
	return hideNumbers(readable.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}'));
}
