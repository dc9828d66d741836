/** The answer to what never became a request: bad HTTP, headers beyond the limit, a client that is too slow. */
import { maxHeaderSize } from 'node:http';
import type { Refusal } from '../refusals/refusal.ts';
import { randomId } from '../runtime/chance.ts';
import { problemOf } from './problem.ts';

/** A whole HTTP response, for a socket that is closed after it. */
export function brokenRequestAnswer(error: Error): string {
	const problem = problemOf(refusalOf(error), { requestId: randomId(), assumptions: [] });
	const body = JSON.stringify(problem);
	return [
		`HTTP/1.1 ${problem.status} ${problem.title}`,
		'Content-Type: application/problem+json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Cache-Control: no-store',
		'X-Content-Type-Options: nosniff',
		'Connection: close',
		'',
		body,
	].join('\r\n');
}

function refusalOf(error: Error): Refusal {
	switch ('code' in error ? error.code : null) {
		case 'HPE_HEADER_OVERFLOW':
			return { code: 'headers_too_large', limit: maxHeaderSize };
		case 'ERR_HTTP_REQUEST_TIMEOUT':
			return { code: 'request_timeout' };
		default:
			return { code: 'malformed_request', reason: reasonOf(error) };
	}
}

/** The parser's own words, which never quote what was sent. */
function reasonOf(error: Error): string {
	return 'reason' in error && typeof error.reason === 'string' ? error.reason : 'it is not HTTP';
}
