/** The headers that keep a cashier page from harm. */
import helmet from 'helmet';

/**
 * `form-action 'self'` is safe here because RETURN TO ACCOUNT is a plain link: Chromium would apply it to a
 * redirect after a form. No `upgrade-insecure-requests` and no HSTS: on plain-http localhost both do harm.
 */
export const shield = helmet({
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
			'frame-ancestors': ["'none'"],
		},
	},
	xFrameOptions: { action: 'deny' },
	referrerPolicy: { policy: 'no-referrer' },
	strictTransportSecurity: false,
	crossOriginOpenerPolicy: false,
	originAgentCluster: false,
});
