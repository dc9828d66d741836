/** Listening, and stopping without losing an accepted call. */
import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Longer than the pools of usual clients keep a connection: Node's 5 s resets theirs. */
const keepAliveMs = 65_000;

/** More than that are turned away. */
const maxConnections = 20_000;

interface HttpServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
	/** A whole HTTP response for what never became a request. */
	brokenRequestAnswer(error: Error): string;
	/** Answers a request whose headers came, and whose body breaks or does not come. */
	answerBrokenBody(error: Error, response: ServerResponse): void;
}

export interface HttpServer {
	server: Server;
	/** How many calls have come and wait for their answer. */
	callsInFlight(): number;
}

export function createHttpServer(
	listener: RequestListener,
	{ brokenRequestAnswer, answerBrokenBody, ...classes }: HttpServerOptions,
): HttpServer {
	let inFlight = 0;
	// Made once, not for each call: collecting what calls leave behind is what holds up the others.
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
			// Node looks for slow clients only this often; its default of 30 s would make the limits above fiction.
			connectionsCheckingInterval: 1_000,
			// A missing Host is refused in our own words.
			requireHostHeader: false,
		},
		admit,
	);
	server.maxConnections = maxConnections;
	server.on('clientError', (error, socket: Served) => {
		const response = socket[latest];
		const refuse = () => part(socket, () => brokenRequestAnswer(error));
		if (!response || !socket.writable) refuse();
		// What came before it was a whole call, and is answered first.
		else if (response.req.complete) response.once('close', refuse);
		else if (!response.headersSent) answerBrokenBody(error, response);
	});
	// Without listeners Node closes the one without a word, and answers the other without a body.
	server.on('connect', (_request, socket) => {
		part(socket, () => brokenRequestAnswer(new Error('CONNECT')));
	});
	// What nobody expects here is an ordinary call.
	server.on('checkExpectation', admit);
	return { server, callsInFlight: () => inFlight };
}

const answered = Symbol('answered');
const waiting = Symbol('waiting');

interface Admitted extends ServerResponse {
	/** Whether somebody waits for its answer. */
	[waiting]?: boolean;
}

/** The call has its answer, though the answer goes on: nobody waits for it any more. */
export function noteAnswered(response: ServerResponse): void {
	response.emit(answered);
}

/**
 * A call that came before the one ahead of it was answered has no socket yet, and Node tells its response nothing of a
 * client that leaves meanwhile.
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

/** How long a client may still send after its last answer: closing at once would reset what it has not read yet. */
const lingerMs = 500;

function part(socket: Duplex, answer: () => string): void {
	// What comes after the first broken byte breaks too: one answer is enough.
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
 * A socket with the answer it waits for. Kept on the socket itself: a Set of all would be made anew every few hundred calls,
 * and V8 keeps what a Set held before alive by it until the next full collection, whole requests here.
 */
interface Served extends Duplex {
	[latest]?: ServerResponse | null;
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
