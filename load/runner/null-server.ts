/** The idle server of the canary. It answers every request at once, with an empty response. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The server runs in its own thread, because the main thread reads the output of k6. The code is text, because a thread
 * cannot load TypeScript everywhere this file runs.
 */
const code = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const server = createServer((request, response) => {
	request.resume();
	response.end();
});
// Keep connections open longer than the time between two requests of a virtual user.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

export async function startNullServer(): Promise<{ url: string; stop(): Promise<unknown> }> {
	const worker = new Worker(code, { eval: true, execArgv: [] });
	const [port] = await once(worker, 'message');
	return { url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() };
}
