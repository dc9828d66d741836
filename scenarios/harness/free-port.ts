/** A port for a program that cannot choose one itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections and to listeners on port 0 (from 32768 up): none of them takes the port
 * before the program does.
 */
const lowest = 20_000;
const count = 10_000;
/** Processes that start at the same time begin at different ports. */
let next = process.pid * 61;

/** Each call tries other ports: the program of the call before may not listen yet. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < count; tries += 1) {
		const port = lowest + (next++ % count);
		const server = createServer().listen(port, '127.0.0.1');
		const isFree = await once(server, 'listening').then(
			() => true,
			() => false,
		);
		if (!isFree) continue;
		server.close();
		await once(server, 'close');
		return port;
	}
	throw new Error(`No port from ${lowest} to ${lowest + count - 1} is free.`);
}
