/** The headers that keep a cashier page from harm. */
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { contextOf } from '../wire/request-context.ts';

/**
 * `form-action 'self'` is safe here because RETURN TO ACCOUNT is a plain link: Chromium would apply it to a
 * redirect after a form. No `upgrade-insecure-requests` and no HSTS: on plain-http localhost both do harm.
 */
const guard = helmet({
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			'default-src': ["'none'"],
			'style-src': ["'self'"],
			'script-src': ["'self'"],
			'connect-src': ["'self'"],
			'img-src': ["'self'", 'data:'],
			'form-action': ["'self'"],
			'base-uri': ["'none'"],
			'frame-ancestors': [(_request, response) => framersOf(response).join(' ') || "'none'"],
		},
	},
	xFrameOptions: false,
	referrerPolicy: { policy: 'no-referrer' },
	strictTransportSecurity: false,
	crossOriginOpenerPolicy: false,
	originAgentCluster: false,
});

/** What may frame a page is the word of its workspace (D-12). */
export const securityHeaders: RequestHandler = (request, response, next) => {
	// The older header knows no list: where an origin may frame, it would say otherwise.
	if (framersOf(response).length === 0) response.setHeader('X-Frame-Options', 'DENY');
	guard(request, response, next);
};

function framersOf(response: ServerResponse): readonly string[] {
	return contextOf(response).settings.cashier.frameAncestors;
}
