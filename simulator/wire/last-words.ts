/** What answers when no route did: an unknown path, a wrong method, a bug. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { controlPaths, servicePaths } from '../contract/routes.ts';
import { arrivedOf } from './locals.ts';
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

/** A path that is no text is the caller's; everything else that gets here is a bug, told by its request id only. */
export function errorAnswer(
	report: (error: unknown, requestId: string) => void,
): ErrorRequestHandler {
	return (error, _request, response, _next) => {
		if (error instanceof URIError) {
			return refuse(response, { code: 'unreadable_body', reason: 'the path is not valid' });
		}
		report(error, arrivedOf(response).requestId);
		refuse(response, { code: 'internal_error' });
	};
}
