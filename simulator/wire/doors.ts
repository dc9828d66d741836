/** Who may come in: by the Host of the request, the Origin of a page, the bearer token of an operator. */
import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { controlPaths } from '../contract/routes.ts';
import { refuse } from './bodies.ts';

/**
 * Refuses names a rebinding attack could use: a page's own domain pointed at this machine. An address literal
 * cannot be rebound, and `localhost` never leaves the machine.
 */
export function hostDoor(allowedHosts: readonly string[]): RequestHandler {
	const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
	return function checkHost(request, response, next) {
		const host = hostNameOf(request.headers.host ?? '');
		const local = host === 'localhost' || host.endsWith('.localhost');
		if (local || isIP(host) !== 0 || allowed.has(host)) return next();
		refuse(response, { code: 'host_not_allowed', host });
	};
}

function hostNameOf(header: string): string {
	const bracketed = /^\[([^\]]*)\]/.exec(header);
	return (bracketed?.[1] ?? header.replace(/:\d*$/, '')).toLowerCase();
}

/** A page of another origin may neither read nor write: there is no CORS, and what changes state is refused here. */
export function originDoor(ownOrigins: readonly string[]): RequestHandler {
	return function checkOrigin(request, response, next) {
		const origin = request.get('origin');
		const own = origin === `${request.protocol}://${request.headers.host}`;
		const safe = request.method === 'GET' || request.method === 'HEAD';
		if (origin === undefined || own || safe || ownOrigins.includes(origin)) return next();
		refuse(response, { code: 'origin_not_allowed', origin });
	};
}

/** Health and readiness answer without a token, so that a container can be probed. */
export function tokenDoor(token: string): RequestHandler {
	const expected = Buffer.from(`Bearer ${token}`);
	const open: readonly string[] = [controlPaths.health, controlPaths.ready];
	return function checkToken(request, response, next) {
		const given = Buffer.from(request.get('authorization') ?? '');
		const right = given.length === expected.length && timingSafeEqual(given, expected);
		if (right || open.includes(request.baseUrl + request.path)) return next();
		refuse(response, { code: 'token_required' });
	};
}
