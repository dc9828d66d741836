/** Request and response classes that already are what Express would make of them. */
import type { ServerOptions } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** As `http.createServer` takes them. */
export type HttpClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * For each call Express sets the prototypes of request and response to its own, which throws away the shapes that
 * V8 has learnt of them: on Node 20 a bare route answers three times as often without. Here the classes inherit from
 * Express's prototypes and are then named as the app's own, so that setting them changes nothing.
 */
export function classesOf(app: Express): HttpClasses {
	class SandboxRequest extends IncomingMessage {}
	// The generic class, so that the derived one is as generic as the types of `http` ask for.
	class SandboxResponse<R extends IncomingMessage> extends ServerResponse<R> {}
	Object.setPrototypeOf(SandboxRequest.prototype, app.request);
	Object.setPrototypeOf(SandboxResponse.prototype, app.response);
	app.request = SandboxRequest.prototype as unknown as Express['request'];
	app.response = SandboxResponse.prototype as unknown as Express['response'];
	return { IncomingMessage: SandboxRequest, ServerResponse: SandboxResponse };
}
