/** A shop or an attacker's site: a server of another origin that records its visits. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ShopOptions {
	/** The body of every page. */
	body?: string;
	/** Serves https. */
	tls?: { key: string; cert: string };
}

/** A visit to `/return`. */
export type Visit = readonly [path: string, referrer: string | undefined];

/** On `localhost`: another site than a sandbox on 127.0.0.1. */
export async function startShop({ body = '<p>Welcome back', tls }: ShopOptions = {}) {
	const visits: Visit[] = [];
	const answer: RequestListener = ({ url = '', headers }, response) => {
		if (url.startsWith('/return')) visits.push([url, headers.referer]);
		response.setHeader('content-type', 'text/html').end(`<title>Shop</title>${body}`);
	};
	const server = tls ? createSecureServer(tls, answer) : createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	return { origin: `${tls ? 'https' : 'http'}://localhost:${port}`, visits };
}
