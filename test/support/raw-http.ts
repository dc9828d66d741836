/** Sends HTTP over a plain socket, so that a test sees each byte and how the connection ends. */
import { connect } from 'node:net';

export interface RawAnswer {
	/** All that the server sent. */
	text: string;
	/** `fin`: the server closed its side. `reset`: the system reset the connection. */
	end: 'fin' | 'reset';
}

export function postText(
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): string {
	const json = JSON.stringify(body);
	const all = {
		Host: '127.0.0.1',
		'Content-Type': 'application/json',
		'Content-Length': String(Buffer.byteLength(json)),
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return [`POST ${path} HTTP/1.1`, ...lines, '', json].join('\r\n');
}

/** Sends the requests one after another, each after the response to the one before, and waits for the end. */
export async function exchange(url: string, requests: readonly string[]): Promise<RawAnswer> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	let text = '';
	let end: RawAnswer['end'] = 'fin';
	const [first = '', ...others] = requests;
	socket.setEncoding('utf8');
	socket.on('data', (chunk: string) => {
		text += chunk;
		const next = isWhole(text) ? others.shift() : undefined;
		if (next === undefined) return;
		text = '';
		socket.write(next);
	});
	socket.on('error', () => {
		end = 'reset';
	});
	socket.write(first);
	// `once` would reject at a reset.
	await new Promise((resolve) => socket.on('close', resolve));
	return { text, end };
}

function isWhole(text: string): boolean {
	const [head = '', body = ''] = text.split('\r\n\r\n', 2);
	const length = /content-length: (\d+)/i.exec(head)?.[1];
	return length !== undefined && Buffer.byteLength(body) >= Number(length);
}
