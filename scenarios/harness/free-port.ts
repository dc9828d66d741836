/** Finds a port for a program that cannot choose one itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The lowest port that is tried. Systems give ports from 32768 up to connections and to listeners on port 0, so those
 * could be taken before the program starts.
 */
const lowest = 20_000;
const count = 10_000;
/**
 * The next port to try. It depends on the process id, so that processes started at the same time try different ports.
 */
let next = process.pid * 61;

/** Returns a free port. Each call tries new ports, because the program that got the last one may not listen yet. */
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
