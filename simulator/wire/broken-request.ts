/** The answer to what never became a whole request: bad HTTP, headers beyond the limit, a client that is too slow. */
import type { ServerResponse } from 'node:http';
import { maxHeaderSize } from 'node:http';
import { headerNames } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { randomId } from '../runtime/chance.ts';
import type { RequestLog } from '../runtime/request-log.ts';
import { problemOf } from './problem.ts';
import { refuse } from './refuse.ts';

export function createBrokenRequests({ request: tell }: Pick<RequestLog, 'request'>) {
	return {
		/** A whole HTTP response, for a socket that is closed after it. Of its request nothing is known, not even the path. */
		brokenRequestAnswer(error: Error): string {
			const requestId = randomId();
			const about = { requestId, isService: false, assumptions: [] };
			const problem = problemOf(refusalOf(error), about);
			const { status, title, code } = problem;
			tell?.({ method: null, path: null, status, problem: code, requestId, ms: null });
			const body = JSON.stringify(problem);
			return [
				`HTTP/1.1 ${status} ${title}`,
				'Content-Type: application/problem+json; charset=utf-8',
				`Content-Length: ${Buffer.byteLength(body)}`,
				'Cache-Control: no-store',
				'X-Content-Type-Options: nosniff',
				`${headerNames.requestId}: ${requestId}`,
				'Connection: close',
				'',
				body,
			].join('\r\n');
		},
		/** The headers had come: the answer is the call's own, with its id and in its log line. */
		answerBrokenBody(error: Error, response: ServerResponse): void {
			response.shouldKeepAlive = false;
			refuse(response, refusalOf(error));
		},
	};
}

function refusalOf(error: Error): ApiError {
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
