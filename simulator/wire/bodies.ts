/** Body readers with their limits. A wrong type of body is refused before anything reads it. */

import type { RequestHandler } from 'express';
import express from 'express';
import { refuse } from './refuse.ts';

export const bodyLimitBytes = 100 * 1024;

function requireType(expected: string, isOptional: boolean): RequestHandler {
	return function requireMediaType(request, response, next) {
		const hasBody =
			request.headers['transfer-encoding'] !== undefined ||
			Number(request.headers['content-length'] ?? 0) > 0;
		if (request.is(expected) || (isOptional && !hasBody)) return next();
		const received = request.get('content-type') ?? 'no Content-Type';
		refuse(response, { code: 'unsupported_media_type', expected, received });
	};
}

const readJson = express.json({ limit: bodyLimitBytes, strict: false });

/** The service's calls: a JSON body, always (D-11). */
export const jsonBody: RequestHandler[] = [requireType('application/json', false), readJson];

/** Control calls: a JSON body, or none. */
export const optionalJsonBody: RequestHandler[] = [requireType('application/json', true), readJson];

/** The cashier's forms. */
export const formBody: RequestHandler[] = [
	requireType('application/x-www-form-urlencoded', true),
	express.urlencoded({ extended: false, limit: bodyLimitBytes }),
];
