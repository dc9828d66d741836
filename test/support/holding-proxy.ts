/** A proxy that passes everything on but what an event stream says: of that the headers alone. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Its address. */
export async function startHoldingProxy(target: string): Promise<string> {
	const server = createServer((asked, response) => {
		const { method, url, headers } = asked;
		const passed = request(`${target}${url}`, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			response.flushHeaders();
			if (!answer.headers['content-type']?.startsWith('text/event-stream')) answer.pipe(response);
		});
		response.on('close', () => passed.destroy());
		passed.on('error', () => response.destroy());
		asked.pipe(passed);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
