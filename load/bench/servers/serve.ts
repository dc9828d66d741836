/** What the reference servers say when they listen. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export function sayAddress(server: Server): void {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
}
