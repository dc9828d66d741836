/** What answers when no route did: an unknown path, a wrong method, a body that could not be read, a bug. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { controlPaths, servicePaths } from '../contract/routes.ts';
import { bodyLimitBytes } from './bodies.ts';
import { arrivedOf } from './locals.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refuse.ts';

export const pathNotFound: RequestHandler = (request, response) => {
	const { method, path } = request;
	const isControl = path === controlPaths.root || path.startsWith(`${controlPaths.root}/`);
	const known = Object.values(isControl ? controlPaths : servicePaths);
	refuse(response, { code: 'path_not_found', method, path, known });
};

export function methodNotAllowed(...allowed: string[]): RequestHandler {
	return (request, response) => {
		refuse(response, { code: 'method_not_allowed', method: request.method, allowed });
	};
}

/** Errors of the framework's body readers carry a type; everything else is a bug, told by its request id only. */
export function errorAnswer(
	report: (error: unknown, requestId: string) => void,
): ErrorRequestHandler {
	return (error, request, response, _next) => {
		const refusal = bodyRefusal(error, request.get('content-type') ?? 'no Content-Type');
		if (!refusal) report(error, arrivedOf(response).requestId);
		refuse(response, refusal ?? { code: 'internal_error' });
	};
}

function bodyRefusal(error: unknown, received: string): Refusal | null {
	if (!(error instanceof Error) || !('type' in error)) {
		return error instanceof URIError
			? { code: 'unreadable_body', reason: 'the path is not valid' }
			: null;
	}
	switch (error.type) {
		case 'entity.parse.failed':
			return { code: 'malformed_json', reason: parseReason(error.message) };
		case 'entity.too.large':
			return { code: 'body_too_large', limit: bodyLimitBytes };
		case 'charset.unsupported':
		case 'encoding.unsupported':
			return { code: 'unsupported_media_type', expected: 'application/json', received };
		default:
			return { code: 'unreadable_body', reason: String(error.type) };
	}
}

/** The parser's words quote the body, which may hold what must not be repeated: only the place is kept. */
function parseReason(message: string): string {
	return /position \d+/.exec(message)?.[0] ?? 'it ends too early or has a wrong character';
}
