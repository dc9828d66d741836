/** The record of one call in the journal. It keeps no reference to the request, the response or the settings. */
import type { ClockRecord } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import { keepsAnswer, leavesNoAnswer } from '../contract/faults.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import type { ProblemCode } from '../contract/problem.ts';
import {
	cashierEvents,
	cashierPath,
	documentedPathVersion,
	serviceCalls,
	servicePaths,
} from '../contract/routes.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import type { CallOrder } from '../domain/call-order.ts';
import { maskCardData, mayContainCardData } from '../domain/card-data.ts';
import type { Reply, ReplyNotes } from '../wire/call.ts';
import type { ReplyFacts, RequestContext } from '../wire/request-context.ts';
import { loggedPath } from '../wire/request-context.ts';
import type { StoredBodies, StoredText } from './body-pages.ts';

export interface CallRecord {
	/** The serial number of the call in its workspace. */
	readonly id: number;
	readonly wallMs: number;
	readonly ownMs: number;
	readonly queueMs: number;
	readonly serviceMs: number;
	readonly injectedMs: number;
	readonly order: CallOrder;
	/** The clock of the workspace when the response was ready, as this process knew it. */
	readonly clock: ClockRecord;
	readonly method: string;
	/** The path, without ids and long numbers. */
	readonly path: string;
	readonly endpoint: JournalEndpoint;
	readonly requestId: string;
	readonly transactionId: string | null;
	readonly paymentReference: string | null;
	/** The number of the call among those with its name in the payment's history; 0 if it is not in it. */
	readonly callNumber: number;
	/** Whether the header was sent. Its value is never stored. */
	readonly authorization: boolean;
	readonly idempotencyKey: boolean;
	/** The headers that the setting `journal.headers` lists. Values have one character for each byte. */
	readonly headers: RequestContext['headers'];
	/** The gaps behind every response to such a request, in addition to those in `notes`. */
	readonly assumptions: readonly GapId[];
	readonly status: number;
	readonly notes: ReplyNotes;
	/** Who ended the connection before the response; null if it did not end before. */
	readonly closedBy: ClosedBy | null;
	/** How long before the response was ready the client had disconnected, in milliseconds; 0 if it had not. */
	readonly goneMs: number;
	readonly faults: readonly FaultHit[];
	readonly isResent: boolean;
	/** The request of a documented call with masked card data, and the response unless it is a page. */
	readonly bodies: StoredBodies;
	/** The approximate memory of this record, in bytes. */
	readonly bytes: number;
}

type JournalFacts = Pick<CallRecord, 'id' | 'wallMs' | 'endpoint' | 'bodies'>;

const noBytes = Buffer.alloc(0);
const noText: StoredText = { text: '', bytes: 0 };

/** The approximate memory of a record without its texts and bodies, in bytes. */
const recordBytes = 640;

/** The problems of a request whose host is refused. Those of other malformed requests have no documented path. */
const hostProblems: readonly ProblemCode[] = ['host_not_allowed', 'malformed_request'];

export function endpointOf({
	call,
	path,
	settings,
	secret,
	problem,
}: RequestContext): JournalEndpoint {
	if (call !== null) return call;
	if (secret === '') return endpointBeforeRead(path);
	const cashierPaths = [cashierPath, cashierEvents, settings.cashier.statusPath];
	if (cashierPaths.includes(path)) return 'cashier';
	// A call with a wrong or missing Host is refused before its path is compared.
	return problem !== null && hostProblems.includes(problem) ? endpointBeforeRead(path) : 'unknown';
}

/** The endpoint of a call whose workspace is not read: which versions and which status page it serves is not known. */
export function endpointBeforeRead(path: string): JournalEndpoint {
	const documented = path.replace(/^\/[^/]*/, `/${documentedPathVersion}`);
	const call = serviceCalls.find((name) => servicePaths[name] === documented);
	return call ?? (path === cashierPath || path === cashierEvents ? 'cashier' : 'unknown');
}

export function callRecordOf(
	context: RequestContext,
	{ notes, status, queueMs = 0, serviceMs = 0, injectedMs = 0 }: Reply,
	{ order, ownMs, gone, goneMs }: ReplyFacts,
	{ id, wallMs, endpoint, bodies }: JournalFacts,
): CallRecord {
	const path = pathOf(context);
	return {
		id,
		order,
		wallMs,
		ownMs,
		queueMs,
		serviceMs,
		injectedMs,
		clock: context.clock,
		method: context.method,
		path,
		endpoint,
		requestId: context.requestId,
		transactionId: context.transactionId,
		paymentReference: context.paymentReference,
		callNumber: context.callNumber,
		authorization: context.authorization,
		idempotencyKey: context.idempotencyKey,
		headers: context.headers,
		assumptions: context.assumptions,
		status,
		notes: withoutCardData(notes),
		closedBy: gone ? closerOf(context) : null,
		goneMs,
		faults: context.faults,
		isResent: context.isResent,
		bodies,
		bytes: recordBytes + path.length + textBytes(context) + bodies.to - bodies.from,
	};
}

/** A call that never reached its route, such as one that a fault left without an answer, has no closer yet. */
function closerOf({ closedBy, faults }: RequestContext): ClosedBy {
	return closedBy ?? (faults.some(leavesNoAnswer) ? 'fault' : 'client');
}

/** A fault may have any text of the caller, such as the `content-type` to send. */
function withoutCardData(notes: ReplyNotes): ReplyNotes {
	const { cause } = notes;
	return cause && mayContainCardData(cause) ? { ...notes, cause: maskCardData(cause) } : notes;
}

function textBytes({ paymentReference, headers }: RequestContext): number {
	let bytes = paymentReference?.length ?? 0;
	for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
	return bytes;
}

/**
 * The path without ids and long numbers. It is a copy: the original may be a slice that keeps a longer string in
 * memory.
 */
export function pathOf({ call, path }: RequestContext): string {
	if (call !== null && path === servicePaths[call]) return servicePaths[call];
	return Buffer.from(loggedPath(path)).toString();
}

/** Removes the body from the context and returns it, so that unmasked card data does not outlive the call. */
export function takeRequestBody(context: RequestContext): Buffer {
	const { sent } = context;
	context.sent = null;
	if (sent === null) return noBytes;
	// Decode it again: its text would be a tenth of what a call keeps while it waits.
	const text = sent.toString();
	return mayContainCardData(text) ? Buffer.from(maskCardData(text)) : sent;
}

/**
 * The text of the response to store. It is empty for pages; a documented call may have a page's media type, and its text
 * is stored. `bytes` is its length in UTF-8. Only refusals, which may quote the caller, and responses that a fault
 * changed, which may contain any text, need masking: all other responses contain ids and texts of the sandbox.
 */
export function responseToStore(
	{ call, faults }: RequestContext,
	{ contentType, status, text }: Reply,
	bytes: number,
): StoredText {
	if (call === null && contentType.startsWith('text/html')) return noText;
	const isOwnText = status < 300 && faults.every(keepsAnswer);
	if (isOwnText || !mayContainCardData(text)) return { text, bytes };
	const masked = maskCardData(text);
	return { text: masked, bytes: Buffer.byteLength(masked) };
}
