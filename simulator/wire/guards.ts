/** Who may come in: by the Host of the request, the Origin of a page, the bearer token of an operator. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { ApiError } from '../errors/api-error.ts';
import { refuse } from './refuse.ts';

/** A path whose percent-encoding is no text names nothing. */
export function refusePath(path: string): ApiError | null {
	if (!path.includes('%')) return null;
	try {
		decodeURIComponent(path);
		return null;
	} catch {
		return { code: 'malformed_request', reason: 'the percent-encoding of its path' };
	}
}

/** So many hosts are remembered as welcome: clients use one or two. */
const mostWelcome = 100;

/**
 * Refuses names a rebinding attack could use: a page's own domain pointed at this machine. An address literal
 * cannot be rebound, and `localhost` never leaves the machine.
 */
export function hostGuard(allowedHosts: readonly string[]) {
	const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
	const welcome = new Set<string>();
	return function refuseHost({ headers, rawHeaders }: IncomingMessage): ApiError | null {
		if (!headers.host) return { code: 'malformed_request', reason: 'it has no Host' };
		if (hasTwoHosts(rawHeaders)) {
			return { code: 'malformed_request', reason: 'it has more than one Host' };
		}
		if (welcome.has(headers.host)) return null;
		const host = hostNameOf(headers.host);
		const local = host === 'localhost' || host.endsWith('.localhost');
		if (!local && isIP(host) === 0 && !allowed.has(host)) return { code: 'host_not_allowed', host };
		if (welcome.size < mostWelcome) welcome.add(headers.host);
		return null;
	};
}

/** Of two Node keeps the first, and what stands in between may go by the other (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
	}
	return hosts > 1;
}

function hostNameOf(header: string): string {
	const bracketed = /^\[([^\]]*)\](:\d*)?$/.exec(header);
	return (bracketed?.[1] ?? header.replace(/:\d*$/, '')).toLowerCase();
}

interface OriginRules {
	/** Origins the sandbox is reached at from outside, besides the address of the request itself. */
	own: readonly string[];
	/**
	 * Whether `Origin: null` may pass: our own pages send it, because they send no referrer. Where it does, a form
	 * token must prove where the request came from.
	 */
	opaque: boolean;
}

/** A page of another origin changes nothing here, and there is no CORS that would let it read. */
export function originRule({ own, opaque }: OriginRules) {
	return function refuseOrigin(request: Request): ApiError | null {
		const { method, protocol, headers } = request;
		// As nearly every caller that is no browser.
		if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return null;
		const origin = headers.origin ?? null;
		// Sent by current browsers to loopback and to https; older ones and plain http leave only the Origin.
		const site = request.get('sec-fetch-site') ?? 'unknown';
		const reads = method === 'GET' || method === 'HEAD';
		const ours =
			origin === null ||
			origin === `${protocol}://${headers.host}` ||
			own.includes(origin) ||
			(origin === 'null' && (opaque || site === 'same-origin'));
		if (reads || (ours && ['unknown', 'same-origin', 'none'].includes(site))) return null;
		return { code: 'origin_not_allowed', origin: origin ?? site };
	};
}

/** The same in front of a route. */
export function originGuard(rules: OriginRules): RequestHandler {
	const refuseOrigin = originRule(rules);
	return function checkOrigin(request, response, next) {
		const refusal = refuseOrigin(request);
		if (refusal) refuse(response, refusal);
		else next();
	};
}

/**
 * Wants a bearer token, except for `probes`: a container is probed without one, and hears its bare status from
 * `bareStatus` and nothing else.
 */
export function tokenGuard(
	token: string,
	probes: readonly string[],
	bareStatus: RequestHandler,
): RequestHandler {
	const expected = Buffer.from(`Bearer ${token}`);
	return function checkToken(request, response, next) {
		const given = Buffer.from(request.get('authorization') ?? '');
		if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
		if (probes.includes(request.baseUrl + request.path)) return bareStatus(request, response, next);
		refuse(response, { code: 'token_required' });
	};
}
