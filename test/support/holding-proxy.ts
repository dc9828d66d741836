/** A proxy that forwards only the headers of an event stream, like one that buffers responses. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns its address. */
export async function startHoldingProxy(target: string): Promise<string> {
	const server = createServer((incoming, response) => {
		const { method, url, headers } = incoming;
		const forwarded = request(`${target}${url}`, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			response.flushHeaders();
			if (!answer.headers['content-type']?.startsWith('text/event-stream')) answer.pipe(response);
		});
		response.on('close', () => forwarded.destroy());
		forwarded.on('error', () => response.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
