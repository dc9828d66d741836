/** The one writer: every answer of the sandbox leaves through here. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { GapId } from '../contract/gaps/ledger.ts';
import { headerNames } from '../contract/routes.ts';
import { leaveTogether } from '../runtime/departure.ts';
import { noteAnswered } from '../runtime/server.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Notes, Reply } from './call.ts';
import type { Arrived } from './locals.ts';

export function write(response: ServerResponse, reply: Reply, arrived: Arrived): void {
	if (response.headersSent) return;
	arrived.problem = reply.notes.problem ?? null;
	const { injectedMs = 0 } = reply;
	const ownMs = Math.max(0, monotonicMs() - arrived.startedMs - injectedMs);
	// Nobody is left to read: the client went away, or the server is closing.
	const isGone = response.destroyed;
	arrived.recorder?.book(arrived, reply, ownMs, isGone);
	if (isGone) return;
	const { http } = arrived.settings;
	const headers: OutgoingHttpHeaders = {
		'Content-Type': reply.contentType,
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
	};
	if (!reply.following) headers['Content-Length'] = Buffer.byteLength(reply.text);
	if (http.simHeaders === 'on') addOwn(headers, reply, arrived, ownMs);
	Object.assign(headers, reply.headers);
	if (arrived.call !== null) addTold(headers, http.extraHeaders);
	if (!arrived.isServing()) response.shouldKeepAlive = false;
	response.writeHead(reply.status, headers);
	if (reply.following) {
		noteAnswered(response);
		response.flushHeaders();
		return;
	}
	// What was held back is due now.
	if (injectedMs > 0) response.end(reply.text);
	else leaveTogether(response, reply.text);
}

function addOwn(
	headers: OutgoingHttpHeaders,
	{ notes, injectedMs = 0 }: Reply,
	arrived: Arrived,
	ownMs: number,
) {
	headers[headerNames.requestId] = arrived.requestId;
	const assumptions = assumptionsText(notes, arrived);
	if (assumptions !== '') headers[headerNames.assumptions] = assumptions;
	if (notes.warnings?.length) headers[headerNames.warnings] = notes.warnings.join(',');
	// A cause may quote what a person typed: percent-encoded, it can neither split a header nor break it.
	if (notes.cause) headers[headerNames.cause] = encodeURI(notes.cause);
	headers[headerNames.timing] = serverTiming(injectedMs, ownMs);
}

/** What an endpoint always rests on is the same list each time: written once. */
const texts = new WeakMap<readonly GapId[], string>();

function assumptionsText(notes: Notes, arrived: Arrived): string {
	if (arrived.assumptions.length > 0) return assumptionsOf(notes, arrived).join(',');
	const known = texts.get(notes.assumptions);
	if (known !== undefined) return known;
	const text = assumptionsOf(notes, arrived).join(',');
	texts.set(notes.assumptions, text);
	return text;
}

/** What an answer rests on: by its own account, and by how its call came. */
export function assumptionsOf(
	{ assumptions }: Notes,
	arrived: Pick<Arrived, 'assumptions'>,
): GapId[] {
	return [...new Set([...assumptions, ...arrived.assumptions])].sort();
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
