/** Body readers with their limits. What they cannot read is refused here: it is the caller's doing, never a bug. */
import type { Request, RequestHandler } from 'express';
import express from 'express';
import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from './refuse.ts';

const limitBytes = 100 * 1024;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function requireType(expected: string, isOptional: boolean): RequestHandler {
	return function requireMediaType(request, response, next) {
		const hasBody =
			request.headers['transfer-encoding'] !== undefined ||
			Number(request.headers['content-length'] ?? 0) > 0;
		if (request.is(expected) || (isOptional && !hasBody)) return next();
		refuse(response, unsupported('Content-Type', expected, request));
	};
}

function reader(read: RequestHandler, expected: string): RequestHandler {
	return function readBody(request, response, next) {
		const readNext = (error?: unknown) => {
			if (error === undefined) return next();
			refuse(response, refusalOf(error, expected, request));
		};
		return read(request, response, readNext);
	};
}

/** The readers' errors carry a type; those of a broken compression carry none. */
function refusalOf(error: unknown, expected: string, request: Request): Refusal {
	const type = error instanceof Error && 'type' in error ? error.type : null;
	const message = error instanceof Error ? error.message : '';
	switch (type) {
		case 'entity.parse.failed':
			return { code: 'malformed_json', reason: parseReason(message) };
		case 'entity.too.large':
			return { code: 'body_too_large', limit: limitBytes };
		case 'charset.unsupported':
			return unsupported('Content-Type', `${expected}; charset=utf-8`, request);
		case 'encoding.unsupported':
			return unsupported('Content-Encoding', 'gzip, deflate, br or nothing', request);
		case 'parameters.too.many':
			return { code: 'unreadable_body', reason: 'it has too many fields' };
		case 'request.aborted':
		case 'request.size.invalid':
			return { code: 'unreadable_body', reason: 'it is not as long as its Content-Length says' };
		default:
			return { code: 'unreadable_body', reason: 'its compression is broken' };
	}
}

function unsupported(param: string, expected: string, request: Request): Refusal {
	const received = request.get(param) ?? `no ${param}`;
	return { code: 'unsupported_media_type', param, expected, received };
}

/** The parser's words quote the body, which may hold what must not be repeated: only the place is kept. */
function parseReason(message: string): string {
	const place = /position \d+/.exec(message)?.[0];
	return place ? `a wrong character at ${place}` : 'it ends too early or has a wrong character';
}

const readJson = reader(express.json({ limit: limitBytes, strict: false }), json);
const readForm = reader(express.urlencoded({ extended: false, limit: limitBytes }), form);

/** The service's calls: a JSON body, always (D-11). */
export const jsonBody: RequestHandler[] = [requireType(json, false), readJson];

/** Control calls: a JSON body, or none. */
export const optionalJsonBody: RequestHandler[] = [requireType(json, true), readJson];

/** The cashier's forms. */
export const formBody: RequestHandler[] = [requireType(form, true), readForm];
