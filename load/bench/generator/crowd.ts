/** Many who each ask once and wait, in a process of their own. Told `{ url, size }`, they come; told `still`, they say how many wait. */
import { connect } from 'node:net';
import { servicePaths } from '../../../simulator/contract/routes.ts';
import { endOfHead } from './connection.ts';

export interface Gathering {
	url: string;
	size: number;
}

/** More at once would overflow the queue of connections that a server has not taken yet. */
const atOnce = 200;

let waiting = 0;

process.on('message', (told: Gathering | 'still') => {
	const tell = () => process.send?.(waiting);
	if (told === 'still') tell();
	else void gather(told).then(tell);
});

async function gather({ url, size }: Gathering): Promise<void> {
	const { host, hostname, port } = new URL(url);
	// Of a session that is none: what is refused is held back as long as what is served.
	const body = JSON.stringify({
		sessionId: crypto.randomUUID(),
		paymentOptionId: crypto.randomUUID(),
	});
	const head = [
		`POST ${servicePaths.hybridPayment} HTTP/1.1`,
		`Host: ${host}`,
		'Content-Type: application/json',
		`Content-Length: ${Buffer.byteLength(body)}`,
	].join('\r\n');
	for (let come = 0; come < size; come += atOnce) {
		const some = Array.from({ length: Math.min(atOnce, size - come) }, () => {
			return ask(hostname, Number(port), `${head}${endOfHead}${body}`);
		});
		await Promise.all(some);
	}
}

/** Resolves once the question is on its way, or the server has refused the connection. */
function ask(host: string, port: number, request: string): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(port, host);
		let isWaiting = false;
		const end = () => {
			if (isWaiting) waiting -= 1;
			isWaiting = false;
			resolve();
		};
		socket.on('connect', () => {
			isWaiting = true;
			waiting += 1;
			socket.write(request, () => resolve());
		});
		socket.on('data', end);
		socket.on('error', end);
		socket.on('close', end);
	});
}
