/** Request and response classes that already have Express's prototypes. */
import type { ServerOptions } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The options of `http.createServer`. */
export type HttpClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Express calls `setPrototypeOf` on every request and response, which discards V8's hidden classes: without it, a bare
 * route on Node 20 is three times as fast. These classes inherit from Express's prototypes, and their own prototypes become
 * those of the app, so that `setPrototypeOf` changes nothing.
 */
export function httpClassesOf(app: Express): HttpClasses {
	class SandboxRequest extends IncomingMessage {}
	// Generic, because the types of `createServer` require it.
	class SandboxResponse<R extends IncomingMessage> extends ServerResponse<R> {}
	Object.setPrototypeOf(SandboxRequest.prototype, app.request);
	Object.setPrototypeOf(SandboxResponse.prototype, app.response);
	app.request = SandboxRequest.prototype as unknown as Express['request'];
	app.response = SandboxResponse.prototype as unknown as Express['response'];
	return { IncomingMessage: SandboxRequest, ServerResponse: SandboxResponse };
}
