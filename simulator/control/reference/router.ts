/**
 * The routes `/_sandbox/openapi.json` and `/_sandbox/docs`. The page works only without a control token,
 * because a browser cannot send a token when it opens a page.
 */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { RequestHandler } from 'express';
import { Router } from 'express';
import helmet from 'helmet';
import { openApiQuerySchema } from '../../contract/control.ts';
import { basePathOf, controlPaths } from '../../contract/routes.ts';
import type { ApiError } from '../../errors/api-error.ts';
import { createLruCache } from '../../runtime/lru-cache.ts';
import { projectFile } from '../../runtime/package.ts';
import type { Call, Reply, Route } from '../../wire/call.ts';
import { jsonText, noNotes } from '../../wire/call.ts';
import { methodNotAllowed } from '../../wire/fallback-handlers.ts';
import { validateQuery } from '../../wire/validate.ts';
import type { OpenApiFacts } from './document.ts';

/** Enough for some workspaces that serve other versions than most. A document has up to a quarter of a megabyte. */
const maxDocuments = 12;

export interface ReferenceDeps extends Pick<OpenApiFacts, 'version' | 'tokenWanted'> {
	/** The configured base address, for links. */
	publicUrl: string | null;
}

/**
 * Inline styles are allowed, because Swagger UI writes style attributes; inline scripts and eval are not. Images are
 * data URLs. All other requests, calls included, may go to this origin only.
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
	// The page sends its true Origin with calls, which the guards check.
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
	router
		.route(`${controlPaths.docs}/:name`)
		.get(
			securityHeaders,
			sendFile((name) => name),
		)
		.all(methodNotAllowed('GET'));
	return router;
}

function showDocument({ publicUrl, ...facts }: ReferenceDeps) {
	/** The documents by their parts and versions, each without the bracket at its end. Building one takes up to 40 ms. */
	const texts = createLruCache<string>(maxDocuments);
	return async (call: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(openApiQuerySchema, call.query, { part: 'service' });
		if (!sent.ok) return sent.refusal;
		const { part = 'both' } = sent.data;
		const { openApiDocument } = await import('./document.ts');
		const parts = part === 'both' ? (['service', 'sandbox'] as const) : [part];
		const { versions } = call.settings;
		const key = `${part} ${versions.join()}`;
		const text =
			texts.get(key) ?? JSON.stringify(openApiDocument({ ...facts, parts, versions })).slice(0, -1);
		texts.put(key, text);
		// The host of the request comes first: the page can send its calls there.
		const hosts = [`http://${call.header('host')}`, ...(publicUrl === null ? [] : [publicUrl])];
		const addresses = [...new Set(hosts.map((host) => host + basePathOf(call.workspace)))];
		const servers = JSON.stringify(addresses.map((url) => ({ url })));
		return jsonText(`${text},"servers":${servers}}`, noNotes);
	};
}

/** Sends a file with an ETag, or 304 to a browser that has it. */
function sendFile(nameOf: (requested: string) => string): RequestHandler<{ name?: string }> {
	return function sendReferenceFile(request, response, next) {
		const file = referenceFiles.get(nameOf(request.params.name ?? ''));
		if (file === undefined) return next('route');
		response.setHeader('ETag', file.etag);
		const options = { dotfiles: 'allow', maxAge: '1h' } as const;
		response.sendFile(file.path, options, (error) => {
			// If the client left or the response has begun, no error can be sent.
			if (error && !response.headersSent && !response.destroyed) next(error);
		});
	};
}

const ownFiles = ['docs.html', 'docs.css', 'docs.js'] as const;

/**
 * The files of Swagger UI. The build copies them into the package, because the library has twelve megabytes and an
 * install script that sends statistics. A clone reads them from node_modules.
 */
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const beside = (name: string) => projectFile(`simulator/control/reference/assets/${name}`);

function ofLibrary(name: string): string {
	const built = beside(name);
	if (existsSync(built)) return built;
	return createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
}

interface ReferenceFile {
	path: string;
	/** The ETag, which changes with the file. */
	etag: string;
}

const referenceFiles: ReadonlyMap<string, ReferenceFile> = new Map(
	[...ownFiles.map(beside), ...libraryFiles.map(ofLibrary)].map((path) => {
		const { size, mtimeMs } = statSync(path);
		const etag = `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
		return [basename(path), { path, etag }];
	}),
);
