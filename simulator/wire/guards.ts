/** Guards: checks of path, host, origin and bearer token that a request must pass before a route. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { ApiError } from '../errors/api-error.ts';
import { writeError } from './problem.ts';
import { bearerTokenIn, textOfHeader } from './request-headers.ts';

/** Rejects a path whose percent-encoding is not UTF-8. */
export function checkPath(path: string): ApiError | null {
	if (!path.includes('%')) return null;
	try {
		decodeURIComponent(path);
		return null;
	} catch {
		return { code: 'malformed_request', reason: 'the percent-encoding of its path' };
	}
}

/**
 * Rejects unknown host names. This protects against DNS rebinding, where the domain of a page resolves to this machine.
 * IP addresses and `localhost` cannot be rebound.
 */
export function hostGuard(allowedHosts: readonly string[]) {
	const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
	/** The last accepted header, which most requests repeat. */
	let accepted: string | undefined;
	return function refuseHost({ headers, rawHeaders, url }: IncomingMessage): ApiError | null {
		if (!headers.host) return { code: 'malformed_request', reason: 'it has no Host' };
		if (hasTwoHosts(rawHeaders)) {
			return { code: 'malformed_request', reason: 'it has more than one Host' };
		}
		if (namesAnotherHost(url, headers.host)) {
			return { code: 'malformed_request', reason: 'its target names another host than its Host' };
		}
		if (headers.host === accepted) return null;
		const text = textOfHeader(headers.host);
		const host = hostNameOf(text);
		const local = /^([a-z0-9_-]+\.)*localhost$/.test(host);
		const isAllowed =
			local || isIP(host) !== 0 || allowed.has(host) || allowed.has(text.toLowerCase());
		if (!isAllowed) return { code: 'host_not_allowed', host };
		accepted = headers.host;
		return null;
	};
}

/** Whether the request has two Host headers. Node reads the first, but a proxy may use the second (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
	}
	return hosts > 1;
}

/**
 * Whether an absolute target names another host than the Host header. By RFC 9112, 3.2.2 the target would be the one
 * that counts, but a proxy may have checked the other.
 */
function namesAnotherHost(target: string | undefined, host: string): boolean {
	if (target === undefined || target.startsWith('/')) return false;
	const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
	return authority !== undefined && authority.toLowerCase() !== host.toLowerCase();
}

function hostNameOf(header: string): string {
	const bracketed = /^\[([^\]]*)\](:\d*)?$/.exec(header);
	return (bracketed?.[1] ?? header.replace(/:\d*$/, '')).toLowerCase();
}

interface OriginRules {
	/** The public origins of the sandbox, in addition to the address of the request. */
	own: readonly string[];
	/**
	 * Whether `Origin: null` is accepted. The cashier's pages send it because they send no referrer; their forms have a
	 * token.
	 */
	opaque: boolean;
}

/**
 * Rejects calls from pages of other origins. Reads are allowed: without CORS headers a page cannot see their result.
 */
export function originRule({ own, opaque }: OriginRules) {
	return function refuseOrigin(request: Request): ApiError | null {
		const { method, protocol, headers } = request;
		// Most callers that are not browsers send neither header.
		if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return null;
		const origin = headers.origin ?? null;
		// Browsers send this header only to loopback and https; on plain http they send only the Origin.
		const site = request.get('sec-fetch-site') ?? 'unknown';
		const ours =
			origin === null ||
			origin === `${protocol}://${headers.host}` ||
			own.includes(origin) ||
			(origin === 'null' && (opaque || site === 'same-origin'));
		if (isRead(method) || (ours && ['unknown', 'same-origin', 'none'].includes(site))) return null;
		return { code: 'origin_not_allowed', origin: origin === null ? site : textOfHeader(origin) };
	};
}

function isRead(method: string): boolean {
	return method === 'GET' || method === 'HEAD';
}

/** The same rule as an Express handler. */
export function originGuard(rules: OriginRules): RequestHandler {
	const refuseOrigin = originRule(rules);
	return function checkOrigin(request, response, next) {
		const refusal = refuseOrigin(request);
		if (refusal) writeError(response, refusal);
		else next();
	};
}

/**
 * Requires a bearer token. The paths in `probes` can be read without one: a container probe then gets `bareStatus` and
 * nothing else.
 */
export function tokenGuard(
	token: string,
	probes: readonly string[],
	bareStatus: RequestHandler,
): RequestHandler {
	const expected = Buffer.from(token);
	return function checkToken(request, response, next) {
		const sent = bearerTokenIn(request.get('authorization') ?? '');
		if (sent?.length === expected.length && timingSafeEqual(sent, expected)) return next();
		const isProbe = isRead(request.method) && probes.includes(request.baseUrl + request.path);
		if (isProbe) return bareStatus(request, response, next);
		writeError(response, { code: 'token_required', isWrong: sent !== null });
	};
}
