/** The HTTP server. It listens, counts the calls in flight, and stops without losing an accepted call. */
import type {
	IncomingMessage,
	RequestListener,
	Server,
	ServerOptions,
	ServerResponse,
} from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Arrived } from './arrived.ts';
import { nextTurn } from './awaitable.ts';
import { Connection } from './connection.ts';
import { maxConnections } from './max-connections.ts';
import { SharedLimits } from './shared-limits.ts';
import { monotonicMs, sleep } from './time.ts';
import { workScheduler } from './work-scheduler.ts';

/**
 * How long an idle connection stays open: longer than usual clients keep pooled connections. With Node's default of 5
 * s, the server would close theirs during use.
 */
const keepAliveMs = 65_000;

/** How long a client may take to read a response, or its next piece, in milliseconds. */
const readWithinMs = 60_000;
/** The same when the server stops and no call waits for its response. */
const readAtStopMs = 500;
/** How often a stop looks for connections that have become idle, in milliseconds. */
const sweepMs = 100;

interface HttpServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
	/** Returns the whole text of an HTTP response to input that is not a request. */
	brokenRequestAnswer(error: Error): string;
	/** Responds to a request whose headers arrived, but whose body is broken or does not arrive. */
	answerBrokenBody(error: Error, response: ServerResponse): void;
}

export interface HttpServer {
	server: Server;
	/** Returns the number of calls that wait for their response. */
	callsInFlight(): number;
	/** Returns the requests that have arrived and have not started: they wait for an earlier call, or for the scheduler. */
	waitingRequests(): Arrived[];
	/**
	 * Stops the server: closes idle connections at once, the others after their response, and all that are left after
	 * `drainMs`. For the first `graceMs` of this time it goes on listening and serving.
	 */
	stop(drainMs: number, graceMs: number): Promise<void>;
}

export function createHttpServer(
	listener: RequestListener,
	{ brokenRequestAnswer, answerBrokenBody, ...classes }: HttpServerOptions,
): HttpServer {
	const shared = new SharedLimits();
	const connections = new Set<Connection>();
	/** The number of connections so far. */
	let accepted = 0;
	const callsInFlight = () => [...connections].filter(({ isInFlight }) => isInFlight).length;
	const admit: RequestListener = (request, response) => {
		connectionOf(request.socket).add(request, response);
	};
	const server = createServer(
		{
			...classes,
			keepAliveTimeout: keepAliveMs,
			headersTimeout: 5_000,
			requestTimeout: 10_000,
			// How often Node enforces the two limits above, in milliseconds; its default is 30 s.
			connectionsCheckingInterval: 1_000,
			// Do not let Node reject a missing Host: the host guard does so with a problem+json body.
			requireHostHeader: false,
		},
		admit,
	);
	server.maxConnections = maxConnections();
	// A client that has closed its side can still read: see `Connection`.
	Object.assign(server, { httpAllowHalfOpen: true });
	server.on('connection', (socket: Served) => {
		const connection = new Connection(socket, shared, listener);
		socket[connectionKey] = connection;
		connections.add(connection);
		accepted += 1;
		workScheduler.noteAccepted();
		socket.on('close', () => connections.delete(connection));
	});
	server.on('clientError', (error, socket: Served) => {
		const connection = connectionOf(socket);
		const isLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
		// The body of a call is read when the call starts, so the client is not late before.
		const refuse = () =>
			connection.refuse(
				() => brokenRequestAnswer(error),
				(response) => answerBrokenBody(error, response),
			);
		if (isLate && connection.hasUnstarted) connection.noteLate(refuse);
		else refuse();
	});
	// Without these two listeners, Node would close the connection or respond without a body.
	server.on('connect', ({ socket }) => {
		connectionOf(socket).refuse(
			() => brokenRequestAnswer(new Error('CONNECT')),
			() => {},
		);
	});
	// Treat a call with an unknown `Expect` header as an ordinary call.
	server.on('checkExpectation', admit);
	server.on('listening', () => {
		const cutting = setInterval(() => {
			const nowMs = monotonicMs();
			for (const connection of connections) {
				connection.cutStalled(nowMs, { readWithinMs, idleMs: keepAliveMs });
			}
		}, readWithinMs / 10);
		server.on('close', () => clearInterval(cutting));
	});

	return {
		server,
		callsInFlight,
		waitingRequests: () => [...connections].flatMap(({ waiting }) => waiting),
		async stop(drainMs, graceMs) {
			const startedMs = monotonicMs();
			const servingMs = Math.min(graceMs, drainMs);
			if (servingMs > 0) {
				await sleep(servingMs);
				// Closing the listener resets the connections in its queue: do so after a turn that found none, if there is one.
				const untilMs = monotonicMs() + sweepMs;
				let before: number;
				do {
					before = accepted;
					await nextTurn();
				} while (accepted > before && monotonicMs() < untilMs);
			}
			await new Promise<void>((resolve) => {
				let answeredMs = monotonicMs();
				const sweep = () => {
					const nowMs = monotonicMs();
					if (callsInFlight() > 0) answeredMs = nowMs;
					const isOver = nowMs - startedMs >= drainMs || nowMs - answeredMs >= readAtStopMs;
					for (const connection of connections) {
						if (isOver || connection.isIdle) connection.cut();
					}
				};
				const sweeping = setInterval(sweep, sweepMs);
				server.close(() => {
					clearInterval(sweeping);
					resolve();
				});
				// After a grace, a connection that was accepted last may still send its call until the first interval.
				if (servingMs === 0) sweep();
			});
		},
	};
}

const connectionKey = Symbol('connection');

/** A socket with its connection. It is a field, because a Map would cost a look-up for every call. */
interface Served extends Socket {
	[connectionKey]?: Connection;
}

function connectionOf(socket: Served): Connection {
	return socket[connectionKey] as Connection;
}

/**
 * Call this after each write of a response: it counts what the client has not read. Almost every response is read at
 * once.
 */
export function noteWritten({ req: { socket } }: ServerResponse): void {
	if (socket.writableLength > 0) connectionOf(socket).noteWritten();
}

/** Call this with the bytes that have arrived of a body that is not complete, and with 0 at its end. */
export function noteArriving({ socket }: IncomingMessage, bytes: number): void {
	connectionOf(socket).noteArriving(bytes);
}

/** Whether an earlier call used the connection of this response. */
export function isConnectionReused({ req: { socket } }: ServerResponse): boolean {
	return connectionOf(socket).isReused;
}

/** Whether the server ended the connection of this response: it stopped, or the connection exceeded a limit. */
export function isConnectionCut({ req: { socket } }: ServerResponse): boolean {
	return connectionOf(socket).isCut;
}

/** How long ago the client of this response closed its side or was disconnected, in milliseconds; 0 if it did not. */
export function goneForMs({ req: { socket } }: ServerResponse): number {
	const { goneSinceMs } = connectionOf(socket);
	return goneSinceMs === null ? 0 : monotonicMs() - goneSinceMs;
}

/** Whether the client of this response sends calls without waiting for responses. */
export function isPipelined({ req: { socket } }: ServerResponse): boolean {
	return connectionOf(socket).isLowPriority();
}

/** When the call of this request arrived, on the monotonic clock: it may have waited for the scheduler. */
export function arrivedMsOf({ socket }: IncomingMessage): number {
	return connectionOf(socket).arrivedMs;
}

/** Call this with 1 when a call begins a wait that ends if its client leaves, and with -1 at its end. */
export function noteWait(response: ServerResponse, change: 1 | -1): void {
	connectionOf(response.req.socket).noteWait(response, change);
}

/** Call this when an event stream begins: from then on it does not count as a call in flight. */
export function noteStreaming({ req: { socket } }: ServerResponse): void {
	connectionOf(socket).noteStreaming();
}

/** Listens and returns the port. Rejects with Node's error; its `code` is `EADDRINUSE` if the port is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve((server.address() as AddressInfo).port);
		});
	});
}

export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The server's URL for clients on this machine. A wildcard address listens on loopback too. */
export function serverUrlFor(host: string, port: number): string {
	const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
	return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
