/** The one writer: every answer of the sandbox leaves through here. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { GapId } from '../contract/gaps/ledger.ts';
import { headerNames } from '../contract/routes.ts';
import { noteAnswered } from '../runtime/server.ts';
import { monotonicMs } from '../runtime/time.ts';
import { endInBatch } from '../runtime/write-batching.ts';
import type { Notes, Reply } from './call.ts';
import type { RequestContext } from './request-context.ts';

export function write(response: ServerResponse, reply: Reply, context: RequestContext): void {
	if (response.headersSent) return;
	context.problem = reply.notes.problem ?? null;
	const { injectedMs = 0 } = reply;
	const ownMs = Math.max(0, monotonicMs() - context.startedMs - injectedMs);
	// Nobody is left to read: the client went away, or the server is closing.
	const isGone = response.destroyed;
	context.recorder?.book(context, reply, ownMs, isGone);
	if (isGone) return;
	const { http } = context.settings;
	const headers: OutgoingHttpHeaders = {
		'Content-Type': reply.contentType,
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
	};
	if (!reply.following) headers['Content-Length'] = Buffer.byteLength(reply.text);
	if (http.simHeaders === 'on') addOwn(headers, reply, context, ownMs);
	Object.assign(headers, reply.headers);
	if (context.call !== null) addTold(headers, http.extraHeaders);
	if (!context.isServing()) response.shouldKeepAlive = false;
	response.writeHead(reply.status, headers);
	if (reply.following) {
		noteAnswered(response);
		response.flushHeaders();
		return;
	}
	// What was held back is due now.
	if (injectedMs > 0) response.end(reply.text);
	else endInBatch(response, reply.text);
}

function addOwn(
	headers: OutgoingHttpHeaders,
	{ notes, injectedMs = 0 }: Reply,
	context: RequestContext,
	ownMs: number,
) {
	headers[headerNames.requestId] = context.requestId;
	const assumptions = assumptionsText(notes, context);
	if (assumptions !== '') headers[headerNames.assumptions] = assumptions;
	if (notes.warnings?.length) headers[headerNames.warnings] = notes.warnings.join(',');
	// A cause may quote what a person typed: percent-encoded, it can neither split a header nor break it.
	if (notes.cause) headers[headerNames.cause] = encodeURI(notes.cause);
	headers[headerNames.timing] = serverTiming(injectedMs, ownMs);
}

/** What an endpoint always rests on is the same list each time: written once. */
const texts = new WeakMap<readonly GapId[], string>();

function assumptionsText(notes: Notes, context: RequestContext): string {
	if (context.assumptions.length > 0) return assumptionsOf(notes, context).join(',');
	const known = texts.get(notes.assumptions);
	if (known !== undefined) return known;
	const text = assumptionsOf(notes, context).join(',');
	texts.set(notes.assumptions, text);
	return text;
}

/** What an answer rests on: by its own account, and by how its call came. */
export function assumptionsOf(
	{ assumptions }: Notes,
	context: Pick<RequestContext, 'assumptions'>,
): GapId[] {
	return [...new Set([...assumptions, ...context.assumptions])].sort();
}

/** The person's word replaces the sandbox's own, in whatever case it is written. */
function addTold(headers: OutgoingHttpHeaders, told: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(told)) {
		const lower = name.toLowerCase();
		for (const known of Object.keys(headers)) {
			if (known.toLowerCase() === lower) delete headers[known];
		}
		headers[name] = value;
	}
}

function serverTiming(injectedMs: number, ownMs: number): string {
	return `injected;dur=${injectedMs.toFixed(2)}, sandbox;dur=${ownMs.toFixed(2)}`;
}
