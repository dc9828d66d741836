/**
 * Runs the calls of one connection one after another. A client that sends many calls without reading then cannot fill
 * the memory with responses, or delay other clients.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Arrived } from './arrived.ts';
import { runInNextTurn } from './awaitable.ts';
import type { SharedLimits } from './shared-limits.ts';
import { monotonicMs } from './time.ts';
import type { Work } from './work-scheduler.ts';
import { workScheduler } from './work-scheduler.ts';

/** The most calls that may wait on one connection. One more disconnects the client. */
const maxInLine = 256;
/** How long a request may still take whose time ran out while it waited for earlier calls, in milliseconds. */
const lateGraceMs = 10_000;
/** How long the socket stays open after a final response, in ms: closing it at once would reset what is not read yet. */
const lingerMs = 500;
/** Node's parser takes a message for which onIncoming returns this as an upgrade: it parses nothing after it. */
const stopParsing = 2;

export class Connection implements Work {
	readonly #socket: Socket;
	readonly #shared: SharedLimits;
	readonly #listener: RequestListener;
	readonly #line: { response: ServerResponse; start(): void; arrived: Arrived | null }[] = [];
	#current: ServerResponse | null = null;
	/**
	 * Whether the client has sent a call before it had the response to an earlier one, and not read all responses since.
	 * Usual clients never do, so their calls go first.
	 */
	#isPipelining = false;
	/** The request of the current call, and whether it has not started. */
	#arrived: Arrived | null = null;
	#isNotStarted = false;
	/** Whether the client has most likely left before its only call has started. */
	#hasLeft = false;
	/** The latest request, until it has arrived and is answered. Keeping it longer would keep its data in memory. */
	#latest: IncomingMessage | null = null;
	/** Whether the response of the current call is an event stream that has begun. */
	#isStreaming = false;
	/** How many waits of the current call end if its client leaves. */
	#waits = 0;
	/** Since when the client has not read what was sent, on the monotonic clock; null if it has read everything. */
	#unreadSinceMs: number | null = null;
	/** Since when the client has closed its side or the connection is closed, on the monotonic clock; null if neither. */
	goneSinceMs: number | null = null;
	#calls = 0;
	#isCut = false;
	/** Since when the connection has been idle, on the monotonic clock, and how many calls it had then. */
	#idleSinceMs = 0;
	#idleCalls = -1;
	/** Refuses the request whose time ran out; null if there is none. */
	#whenLate: (() => void) | null = null;

	constructor(socket: Socket, shared: SharedLimits, listener: RequestListener) {
		this.#socket = socket;
		this.#shared = shared;
		this.#listener = listener;
		socket.on('close', () => this.#clear());
		// This listener is needed, because Node removes its own from a connection with a CONNECT.
		socket.on('error', () => socket.destroy());
		socket.on('end', () => this.#endIfLeft());
	}

	add(request: IncomingMessage, response: ServerResponse): void {
		// The connection has had its last response, such as 408: a call that comes now must have no effect.
		if (this.#socket.writableEnded) return;
		this.#latest = request;
		const arrived = { request, atMs: monotonicMs() };
		if (this.#current === null) this.#start(arrived, response);
		else this.#wait(response, () => this.#start(arrived, response), arrived);
	}

	/** Whether an earlier call used the connection. */
	get isReused(): boolean {
		return this.#calls > 1;
	}

	/** Whether the connection has no call: none is waiting or running, and the client has read all responses. */
	get isIdle(): boolean {
		return this.#current === null;
	}

	/** Whether a call has arrived and its response is not written yet. An event stream that has begun does not count. */
	get isInFlight(): boolean {
		const response = this.#current;
		return response !== null && !this.#isStreaming && !response.writableEnded;
	}

	/** When the current call arrived, on the monotonic clock. */
	get arrivedMs(): number {
		return this.#arrived?.atMs ?? monotonicMs();
	}

	/** The requests that have not started: they wait for an earlier call, or for the scheduler. */
	get waiting(): readonly Arrived[] {
		const inLine = this.#line.flatMap(({ arrived }) => arrived ?? []);
		return this.#isNotStarted && this.#arrived ? [this.#arrived, ...inLine] : inLine;
	}

	/** Whether a call waits for an earlier one, or for the scheduler. Its body is not read yet. */
	get hasUnstarted(): boolean {
		return this.#line.length > 0 || this.#isNotStarted;
	}

	noteStreaming(): void {
		this.#isStreaming = true;
		if (this.#socket.readableEnded) this.#endIfLeft();
	}

	/**
	 * The client has closed its side. If several calls are open, or if the store is about to answer the only one, it still
	 * gets the responses. If its only call waits for something that its leaving ends, or before an event stream, it has most
	 * likely left.
	 */
	#endIfLeft(): void {
		this.goneSinceMs ??= monotonicMs();
		if (this.#line.length > 0) {
			if (this.#isStreaming) this.cut();
		} else if (this.#isNotStarted) this.#hasLeft = true;
		else if (this.#current === null || this.#isStreaming || this.#waits > 0) this.#socket.end();
	}

	/** Call this with 1 when a call begins a wait that ends if its client leaves, and with -1 at its end. */
	noteWait(response: ServerResponse, change: 1 | -1): void {
		if (response !== this.#current) return;
		this.#waits += change;
		if (change > 0 && this.#socket.readableEnded) this.#endIfLeft();
	}

	/** How many bytes of responses the client has not read. */
	get unreadBytes(): number {
		return this.#socket.writableLength;
	}

	/** Call this after a write of the current response. */
	noteWritten(): void {
		if (!this.#socket.destroyed) this.#shared.unread.set(this, this.unreadBytes);
	}

	/** Sets how many bytes have arrived of a body that is not complete. A closed connection may still emit what it has. */
	noteArriving(bytes: number): void {
		if (!this.#socket.destroyed) this.#shared.arriving.set(this, bytes);
	}

	/** After the response, Node may report no end of a body that stays incomplete. */
	#release(): void {
		this.#shared.unread.set(this, 0);
		this.#shared.arriving.set(this, 0);
	}

	/** Node reports only once that a request is late. One behind other calls gets as much time again at its turn. */
	noteLate(refuse: () => void): void {
		this.#whenLate = refuse;
	}

	#graceLate(): void {
		const [late, calls] = [this.#whenLate, this.#calls];
		// A deadline of a closed connection would keep the process alive.
		if (late === null || this.hasUnstarted || this.#socket.destroyed) return;
		this.#whenLate = null;
		const deadline = setTimeout(() => {
			const isWaitedFor = this.#calls === calls && this.#latest?.complete !== true;
			if (isWaitedFor) late();
		}, lateGraceMs);
		this.#socket.once('close', () => clearTimeout(deadline));
	}

	/**
	 * This is called at intervals. It disconnects a client that has not read for `readWithinMs`, or that made no further
	 * call for `idleMs`: blank lines between calls keep Node's own timeout away.
	 */
	cutStalled(
		nowMs: number,
		{ readWithinMs, idleMs }: { readWithinMs: number; idleMs: number },
	): void {
		const response = this.#current;
		const isUnread = response && (response.writableNeedDrain || response.writableEnded);
		if (!isUnread) this.#unreadSinceMs = null;
		else this.#unreadSinceMs ??= nowMs;
		if (this.#idleCalls !== this.#calls || response) this.#idleSinceMs = nowMs;
		this.#idleCalls = this.#calls;
		const isSlow = this.#unreadSinceMs !== null && nowMs - this.#unreadSinceMs >= readWithinMs;
		if (isSlow || (response === null && nowMs - this.#idleSinceMs >= idleMs)) this.cut();
	}

	/**
	 * Responds to input that is not HTTP, after the responses to all earlier calls, and closes the connection. `text` is
	 * the whole response. `breakBody` responds to a call whose body is the broken input.
	 */
	refuse(text: () => string, breakBody: (response: ServerResponse) => void): void {
		const waiting = this.#line.at(-1);
		const last = waiting?.response ?? this.#current;
		// The call that the broken input belongs to already has its response.
		if (!last && this.#latest?.complete === false) this.cut();
		else if (!last || !this.#socket.writable) this.#closeWith(text);
		else if (last.req.complete) this.#wait(last, () => this.#closeWith(text));
		else {
			const start = () => {
				if (waiting?.arrived) this.#start(waiting.arrived, last);
				// A call that has not started cannot be answered.
				this.run();
				if (!last.headersSent) breakBody(last);
			};
			if (waiting) this.#line.splice(-1, 1, { ...waiting, start });
			else start();
		}
	}

	/** Whether the server disconnected the client. */
	get isCut(): boolean {
		return this.#isCut;
	}

	/** Disconnects the client. */
	cut(): void {
		// A client that has left was not cut.
		if (!this.#socket.destroyed) this.#isCut = true;
		// Stop the parser: otherwise Node would build a request and a response for each call in the bytes it has read, and
		// keep them until the socket is closed (6 MB for 64 KiB). It has no public way to stop.
		const { parser } = this.#socket as { parser?: { onIncoming: () => number } | null };
		if (parser) parser.onIncoming = () => stopParsing;
		this.#socket.destroy();
	}

	#start(arrived: Arrived, response: ServerResponse): void {
		this.#calls += 1;
		this.#current = response;
		this.#isStreaming = false;
		this.#waits = 0;
		this.#unreadSinceMs = null;
		response.on('close', this.#next);
		this.#arrived = arrived;
		this.#isNotStarted = true;
		workScheduler.run(this);
	}

	/** Starts the current call, if it has not started. The scheduler calls it. */
	run(): void {
		const [arrived, response] = [this.#isNotStarted ? this.#arrived : null, this.#current];
		this.#isNotStarted = false;
		if (arrived === null || response === null || response.destroyed) return;
		this.#graceLate();
		this.#listener(arrived.request, response);
		// A response that is ready at once is sent before the connection ends.
		if (this.#hasLeft) runInNextTurn(() => this.#endIfLeft());
	}

	isLowPriority(): boolean {
		return this.#isPipelining;
	}

	#wait(response: ServerResponse, start: () => void, arrived: Arrived | null = null): void {
		if (this.#line.length === maxInLine || !this.#shared.hasRoom) {
			this.cut();
			return;
		}
		this.#isPipelining = true;
		this.#shared.addWaiting(1);
		this.#line.push({ response, start, arrived });
	}

	/** Starts the next call: the current response is complete, or the client has disconnected. */
	readonly #next = (): void => {
		this.#current = null;
		this.#arrived = null;
		this.#isNotStarted = false;
		if (this.#latest?.complete) this.#latest = null;
		this.#release();
		// The response closed the connection: drop the waiting calls. None has started, so the client can send them again.
		if (!this.#socket.writable) this.#clear();
		const next = this.#line.shift();
		if (!next) {
			this.#isPipelining = false;
			this.#graceLate();
			if (this.#socket.readableEnded) this.#socket.end();
			return;
		}
		this.#shared.addWaiting(-1);
		next.start();
	};

	#clear(): void {
		this.goneSinceMs ??= monotonicMs();
		this.#shared.addWaiting(-this.#line.length);
		this.#line.length = 0;
		this.#release();
	}

	#closeWith(text: () => string): void {
		const socket = this.#socket;
		// Every chunk after the first broken byte is another error: respond only once.
		if (socket.writableEnded) return;
		socket.end(text());
		const deadline = setTimeout(() => socket.destroy(), lingerMs);
		socket.once('close', () => clearTimeout(deadline));
	}
}
