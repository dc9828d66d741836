/** A host that is no sandbox, for as long as the test or its file runs. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './shared.ts';

const refuseAll: RequestListener = (_request, response) => {
	response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
};

/** Without a listener, the host refuses each call with 404. Returns its address. */
export async function startOtherHost(listener: RequestListener = refuseAll): Promise<string> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	atEnd(() => void server.close());
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
