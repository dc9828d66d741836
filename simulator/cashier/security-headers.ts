/** The security headers of the cashier's pages. */
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { contextOf } from '../wire/request-context.ts';

/**
 * Chromium applies `form-action 'self'` to redirects after a form: RETURN TO ACCOUNT must stay a plain link. No
 * `upgrade-insecure-requests` and no HSTS: both break http on localhost.
 */
const setHeaders = helmet({
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
			'frame-ancestors': [(_request, response) => frameAncestorsOf(response).join(' ') || "'none'"],
		},
	},
	xFrameOptions: false,
	referrerPolicy: { policy: 'no-referrer' },
	strictTransportSecurity: false,
	crossOriginOpenerPolicy: false,
	originAgentCluster: false,
});

/** Each workspace lists the origins that may frame its pages (D-12). */
export const securityHeaders: RequestHandler = (request, response, next) => {
	// The older header has no list of origins: it would forbid a listed one.
	if (frameAncestorsOf(response).length === 0) response.setHeader('X-Frame-Options', 'DENY');
	setHeaders(request, response, next);
};

function frameAncestorsOf(response: ServerResponse): readonly string[] {
	return contextOf(response).settings.cashier.frameAncestors;
}
