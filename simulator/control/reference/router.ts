/**
 * `/_sandbox/openapi.json` and `/_sandbox/docs`. They say nothing of any payment and need no token, for a browser
 * cannot send one when it opens a page.
 */
import type { RequestHandler } from 'express';
import { Router } from 'express';
import helmet from 'helmet';
import { openApiQuerySchema } from '../../contract/control.ts';
import { basePathOf, controlPaths } from '../../contract/routes.ts';
import type { ApiError } from '../../errors/api-error.ts';
import type { Call, Reply, Route } from '../../wire/call.ts';
import { json } from '../../wire/call.ts';
import { methodNotAllowed } from '../../wire/fallback-handlers.ts';
import { validateQuery } from '../../wire/validate.ts';
import type { DocumentFacts } from './document.ts';
import { referenceFiles } from './files.ts';

export interface ReferenceDeps extends Pick<DocumentFacts, 'version' | 'tokenWanted'> {
	/** The address given for links, when there is one. */
	publicUrl: string | null;
}

/**
 * Swagger UI writes style attributes into the page, hence inline styles; it needs no inline script and no eval.
 * Its pictures are data. Everything else, calls included, stays on this address.
 */
const securityHeaders = helmet({
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			'default-src': ["'none'"],
			'style-src': ["'self'", "'unsafe-inline'"],
			'script-src': ["'self'"],
			'connect-src': ["'self'"],
			'img-src': ["'self'", 'data:'],
			'form-action': ["'none'"],
			'base-uri': ["'none'"],
			'frame-ancestors': ["'none'"],
		},
	},
	xFrameOptions: { action: 'deny' },
	// Calls made from the page carry their true Origin, which the doors look at.
	referrerPolicy: { policy: 'same-origin' },
	strictTransportSecurity: false,
	crossOriginOpenerPolicy: false,
	originAgentCluster: false,
});

export function referenceRouter(
	deps: ReferenceDeps,
	handler: (route: Route) => RequestHandler,
): Router {
	const router = Router({ caseSensitive: true, strict: true });
	router
		.route(controlPaths.openapi)
		.get(handler(showDocument(deps)))
		.all(methodNotAllowed('GET'));
	router
		.route(controlPaths.docs)
		.get(
			securityHeaders,
			sendFile(() => 'docs.html'),
		)
		.all(methodNotAllowed('GET'));
	router.get(
		`${controlPaths.docs}/:name`,
		securityHeaders,
		sendFile((name) => name),
	);
	return router;
}

function showDocument({ publicUrl, ...facts }: ReferenceDeps) {
	return async (call: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(openApiQuerySchema, call.query, { part: 'service' });
		if (!sent.ok) return sent.refusal;
		const { part } = sent.data;
		const { openApiDocument } = await import('./document.ts');
		// The address of the request comes first: there a page of this sandbox may try the calls.
		const hosts = [`http://${call.header('host')}`, ...(publicUrl === null ? [] : [publicUrl])];
		const servers = hosts.map((host) => host + basePathOf(call.workspace));
		const parts = part ? [part] : (['service', 'sandbox'] as const);
		return json(openApiDocument({ ...facts, servers: [...new Set(servers)], parts }));
	};
}

/** Streamed, with an ETag and an answer for a browser that has it already. */
function sendFile(nameOf: (asked: string) => string): RequestHandler<{ name?: string }> {
	return function sendReferenceFile(request, response, next) {
		const file = referenceFiles.get(nameOf(request.params.name ?? ''));
		if (file === undefined) return next();
		response.setHeader('ETag', file.etag);
		const options = { dotfiles: 'allow', maxAge: '1h' } as const;
		response.sendFile(file.path, options, (error) => {
			// Nobody is left to tell once the client went away or the answer has begun.
			if (error && !response.headersSent && !response.destroyed) next(error);
		});
	};
}
