/** The security headers of the cashier's pages. */
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { contextOf } from '../wire/request-context.ts';

/**
 * RETURN TO ACCOUNT must stay a plain link, because Chromium applies `form-action 'self'` to redirects after a form.
 * `upgrade-insecure-requests` and HSTS are left out, because both break http on localhost.
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

/** Sets the headers. Each workspace lists the origins that may show its pages in a frame (D-12). */
export const securityHeaders: RequestHandler = (request, response, next) => {
	// Set the older header only without a list: it cannot list origins, and would forbid the listed ones.
	if (frameAncestorsOf(response).length === 0) response.setHeader('X-Frame-Options', 'DENY');
	setHeaders(request, response, next);
};

function frameAncestorsOf(response: ServerResponse): readonly string[] {
	return contextOf(response).settings.cashier.frameAncestors;
}
