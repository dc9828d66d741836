/** Starts the example merchant. `PAYIN_URL`, `PORT`, `SHOP_DB` and `SHOP_BUGS` configure it. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBugs } from './bugs.ts';
import { openOrderStore } from './orders.ts';
import { createPayinClient } from './payin-client.ts';
import { createShop } from './server.ts';

const { PAYIN_URL = 'http://127.0.0.1:8080', PORT = '8090', SHOP_DB, SHOP_BUGS = '' } = process.env;

const bugs = configured(() => parseBugs(SHOP_BUGS));
const orders = configured(() => openOrderStore(SHOP_DB ?? temporaryDatabase(), bugs));
let shopUrl = '';
const shop = createShop({
	orders,
	bugs,
	payin: createPayinClient(PAYIN_URL, bugs),
	shopUrl: () => shopUrl,
});

const server = shop.listen(Number(PORT), '127.0.0.1', (error) => {
	if (error) return stop(3, listenProblem(error));
	shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const active = bugs.size > 0 ? [...bugs].join(', ') : 'none';
	console.log(`example merchant listening on ${shopUrl}, service ${PAYIN_URL}, bugs: ${active}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

function configured<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		return stop(2, (error as Error).message);
	}
}

function listenProblem({ code, message }: NodeJS.ErrnoException): string {
	if (code !== 'EADDRINUSE') return message;
	return `127.0.0.1:${PORT} is taken: stop the program that listens there, or choose another port with PORT=8091 (PORT=0 picks a free one)`;
}

function temporaryDatabase(): string {
	const folder = mkdtempSync(join(tmpdir(), 'example-merchant-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return join(folder, 'shop.db');
}

function stop(code: number, message?: string): never {
	if (message) console.error(message);
	process.exit(code);
}
