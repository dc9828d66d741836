/**
 * A documented call in one piece: its version, what it must get past, its route, the writer. No router stands before it
 * and no handler between its steps: each would cost as much as the step itself.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { ServiceCall } from '../contract/routes.ts';
import { documentedVersion, servicePaths } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ApiError } from '../errors/api-error.ts';
import { readBytes } from './body-bytes.ts';
import type { Answer, ReplyStage, Route } from './call.ts';
import { credentialsOf } from './credentials.ts';
import { answerWith } from './endpoint.ts';
import { HttpCall } from './http-call.ts';
import { readJson } from './json-body.ts';
import { refuseUnlessJson } from './media-type.ts';
import type { RequestContext } from './request-context.ts';
import { contextOf } from './request-context.ts';

interface ServiceCallOptions {
	routes: Readonly<Record<ServiceCall, Route>>;
	/** In order; each sees the reply of the one before. */
	stages: readonly ReplyStage[];
	/** Has something to wait for only where a rate is set. */
	limitRate(context: RequestContext): Promise<ApiError | null> | null;
	refuseOrigin(request: Request): ApiError | null;
}

const callsByName = new Map(
	Object.entries(servicePaths).map(([call, path]) => [
		path.slice(`/${documentedVersion}`.length),
		call as ServiceCall,
	]),
);

export function serveCalls({ routes, stages, ...doors }: ServiceCallOptions): RequestHandler {
	return async function serveDocumentedCall(request, response, next) {
		const context = contextOf(response);
		const call = enterCall(request.path, context);
		if (call === null) return next();
		const taken = await take(request, context, doors);
		const made = new HttpCall(call, request, response, taken.ok ? taken.body : undefined);
		const answer: Answer = taken.ok ? await routes[call](made) : taken.refusal;
		await answerWith(answer, made, response, taken.ok ? stages : []);
	};
}

/** From here on the answer is the service's, and told as its settings want it. An unserved version is no call. */
function enterCall(path: string, context: RequestContext): ServiceCall | null {
	const endOfVersion = path.indexOf('/', 1);
	const call = callsByName.get(path.slice(endOfVersion));
	if (call === undefined) return null;
	const version = path.slice(1, endOfVersion);
	if (!context.settings.versions.includes(version)) return null;
	context.call = call;
	context.isService = true;
	if (version !== documentedVersion) context.assumptions = ['D-22'];
	return call;
}

type Taken = { ok: true; body: unknown } | { ok: false; refusal: ApiError };

const refused = (refusal: ApiError): Taken => ({ ok: false, refusal });

/** In order: method, origin, rate, credentials, headers, content type; then the bytes, what signs them, and the JSON in them. */
async function take(
	request: Request,
	context: RequestContext,
	{ limitRate, refuseOrigin }: Pick<ServiceCallOptions, 'limitRate' | 'refuseOrigin'>,
): Promise<Taken> {
	const { method, headers } = request;
	if (method !== 'POST') return refused({ code: 'method_not_allowed', method, allowed: ['POST'] });
	const foreign = refuseOrigin(request);
	if (foreign) return refused(foreign);
	// Nothing is waited for where there is nothing to wait for: a turn costs each call.
	const limited = limitRate(context);
	const stopped = (limited && (await limited)) ?? refuseHead(request, context);
	if (stopped) return refused(stopped);
	const bytes = await readBytes(request);
	if (!Buffer.isBuffer(bytes)) return refused(bytes);
	const unsigned = credentialsOf(context.settings.auth).refuseBody(headers, bytes);
	if (unsigned) return refused(unsigned);
	const read = readJson(bytes);
	context.sent = read.text;
	return read.ok ? { ok: true, body: read.value } : read;
}

function refuseHead(request: IncomingMessage, { settings }: RequestContext): ApiError | null {
	const { auth, http } = settings;
	return (
		credentialsOf(auth).refuseHeaders(request.headers) ??
		refuseWithoutHeaders(request.headers, http.requiredHeaders) ??
		(http.contentType.strict ? refuseUnlessJson(request) : null)
	);
}

function refuseWithoutHeaders(
	headers: IncomingHttpHeaders,
	required: Settings['http']['requiredHeaders'],
): ApiError | null {
	// An empty header says nothing.
	const header = required.find((name) => !headers[name.toLowerCase()]?.length);
	return header === undefined ? null : { code: 'header_missing', header };
}
