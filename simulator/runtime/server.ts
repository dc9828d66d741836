/** Listening, and stopping without losing an accepted call. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than the pools of usual clients keep a connection: Node's 5 s resets theirs. */
const keepAliveMs = 65_000;

interface HttpServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
	maxConnections: number;
}

export function createHttpServer(
	listener: RequestListener,
	{ maxConnections, ...classes }: HttpServerOptions,
): Server {
	const server = createServer(
		{
			...classes,
			keepAliveTimeout: keepAliveMs,
			headersTimeout: 5_000,
			requestTimeout: 10_000,
			// Node looks for slow clients only this often; its default of 30 s would make the limits above fiction.
			connectionsCheckingInterval: 1_000,
		},
		listener,
	);
	server.maxConnections = maxConnections;
	return server;
}

/** Resolves with the port; rejects with Node's error, whose `code` is `EADDRINUSE` for a taken port. */
export function listen(server: Server, port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve((server.address() as AddressInfo).port);
		});
	});
}

/** How many calls have come and wait for their answer. */
export function countCalls(server: Server): () => number {
	let calls = 0;
	server.on('request', (_request, response) => {
		calls += 1;
		response.once('close', () => {
			calls -= 1;
		});
	});
	return () => calls;
}

/** Ends idle connections at once and the others after their answer; after `drainMs` all that is left. */
export function stop(server: Server, drainMs: number): Promise<void> {
	return new Promise((resolve) => {
		// A connection kept alive becomes idle only after its answer, and close() does not look again.
		const sweep = setInterval(() => server.closeIdleConnections(), 100);
		const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
		server.close(() => {
			clearInterval(sweep);
			clearTimeout(deadline);
			resolve();
		});
		server.closeIdleConnections();
	});
}
