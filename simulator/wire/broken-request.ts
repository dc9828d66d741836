/** Responses to incomplete or invalid HTTP: syntax errors, headers over the limit, slow clients. */
import type { ServerResponse } from 'node:http';
import { maxHeaderSize } from 'node:http';
import { headerNames } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { randomId } from '../runtime/chance.ts';
import type { RequestLog } from '../runtime/request-log.ts';
import { problemOf, writeError } from './problem.ts';

interface BrokenRequestsOptions {
	log: Pick<RequestLog, 'request'>;
	/** Prints a console line; null if console lines are off. */
	consoleLines: { refusedInput(status: number, sentence: string): void } | null;
}

export function createBrokenRequests({ log, consoleLines }: BrokenRequestsOptions) {
	return {
		/**
		 * Returns the whole text of an HTTP response, after which the socket is closed. The method and path of the request
		 * are unknown.
		 */
		brokenRequestAnswer(error: Error): string {
			const requestId = randomId();
			const about = { requestId, isService: false, assumptions: [] };
			const problem = problemOf(refusalOf(error), about);
			const { status, title, code, detail } = problem;
			// Print no line for a timeout: browsers open connections ahead of time, and may send nothing on them.
			if (code !== 'request_timeout') consoleLines?.refusedInput(status, detail.replace(/\.$/, ''));
			log.request?.({ method: null, path: null, status, problem: code, requestId, ms: null });
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
		/** The headers have arrived, so the response has the request's id and a log line. */
		answerBrokenBody(error: Error, response: ServerResponse): void {
			response.shouldKeepAlive = false;
			writeError(response, refusalOf(error));
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

/** The message of Node's HTTP parser, which never quotes the input. */
function reasonOf(error: Error): string {
	return 'reason' in error && typeof error.reason === 'string' ? error.reason : 'it is not HTTP';
}
