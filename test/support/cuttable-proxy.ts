/** A proxy that loses its connections and comes back, as a server does that stops and starts again. */
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export async function startCuttableProxy(target: string) {
	const sockets = new Set<Socket>();
	const { hostname, port } = new URL(target);
	const server = createServer((client) => {
		const upstream = connect(Number(port), hostname);
		for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
			sockets.add(one);
			one.on('error', () => other.destroy());
			one.on('close', () => sockets.delete(one));
			one.pipe(other);
		}
	});
	const listen = (at: number) =>
		new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
	const cut = () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of sockets) socket.destroy();
		return closed;
	};
	await listen(0);
	const own = (server.address() as AddressInfo).port;
	onTestFinished(() => void (server.listening && cut()));
	return { url: `http://127.0.0.1:${own}`, cut, comeBack: () => listen(own) };
}
