/** The one writer: every answer of the sandbox leaves through here. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerNames } from '../contract/routes.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Notes, Reply } from './call.ts';
import type { Arrived } from './locals.ts';

export function write(response: ServerResponse, reply: Reply, arrived: Arrived): void {
	// Nobody is left to read: the client went away, or the server is closing.
	if (response.destroyed || response.headersSent) return;
	const { http } = arrived.settings;
	const headers: OutgoingHttpHeaders = {
		'Content-Type': reply.contentType,
		'Content-Length': Buffer.byteLength(reply.text),
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
	};
	if (http.simHeaders === 'on') addOwn(headers, reply, arrived);
	Object.assign(headers, reply.headers);
	if (arrived.call !== null) addTold(headers, http.extraHeaders);
	arrived.problem = reply.notes.problem ?? null;
	response.writeHead(reply.status, headers);
	response.end(reply.text);
}

function addOwn(headers: OutgoingHttpHeaders, { notes, injectedMs = 0 }: Reply, arrived: Arrived) {
	const { requestId, startedMs } = arrived;
	headers[headerNames.requestId] = requestId;
	const assumptions = assumptionsOf(notes, arrived);
	if (assumptions.length > 0) headers[headerNames.assumptions] = assumptions.join(',');
	if (notes.warnings?.length) headers[headerNames.warnings] = notes.warnings.join(',');
	// A cause may quote what a person typed: percent-encoded, it can neither split a header nor break it.
	if (notes.cause) headers[headerNames.cause] = encodeURI(notes.cause);
	headers[headerNames.timing] = serverTiming(injectedMs, monotonicMs() - startedMs - injectedMs);
}

function assumptionsOf(notes: Notes, { assumptions }: Arrived): readonly string[] {
	return assumptions.length === 0
		? [...notes.assumptions].sort()
		: [...new Set([...notes.assumptions, ...assumptions])].sort();
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
	return `injected;dur=${injectedMs.toFixed(2)}, sandbox;dur=${Math.max(0, ownMs).toFixed(2)}`;
}
