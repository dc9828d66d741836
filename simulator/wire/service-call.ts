/**
 * Handles a documented call from its version check to its response, in one function. Routers and handlers between the
 * steps would cost each call as much as the steps themselves.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { ServiceCall } from '../contract/routes.ts';
import { documentedPathVersion, servicePaths } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import type { Route } from './call.ts';
import type { Credentials } from './credentials.ts';
import { credentialsOf } from './credentials.ts';
import type { AnswerOptions } from './endpoint.ts';
import { answerCall, respondThroughStages } from './endpoint.ts';
import { HttpCall } from './http-call.ts';
import { readBytes, readJson, refuseUnlessJson, withoutByteOrderMark } from './read-body.ts';
import type { RequestContext } from './request-context.ts';
import { contextOf } from './request-context.ts';
import { headerBytesOf } from './request-headers.ts';

interface ServiceCallOptions extends AnswerOptions {
	routes: Readonly<Record<ServiceCall, Route>>;
	/** Is called only if `limits.rate` is set. */
	limitRate(context: RequestContext): ApiError | null;
	refuseOrigin(request: Request): ApiError | null;
}

const callsByPath = new Map(
	Object.entries(servicePaths).map(([call, path]) => [
		path.slice(`/${documentedPathVersion}`.length),
		call as ServiceCall,
	]),
);

export function serveCalls({ routes, ...options }: ServiceCallOptions): RequestHandler {
	const serve = (name: ServiceCall, request: Request, response: Response) =>
		andThen(readRequest(request, contextOf(response), options), (read) => {
			// A body that came too late, or was broken, has its response already: the call must have no effect.
			if (response.headersSent) return;
			const call = new HttpCall(name, request, response, read.ok ? read.body : undefined);
			if (!read.ok) return respondThroughStages(read.refusal, call, response, []);
			return answerCall(routes[name], call, response, options);
		});
	return function serveDocumentedCall(request, response, next) {
		const name = enterCall(contextOf(response));
		return name === null ? next() : serve(name, request, response);
	};
}

/**
 * Recognises a documented call by its path and notes it in the context: from here on, errors have the service's format.
 * Returns null for other paths, and for a version that is not served.
 */
function enterCall(context: RequestContext): ServiceCall | null {
	const { path, settings } = context;
	const endOfVersion = path.indexOf('/', 1);
	const call = callsByPath.get(path.slice(endOfVersion));
	if (call === undefined) return null;
	const version = path.slice(1, endOfVersion);
	if (!settings.versions.includes(version)) return null;
	context.call = call;
	context.isService = true;
	if (version !== documentedPathVersion) context.assumptions = ['D-22'];
	return call;
}

type Guards = Pick<ServiceCallOptions, 'limitRate' | 'refuseOrigin'>;

type RequestRead = { ok: true; body: unknown } | { ok: false; refusal: ApiError };

function readRequest(
	request: Request,
	context: RequestContext,
	guards: Guards,
): Awaitable<RequestRead> {
	const { auth } = context.settings;
	const credentials = auth.mode === 'none' ? null : credentialsOf(auth, auth.mode);
	const refusal = refuseBeforeBody(request, context, credentials, guards);
	if (refusal) return { ok: false, refusal };
	return andThen(readBytes(request), (bytes) => readBody(request, context, credentials, bytes));
}

/** Checks in this order: method, origin, rate, credentials, headers, content type. Returns the first error. */
function refuseBeforeBody(
	request: Request,
	context: RequestContext,
	credentials: Credentials | null,
	{ limitRate, refuseOrigin }: Guards,
): ApiError | null {
	const { method, headers } = request;
	const { limits } = context.settings;
	if (method !== 'POST') return { code: 'method_not_allowed', method, allowed: ['POST'] };
	return (
		refuseOrigin(request) ??
		(limits.rate === null ? null : limitRate(context)) ??
		credentials?.refuseHeaders(headers) ??
		refuseHead(request, context.settings)
	);
}

/** Reads the body after `refuseBeforeBody`. Checks in this order: bytes, signature, JSON. */
function readBody(
	{ headers }: IncomingMessage,
	context: RequestContext,
	credentials: Credentials | null,
	bytes: Buffer | ApiError,
): RequestRead {
	if (!Buffer.isBuffer(bytes)) return { ok: false, refusal: bytes };
	const unsigned = credentials?.refuseBody(headers, bytes);
	if (unsigned) return { ok: false, refusal: unsigned };
	const read = readJson(bytes);
	if (read.isText) context.sent = withoutByteOrderMark(bytes);
	return read.ok ? { ok: true, body: read.value } : read;
}

function refuseHead(request: IncomingMessage, { http }: Settings): ApiError | null {
	const missing = missingHeader(request.headers, http.requiredHeaders);
	if (missing !== undefined) return { code: 'header_missing', header: missing };
	return http.contentType.strict ? refuseUnlessJson(request) : null;
}

/** Returns the first required header that is missing or empty. */
function missingHeader(
	headers: IncomingHttpHeaders,
	required: Settings['http']['requiredHeaders'],
): string | undefined {
	return required.find((name) => !headerBytesOf(headers, name));
}
