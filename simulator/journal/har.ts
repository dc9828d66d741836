/**
 * Writes recorded calls as an HTTP Archive 1.2, which browser tools open
 * (http://www.softwareishard.com/blog/har-12-spec).
 */
import { STATUS_CODES } from 'node:http';
import { isoTime } from '../contract/clock.ts';
import type { Har } from '../contract/har.ts';
import { arrivedMsOf, callDurationMs } from '../contract/journal.ts';
import type { RecordedCall } from './read.ts';

interface HarFacts {
	/** The address of the workspace, without a trailing slash. */
	base: string;
	version: string;
	/** The cursor of the next page; null on the last one. */
	next: string | null;
}

/** Makes an archive, which begins with the oldest call. `calls` are newest first, as the journal lists them. */
export function harOf(calls: readonly RecordedCall[], { base, version, next }: HarFacts): Har {
	const entries = calls.map((call) => harEntry(call, base)).reverse();
	return {
		log: { version: '1.2', creator: { name: 'payin-sandbox', version }, entries, _next: next },
	};
}

/** The value for sizes that the journal does not know. */
const unknownSize = -1;
const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknownSize };

function harEntry({ entry, request, response }: RecordedCall, base: string) {
	const time = callDurationMs(entry);
	const headers = Object.entries(entry.headers).flatMap(([name, value]) =>
		value === null ? [] : [{ name, value }],
	);
	const mimeType = entry.headers['content-type'] ?? 'application/json';
	return {
		startedDateTime: isoTime(arrivedMsOf(entry)),
		time,
		request: {
			...common,
			method: entry.method,
			// The target of `OPTIONS *` stands for the whole server: its URL has no path (RFC 9112, 3.3).
			url: entry.path.startsWith('/') ? base + entry.path : base,
			headers,
			queryString: [],
			...(request === null ? {} : { postData: { mimeType, params: [], text: request } }),
			bodySize: sizeOf(request),
		},
		response: {
			...common,
			status: entry.status,
			statusText: STATUS_CODES[entry.status] ?? '',
			headers: [{ name: 'X-Request-Id', value: entry.requestId }],
			content: {
				size: sizeOf(response),
				mimeType: response === null ? 'text/html' : 'application/json',
				...(response === null ? {} : { text: response }),
			},
			redirectURL: '',
			bodySize: sizeOf(response),
		},
		cache: {},
		timings: { send: 0, wait: time, receive: 0 },
		_entry: entry.id,
		_transactionId: entry.transactionId,
	};
}

function sizeOf(text: string | null): number {
	return text === null ? 0 : Buffer.byteLength(text);
}
