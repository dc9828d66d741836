/** The limit everything is measured against: bare `node:http` doing the same work, without a check or a rule. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFor } from './answer.ts';
import { createMemory } from './memory.ts';

const memory = createMemory<unknown>();

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
		const transactionId = randomUUID();
		const sessionId = randomUUID();
		memory.keep(sessionId, body);
		const text = JSON.stringify(answerFor(transactionId, sessionId));
		response.writeHead(200, {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Length': Buffer.byteLength(text),
		});
		response.end(text);
	});
});

server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
