/** Fallback handlers: for an unknown path, a wrong method, an unexpected error. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import {
	controlPaths,
	isServicePath,
	isWithin,
	serviceCalls,
	servicePathIn,
} from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { writeError } from './problem.ts';
import { contextOf } from './request-context.ts';

export const notFoundHandler: RequestHandler = (request, response) => {
	const { method, path } = request;
	const context = contextOf(response);
	context.isService = isServicePath(path);
	const { versions } = context.settings;
	const served = versions.flatMap((version) =>
		serviceCalls.map((call) => servicePathIn(version, call)),
	);
	const { root: _, ...control } = controlPaths;
	const known = isWithin(controlPaths.root, path) ? Object.values(control) : served;
	writeError(response, { code: 'path_not_found', method, path, known });
};

/** Responds 405 and lists the allowed methods. A path with GET also has HEAD. */
export function methodNotAllowed(...methods: string[]): RequestHandler {
	const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
	return (request, response) => {
		writeError(response, { code: 'method_not_allowed', method: request.method, allowed });
	};
}

/**
 * Responds with the API error that `expected` returns. Any other error is reported as a bug, and the response shows
 * only the request id.
 */
export function errorHandler(
	expected: (error: unknown) => ApiError | null,
	report: (error: unknown, requestId: string) => void,
): ErrorRequestHandler {
	return (error, _request, response, _next) => {
		const refusal = expected(error);
		if (refusal) return writeError(response, refusal);
		report(error, contextOf(response).requestId);
		writeError(response, { code: 'internal_error' });
	};
}
