import type { RequestListener } from 'node:http';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';

interface Handlers {
	/** Is called first, with the request and the response of an app (`httpClassesOf`). */
	receive: RequestHandler;
	/** Handles the requests that `receive` passes on. */
	app: Express;
	/** Responds if `receive` throws, rejects or passes on an error. */
	handleError: ErrorRequestHandler;
}

/**
 * Returns the listener of the server. It calls `receive` directly: if `receive` were the first handler of the app, Express's
 * own work would take a fifteenth of a documented call.
 */
export function listenerOf({ receive, app, handleError }: Handlers): RequestListener {
	return function handleRequest(incoming, outgoing) {
		const request = incoming as Request;
		const response = outgoing as Response;
		// `request.fresh` reads it; Express sets it too.
		request.res = response;
		const disconnect = () => void response.destroy();
		const fail = (error: unknown) => {
			try {
				handleError(error, request, response, disconnect);
			} catch {
				disconnect();
			}
		};
		const next = (error?: unknown) => {
			if (error) fail(error);
			else app(request, response, disconnect);
		};
		try {
			const received: unknown = receive(request, response, next);
			if (received instanceof Promise) received.catch(fail);
		} catch (error) {
			fail(error);
		}
	};
}
