/** What a documented call must get past before a route sees it: its version, its rate, its caller, its headers, its body. */
import type { Request, RequestHandler } from 'express';
import type { ServiceCall } from '../contract/routes.ts';
import { documentedVersion, servicePathIn } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { readBytes, refuseUnlessJson, takeJson } from './bodies.ts';
import { credentialsOf } from './credentials.ts';
import { arrivedOf } from './locals.ts';
import { refuse } from './refuse.ts';

/** The path of a call in every version: which of them are served is a setting. */
export const pathOfCall = (call: ServiceCall) => servicePathIn(':version', call);

/** From here on the answer is the service's, and told as its settings want it. An unserved version is no call. */
export function enterCall(call: ServiceCall): RequestHandler {
	return function enterDocumentedCall(request, response, next) {
		const arrived = arrivedOf(response);
		const version = String(request.params.version);
		if (!arrived.settings.versions.includes(version)) return next('route');
		arrived.call = call;
		if (version !== documentedVersion) arrived.assumptions = ['D-22'];
		next();
	};
}

/** In order: rate, credentials, headers, content type; then the bytes, what signs them, and the JSON in them. */
export function callDoors(limitRate: RequestHandler): RequestHandler[] {
	return [limitRate, checkHead, readBytes, checkSignature, takeJson];
}

const checkHead: RequestHandler = (request, response, next) => {
	const { auth, http } = arrivedOf(response).settings;
	const refusal =
		credentialsOf(auth).refuseHeaders(request.headers) ??
		refuseWithoutHeaders(request, http.requiredHeaders) ??
		(http.contentType.strict ? refuseUnlessJson(request) : null);
	if (refusal) return refuse(response, refusal);
	next();
};

const noBytes = Buffer.alloc(0);

const checkSignature: RequestHandler = (request, response, next) => {
	const { auth } = arrivedOf(response).settings;
	const bytes = Buffer.isBuffer(request.body) ? request.body : noBytes;
	const refusal = credentialsOf(auth).refuseBody(request.headers, bytes);
	if (refusal) return refuse(response, refusal);
	next();
};

function refuseWithoutHeaders(
	{ headers }: Request,
	required: Settings['http']['requiredHeaders'],
): Refusal | null {
	// An empty header says nothing.
	const header = required.find((name) => !headers[name.toLowerCase()]?.length);
	return header === undefined ? null : { code: 'header_missing', header };
}
