/**
 * One kept-alive connection that asks again as soon as it is answered. On bare sockets: Node's own HTTP client costs
 * more than the reference server, and the bench would measure the client.
 */
import type { Socket } from 'node:net';
import { connect } from 'node:net';

export interface Asking {
	host: string;
	port: number;
	/** The request as it goes over the wire. */
	request: Buffer;
	onAnswer(status: number, bytes: number, tookMs: number): void;
	onBroken(reason: string): void;
}

const endOfHead = '\r\n\r\n';

export function ask({ host, port, request, onAnswer, onBroken }: Asking): Socket {
	const socket = connect(port, host);
	let sentMs = 0;
	let rest: Buffer | null = null;
	const send = () => {
		sentMs = performance.now();
		socket.write(request);
	};
	socket.setNoDelay(true);
	socket.on('connect', send);
	socket.on('error', ({ message }) => onBroken(message));
	socket.on('close', () => onBroken('the server closed the connection'));
	socket.on('data', (chunk) => {
		const text = rest === null ? chunk : Buffer.concat([rest, chunk]);
		const size = sizeOf(text);
		if (size === null || text.length < size) {
			rest = text;
			return;
		}
		rest = null;
		onAnswer(Number(text.toString('latin1', 9, 12)), size, performance.now() - sentMs);
		send();
	});
	return socket;
}

/** Bytes of head and body; null while the head is not complete. */
function sizeOf(text: Buffer): number | null {
	const end = text.indexOf(endOfHead);
	if (end === -1) return null;
	const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.toString('latin1', 0, end)) ?? [];
	if (length === undefined) throw new Error('An answer without Content-Length cannot be measured.');
	return end + endOfHead.length + Number(length);
}
