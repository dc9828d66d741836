/**
 * Writes every reply: journal entry, headers, body. Not written here are responses to broken HTTP, files of the API
 * reference, and pieces of an event stream.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { GapId } from '../contract/gaps/ledger.ts';
import { headerNames } from '../contract/routes.ts';
import { runInNextTurn } from '../runtime/awaitable.ts';
import { goneForMs, noteStreaming, noteWritten } from '../runtime/server.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Reply, ReplyNotes } from './call.ts';
import type { RequestContext } from './request-context.ts';

export function writeReply(response: ServerResponse, reply: Reply, context: RequestContext): void {
	if (response.headersSent) return;
	context.problem = reply.notes.problem ?? null;
	const { queueMs = 0, serviceMs = 0, injectedMs = 0 } = reply;
	const waitedMs = queueMs + serviceMs + injectedMs;
	const ownMs = Math.max(0, monotonicMs() - context.startedMs - waitedMs);
	// The client has disconnected or closed its side, or the server is closing.
	const hasClosed = response.destroyed || response.socket?.writable === false;
	const bytes = Buffer.byteLength(reply.text);
	const isGone = hasClosed || endedWithinRequest(response);
	const goneMs = isGone ? goneForMs(response) : 0;
	// Write a delayed response at once, because it is due. Write a long one at once, because collected texts would fill
	// the memory.
	const isWritten = !hasClosed && reply.status !== 0 && !reply.transmit && !reply.following;
	const isCollected = isWritten && waitedMs === 0 && bytes <= maxSharedBytes;
	const answered = isCollected ? Number.POSITIVE_INFINITY : monotonicMs();
	const order = { arrived: context.arrivedMs, answered };
	context.recorder?.record(context, reply, { bytes, ownMs, gone: isGone, goneMs, order });
	if (hasClosed) return;
	if (reply.status === 0) {
		void reply.transmit?.(response);
		return;
	}
	const { http } = context.settings;
	const headers: OutgoingHttpHeaders = {
		'Content-Type': reply.contentType,
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
	};
	// A 204 has no body, and must not have a Content-Length (RFC 9110, 8.6).
	if (!reply.following && reply.status !== 204) headers['Content-Length'] = bytes;
	if (http.simHeaders === 'on') addSandboxHeaders(headers, reply, context, ownMs);
	Object.assign(headers, reply.headers);
	if (context.call !== null) addConfigured(headers, http.extraHeaders);
	if (!context.isServing()) response.shouldKeepAlive = false;
	response.writeHead(reply.status, headers);
	if (reply.following) {
		noteStreaming(response);
		response.flushHeaders();
		return;
	}
	if (reply.transmit) {
		void reply.transmit(response);
		return;
	}
	if (!isCollected) finish(response, reply.text);
	// A text with as many bytes as characters is ASCII. As Latin-1 it is copied, and not encoded.
	else {
		const encoding = bytes === reply.text.length ? 'latin1' : 'utf8';
		flushTogether({ response, order, text: reply.text, encoding });
	}
}

/**
 * Whether the client closed its side before the end of its request: it has most likely left. The response is sent anyway,
 * because a client that has closed only its side can read it.
 */
function endedWithinRequest({ req }: ServerResponse): boolean {
	return !req.complete && req.socket.readableEnded;
}

function addSandboxHeaders(
	headers: OutgoingHttpHeaders,
	reply: Reply,
	context: RequestContext,
	ownMs: number,
) {
	const { notes } = reply;
	headers[headerNames.requestId] = context.requestId;
	const assumptions = assumptionsText(notes, context);
	if (assumptions !== '') headers[headerNames.assumptions] = assumptions;
	if (notes.warnings?.length) headers[headerNames.warnings] = notes.warnings.join(',');
	// Percent-encode the cause, which may quote user input: it then cannot add a header line or be invalid.
	if (notes.cause) headers[headerNames.cause] = encodeURI(notes.cause);
	if (reply.isReplayed) headers[headerNames.replayed] = 'true';
	headers[headerNames.timing] = serverTiming(reply, ownMs);
}

/**
 * The header texts by their list of gaps, which most replies of an endpoint share. Building the text takes 4 % of a
 * call.
 */
const assumptionTexts = new WeakMap<readonly GapId[], string>();

function assumptionsText(notes: ReplyNotes, context: RequestContext): string {
	if (context.assumptions.length > 0) return assumptionsOf(notes, context).join(',');
	const known = assumptionTexts.get(notes.assumptions);
	if (known !== undefined) return known;
	const text = assumptionsOf(notes, context).join(',');
	assumptionTexts.set(notes.assumptions, text);
	return text;
}

/** Returns the assumptions behind a response: those of the reply, and those of the request. */
export function assumptionsOf(
	{ assumptions }: ReplyNotes,
	context: Pick<RequestContext, 'assumptions'>,
): GapId[] {
	return [...new Set([...assumptions, ...context.assumptions])].sort();
}

/** Adds configured headers. They replace the sandbox's own, in any letter case. */
function addConfigured(
	headers: OutgoingHttpHeaders,
	configured: Readonly<Record<string, string>>,
): void {
	for (const [name, value] of Object.entries(configured)) {
		const lower = name.toLowerCase();
		for (const known of Object.keys(headers)) {
			if (known.toLowerCase() === lower) delete headers[known];
		}
		headers[name] = value;
	}
}

function serverTiming(
	{ queueMs = 0, serviceMs = 0, injectedMs = 0 }: Reply,
	ownMs: number,
): string {
	const isImmediate = queueMs === 0 && serviceMs === 0 && injectedMs === 0;
	if (isImmediate) return `${noWaits}, sandbox;dur=${formatMs(ownMs)}`;
	const waits = `queue;dur=${formatMs(queueMs)}, service;dur=${formatMs(serviceMs)}, injected;dur=${formatMs(injectedMs)}`;
	return `${waits}, sandbox;dur=${formatMs(ownMs)}`;
}

/** The `Server-Timing` text of most responses, which did not wait. */
const noWaits = 'queue;dur=0.00, service;dur=0.00, injected;dur=0.00';

/** Writes milliseconds with two decimals. `toFixed` would take a hundredth of a call. */
export function formatMs(ms: number): string {
	const hundredths = Math.round(ms * 100);
	const decimals = hundredths % 100;
	return `${(hundredths - decimals) / 100}.${decimals < 10 ? '0' : ''}${decimals}`;
}

/** The longest response that is written together with others, in bytes. */
const maxSharedBytes = 16 * 1024;

interface PendingResponse {
	response: ServerResponse;
	order: { answered: number };
	text: string;
	encoding: 'latin1' | 'utf8';
}

let pending: PendingResponse[] = [];

/**
 * Writes the response at the end of this turn of the event loop, together with all others that are ready. Separate
 * writes cost a busy server a third of its time in wake-ups. A single caller does not wait longer.
 */
function flushTogether(ready: PendingResponse): void {
	if (pending.push(ready) === 1) runInNextTurn(flush);
}

function flush(): void {
	const responses = pending;
	pending = [];
	const nowMs = monotonicMs();
	for (const { response, order, text, encoding } of responses) {
		order.answered = nowMs;
		// `write` here and `end` in the next tick: `end(text)` would first copy the text.
		response.write(text, encoding);
	}
	process.nextTick(endAll, responses);
}

function endAll(responses: readonly PendingResponse[]): void {
	for (const { response } of responses) finish(response);
}

function finish(response: ServerResponse, text?: string): void {
	const { req: request } = response;
	// Read the rest of the request: otherwise it stays in memory until the next one on its connection.
	if (request.complete) request.read();
	response.end(text);
	noteWritten(response);
}
