/** The one writer: every answer of the sandbox leaves through here. */
import type { ServerResponse } from 'node:http';
import { headerNames } from '../contract/routes.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Reply } from './call.ts';
import type { Arrived } from './locals.ts';

export function write(
	response: ServerResponse,
	reply: Reply,
	{ requestId, startedMs, simHeaders }: Arrived,
): void {
	// Nobody is left to read: the client went away, or the server is closing.
	if (response.destroyed || response.headersSent) return;
	const injectedMs = reply.injectedMs ?? 0;
	response.writeHead(reply.status, {
		'Content-Type': reply.contentType,
		'Content-Length': Buffer.byteLength(reply.text),
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
		...(simHeaders ? sandboxHeaders(requestId, reply) : {}),
		...(simHeaders
			? { [headerNames.timing]: serverTiming(injectedMs, monotonicMs() - startedMs - injectedMs) }
			: {}),
		...reply.headers,
	});
	response.end(reply.text);
}

function sandboxHeaders(requestId: string, { notes }: Reply): Record<string, string> {
	const headers: Record<string, string> = { [headerNames.requestId]: requestId };
	if (notes.assumptions.length > 0) {
		headers[headerNames.assumptions] = [...notes.assumptions].sort().join(',');
	}
	if (notes.warnings?.length) headers[headerNames.warnings] = notes.warnings.join(',');
	// A cause may quote what a person typed: percent-encoded, it can neither split a header nor break it.
	if (notes.cause) headers[headerNames.cause] = encodeURI(notes.cause);
	return headers;
}

function serverTiming(injectedMs: number, ownMs: number): string {
	return `injected;dur=${injectedMs.toFixed(2)}, sandbox;dur=${Math.max(0, ownMs).toFixed(2)}`;
}
