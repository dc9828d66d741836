/**
 * One kept-alive connection, one request at a time. On bare sockets: Node's own HTTP client costs more than the
 * reference server, and the bench would measure the client.
 */
import { connect } from 'node:net';

/** Valid until the callback returns: the connection has one, and uses it again. */
export interface Answer {
	status: number;
	tookMs: number;
	bytes: Buffer;
	/** Where the body begins. */
	bodyAt: number;
}

export interface Connection {
	ask(request: string | Buffer, onAnswer: (answer: Answer) => void): void;
	close(): void;
}

interface Opening {
	host: string;
	port: number;
	onReady(connection: Connection): void;
	/** The server went away, or its answer cannot be read. */
	onBroken(connection: Connection, reason: string): void;
}

export const endOfHead = '\r\n\r\n';

export function openConnection({ host, port, onReady, onBroken }: Opening): void {
	const socket = connect(port, host);
	const answer: Answer = { status: 0, tookMs: 0, bytes: Buffer.alloc(0), bodyAt: 0 };
	let onAnswer: (answer: Answer) => void = () => {};
	let sentMs = 0;
	let rest: Buffer | null = null;
	const connection: Connection = {
		ask(request, then) {
			onAnswer = then;
			sentMs = performance.now();
			socket.write(request);
		},
		close: () => socket.destroy(),
	};
	socket.setNoDelay(true);
	socket.on('connect', () => onReady(connection));
	let reason = 'the server closed the connection';
	socket.on('error', ({ message }) => {
		reason = message;
	});
	// Follows an error, too: told once.
	socket.on('close', () => onBroken(connection, reason));
	socket.on('data', (chunk) => {
		const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
		const headEnd = bytes.indexOf(endOfHead);
		const bodyAt = headEnd + endOfHead.length;
		const length = headEnd === -1 ? 0 : bodyLength(bytes, headEnd);
		if (length === null) return onBroken(connection, 'an answer had no Content-Length');
		if (headEnd === -1 || bytes.length < bodyAt + length) {
			rest = bytes;
			return;
		}
		rest = null;
		answer.status = Number(bytes.toString('latin1', 9, 12));
		answer.tookMs = performance.now() - sentMs;
		answer.bytes = bytes;
		answer.bodyAt = bodyAt;
		onAnswer(answer);
	});
}

function bodyLength(bytes: Buffer, headEnd: number): number | null {
	const [, length] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd)) ?? [];
	return length === undefined ? null : Number(length);
}
