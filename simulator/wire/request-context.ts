/** The data of a request, from its arrival until its journal entry. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClockRecord } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import type { CallOrder } from '../domain/call-order.ts';
import { hideCardNumbers, maskCards } from '../domain/card.ts';
import { randomId } from '../runtime/chance.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Reply } from './call.ts';

export interface ReplyFacts {
	/** The size of the response body. */
	bytes: number;
	/** How long the sandbox itself took. */
	ownMs: number;
	/** Whether the client has already disconnected, and how long ago. */
	gone: boolean;
	goneMs: number;
	order: CallOrder;
}

/** Records calls in the journal, or shows them elsewhere. */
export interface CallRecorder {
	/** Is called when a call arrives that `record` will be called for. */
	begin(context: RequestContext): void;
	/** Is called once for each call, before its response is sent. */
	record(context: RequestContext, reply: Reply, facts: ReplyFacts): void;
	/** Sets the limits of the whole server, as last read from the store. */
	limitTo(limits: Settings['limits']): void;
}

export interface RequestContext {
	readonly requestId: string;
	readonly startedMs: number;
	/** When the call arrived, on the monotonic clock: it may have waited before it started. */
	arrivedMs: number;
	readonly method: string;
	/** The path without the query and without the prefix of the workspace (`/w/{name}`). */
	path: string;
	workspace: string;
	/** The secret of the workspace; empty until its record is read. A reset gives the workspace another one. */
	secret: string;
	/** The current settings of the workspace. */
	settings: Settings;
	/** The business clock of the workspace: if this process moves it while the call is open, the new one. */
	clock: ClockRecord;
	/**
	 * Whether the server still serves calls. While it stops, a response closes its connection, because a next call would
	 * be cut off.
	 */
	isServing: () => boolean;
	/** Records the request; null if neither the journal nor the console takes it. */
	recorder: Pick<CallRecorder, 'record'> | null;
	/**
	 * Whether the headers for credentials and for the idempotency key were sent. Their values are never stored (D-13,
	 * D-35).
	 */
	authorization: boolean;
	idempotencyKey: boolean;
	/**
	 * The body of a documented call as it was received, without its content coding; null before it is read, if it is not
	 * a text, and for other requests.
	 */
	sent: Buffer | null;
	/**
	 * The request headers listed in `journal.headers`. Names are in lower case, and values have one character for each
	 * byte.
	 */
	headers: Readonly<Record<string, string | null>>;
	/** The transaction id of the call's payment; null while none is known. */
	transactionId: string | null;
	/** The reference of the call's payment, with card numbers masked. */
	paymentReference: string | null;
	/** The number of the call among those with its name in the payment's history; 0 if it is not in it. */
	callNumber: number;
	/** Who ended the connection before the response; null if it did not end before. */
	closedBy: ClosedBy | null;
	/** The documented call. Null for other requests, to which the settings about HTTP do not apply. */
	call: ServiceCall | null;
	/** Whether errors have the service's format: for its calls, and for unknown paths that look like them. */
	isService: boolean;
	/** The assumptions behind every response to this request. */
	assumptions: readonly GapId[];
	/** The faults that were injected into the call, at most one in each phase; empty for nearly every call. */
	faults: readonly FaultHit[];
	/** Whether an HTTP client sent the request again by itself, after a fault cut its connection. */
	isResent: boolean;
	/** The sandbox's error code, such as 'session_not_found', even if settings put another code into the response. */
	problem: ProblemCode | null;
	/** The index in the list of open calls; -1 if the call is not in it. */
	openIndex: number;
}

const key = Symbol('context');
/** A response with its context. It is a field, because Express's `locals` is a slow dictionary. */
type WithContext = ServerResponse & { [key]?: RequestContext };

const requestIdHeader = headerNames.requestId.toLowerCase();
const none: readonly GapId[] = [];
const noFaults: readonly FaultHit[] = [];
const noHeaders: RequestContext['headers'] = {};
const always = () => true;
/** The clock for a request without a valid workspace. */
const noClock: ClockRecord = { mode: 'manual', scale: 1, anchorWallMs: 0, anchorMs: 0 };

/**
 * Opens the context of a request. It keeps the caller's request id, so that both sides can search for it, unless the id
 * is unusual or may be a card number.
 */
export function openContext(
	{ headers, method = '' }: IncomingMessage,
	response: ServerResponse,
): RequestContext {
	const sent = headers[requestIdHeader];
	const isKept =
		typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) && maskCards(sent) === sent;
	const startedMs = monotonicMs();
	const context: RequestContext = {
		requestId: isKept ? sent : randomId(),
		startedMs,
		arrivedMs: startedMs,
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
		callNumber: 0,
		closedBy: null,
		call: null,
		isService: false,
		assumptions: none,
		faults: noFaults,
		isResent: false,
		problem: null,
		openIndex: -1,
	};
	(response as WithContext)[key] = context;
	return context;
}

export function contextOf(response: ServerResponse): RequestContext {
	return (response as WithContext)[key] as RequestContext;
}

/** The escapes of letters, digits, `-`, `.`, `_` and `~`, which need none (RFC 3986, 2.3). */
const needlessEscapes = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
const anId = /[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}/gi;

/** Masks a path for logs and the journal: a session id opens the cashier, and a long number may be a card number. */
export function loggedPath(path: string): string {
	// Decode these escapes, so that escaped ids and numbers are found. The others stay, because a line of a log must not
	// contain their characters.
	const readable = path.replace(needlessEscapes, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	const masked = hideCardNumbers(readable.replace(anId, '{id}'));
	// Without anything to hide, it stays as it was sent.
	return masked === readable ? path : masked;
}
