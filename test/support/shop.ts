/** A shop, or whoever passes for one: a server of another origin, and what its visitors told of themselves. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ShopOptions {
	/** What stands on every page. */
	body?: string;
	/** Answers by https with these. */
	tls?: { key: string; cert: string };
}

/** Of visits to `/return`: the address that was asked for, and the referrer. */
export type Visit = readonly [path: string, referrer: string | undefined];

/** At `localhost`, where a sandbox stands at 127.0.0.1: another site, too. */
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
