/** What is known of a request before its body is read, for whoever answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClockRecord } from '../contract/clock.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import { mayBeCard } from '../domain/card.ts';
import { randomId } from '../runtime/chance.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Reply } from './call.ts';

/** Whoever keeps a record of calls. */
export interface CallRecorder {
	/**
	 * Called once for a call, before the bytes of its answer leave; `ownMs` is what the sandbox itself took, `gone` whether
	 * the client has left already.
	 */
	book(context: RequestContext, reply: Reply, ownMs: number, gone: boolean): void;
	/** How much of it is kept, by the settings of the whole server as they were last read. */
	limitTo(limits: Settings['limits']): void;
}

export interface RequestContext {
	readonly requestId: string;
	readonly startedMs: number;
	readonly method: string;
	/** Without the name of the workspace, and without the query. */
	path: string;
	workspace: string;
	/** Of the world of the request: one that begins anew has another. */
	secret: string;
	/** In force in the workspace of the request. */
	settings: Settings;
	/** Business time in the workspace of the request. */
	clock: ClockRecord;
	/** False once the server stops: connections are not kept for another call, which would be cut off. */
	isServing: () => boolean;
	/** Null for what is not recorded. */
	recorder: CallRecorder | null;
	/** Whether they were sent: what they say is nobody's business (D-13, D-35). */
	authorization: boolean;
	idempotencyKey: boolean;
	/** The body of a documented call as it came; null before it is read, and for everything else. */
	sent: string | null;
	/** Of the payment that the call was about; null as long as none is known. */
	transactionId: string | null;
	/** The documented call it is; null for everything else, which the gaps of HTTP leave alone. */
	call: ServiceCall | null;
	/** Whether an error is one of the service, and told as the settings want it: of its calls, or of a path like theirs. */
	isService: boolean;
	/** Gaps that shape whatever is answered. */
	assumptions: readonly GapId[];
	/** The sandbox's own name of the error that was answered, whatever the caller was told. */
	problem: ProblemCode | null;
}

const key = Symbol('arrived');
/** A field of the response itself: Express's own `locals` are a dictionary, which is slow to fill and to ask. */
type Noted = ServerResponse & { [key]?: RequestContext };

const requestIdHeader = headerNames.requestId.toLowerCase();
const none: readonly GapId[] = [];
const always = () => true;
/** Of a call whose workspace has no name. */
const noClock: ClockRecord = { mode: 'manual', scale: 1, anchorWallMs: 0, anchorMs: 0 };

/** Takes over the caller's request id when it is a plain one and no card's, so that both sides can search for it. */
export function openContext(
	{ headers, method = '' }: IncomingMessage,
	response: ServerResponse,
): RequestContext {
	const given = headers[requestIdHeader];
	const isTaken = typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) && !mayBeCard(given);
	const context: RequestContext = {
		requestId: isTaken ? given : randomId(),
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
		transactionId: null,
		call: null,
		isService: false,
		assumptions: none,
		problem: null,
	};
	(response as Noted)[key] = context;
	return context;
}

export function contextOf(response: ServerResponse): RequestContext {
	return (response as Noted)[key] as RequestContext;
}
