/** Which problems are errors of the service: those that the settings of errors can tell in other words (D-15 to D-17). */
import type { ProblemCode } from './problem.ts';
import { serviceOperations } from './service-operations.ts';

/** What any of the three calls may meet, beside its own. */
export const everyServiceCall: readonly ProblemCode[] = [
	'body_too_large',
	'header_missing',
	'internal_error',
	'invalid_body',
	'malformed_json',
	'malformed_request',
	'method_not_allowed',
	'not_authenticated',
	'origin_not_allowed',
	'path_not_found',
	'rate_limited',
	'request_timeout',
	'unreadable_body',
	'unsupported_media_type',
];

const ofTheCalls = Object.values(serviceOperations).flatMap(
	({ problems }): readonly ProblemCode[] => problems,
);

/** All others are the sandbox's own: of the control API, of the cashier, of who may come in. */
export const serviceProblemCodes: readonly ProblemCode[] = [
	...new Set([...everyServiceCall, ...ofTheCalls]),
].sort();

/** Whatever is asked for under a version is asked of the service, whether or not it is there (D-22). */
export const isServicePath = (path: string) => /^\/v\d+(\/|$)/.test(path);
