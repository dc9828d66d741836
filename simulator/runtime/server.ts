/** The HTTP server: it listens, counts calls in flight, and stops without losing an accepted call. */
import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';

/** Longer than usual clients keep a pooled connection: Node's default of 5 s resets theirs. */
const keepAliveMs = 65_000;

const maxConnections = 20_000;

interface HttpServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
	/** The text of a whole HTTP response, for input that is not a request. */
	brokenRequestAnswer(error: Error): string;
	/** Responds to a request whose headers arrived, and whose body breaks or does not arrive. */
	answerBrokenBody(error: Error, response: ServerResponse): void;
}

export interface HttpServer {
	server: Server;
	/** The number of calls that wait for their response. */
	callsInFlight(): number;
}

export function createHttpServer(
	listener: RequestListener,
	{ brokenRequestAnswer, answerBrokenBody, ...classes }: HttpServerOptions,
): HttpServer {
	let inFlight = 0;
	// One function for all calls, not a closure for each: garbage of finished calls delays the others.
	function settle(this: Admitted) {
		if (this[waiting]) inFlight -= 1;
		this[waiting] = false;
	}
	function close(this: Admitted) {
		settle.call(this);
		const socket: Served = this.req.socket;
		if (socket[latest] === this) socket[latest] = null;
	}
	const admit: RequestListener = (request, response: Admitted) => {
		inFlight += 1;
		response[waiting] = true;
		const socket: Served = request.socket;
		socket[latest] = response;
		response.on(answered, settle);
		response.on('close', close);
		if (response.socket === null) closeWith(socket, response);
		listener(request, response);
	};
	const server = createServer(
		{
			...classes,
			keepAliveTimeout: keepAliveMs,
			headersTimeout: 5_000,
			requestTimeout: 10_000,
			// The interval at which Node enforces the two limits above; its default is 30 s.
			connectionsCheckingInterval: 1_000,
			// The host guard rejects a missing Host, with a problem body.
			requireHostHeader: false,
		},
		admit,
	);
	server.maxConnections = maxConnections;
	server.on('clientError', (error, socket: Served) => {
		const response = socket[latest];
		const refuse = () => part(socket, () => brokenRequestAnswer(error));
		if (!response || !socket.writable) refuse();
		// The call before the broken input is complete: it gets its response first.
		else if (response.req.complete) response.once('close', refuse);
		else if (!response.headersSent) answerBrokenBody(error, response);
	});
	// Without these two listeners Node closes the connection, or responds without a body.
	server.on('connect', (_request, socket) => {
		part(socket, () => brokenRequestAnswer(new Error('CONNECT')));
	});
	// A call with an unknown `Expect` header is an ordinary call.
	server.on('checkExpectation', admit);
	return { server, callsInFlight: () => inFlight };
}

const answered = Symbol('answered');
const waiting = Symbol('waiting');

interface Admitted extends ServerResponse {
	/** Whether it counts as in flight. */
	[waiting]?: boolean;
}

/** An event stream that has begun is no longer in flight, though its response goes on. */
export function noteAnswered(response: ServerResponse): void {
	response.emit(answered);
}

/**
 * The response of a pipelined call has no socket until the one ahead of it has ended, and Node does not close it when the
 * client disconnects in that time.
 */
function closeWith(socket: Duplex, response: ServerResponse): void {
	const close = () => {
		if (response.destroyed || response.socket !== null) return;
		response.destroy();
		response.emit('close');
	};
	socket.on('close', close);
	response.once('close', () => socket.off('close', close));
}

/** How long the socket stays open after its last response: closing it at once would reset what the client has not read. */
const lingerMs = 500;

function part(socket: Duplex, answer: () => string): void {
	// Every chunk after the first broken byte is an error too: one response is enough.
	if (socket.writableEnded) return;
	if (!socket.writable) return void socket.destroy();
	socket.on('error', () => socket.destroy());
	socket.end(answer());
	const deadline = setTimeout(() => socket.destroy(), lingerMs);
	socket.once('close', () => clearTimeout(deadline));
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

const latest = Symbol('latest');

/**
 * A socket with its latest response, as a field of the socket: a Set of sockets would rehash every few hundred calls, and
 * its old tables keep whole requests alive until the next full garbage collection.
 */
interface Served extends Duplex {
	[latest]?: ServerResponse | null;
}

/** Closes idle connections at once, the others after their response, and after `drainMs` the rest. */
export function stop(server: Server, drainMs: number): Promise<void> {
	return new Promise((resolve) => {
		// close() does not look again at connections that become idle after their response.
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

export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The address of a listener for clients on this machine: a wildcard listens on loopback too. */
export function urlOf(host: string, port: number): string {
	const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
	return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
