/** The gaps that no setting changes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { post, reachCashier, send } from '../support/sandbox.ts';
import { proveFixed } from '../support/toggles.ts';

/** A shop that counts the requests it receives. */
async function startShop() {
	let calls = 0;
	const server = createServer((_request, response) => {
		calls += 1;
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/return`, calls: () => calls };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

proveFixed({
	'D-14': {
		async probe(sandbox) {
			const shop = await startShop();
			const { page, sessionId } = await reachCashier(sandbox.url, 'card', {
				redirectUrl: shop.url,
			});
			await sandbox.act(sessionId, { action: 'submit' });
			await sandbox.advance('1h');
			const { state } = await sandbox.payment(sessionId);
			const { headers } = await send('GET', page);
			return { seen: { state, calls: shop.calls() }, headers };
		},
		assumed: { state: 'confirmed', calls: 0 },
	},
	'D-42': {
		async probe(sandbox) {
			const { transactionId } = await reachCashier(sandbox.url, 'card');
			const path = `${servicePaths.paymentOptions}/${transactionId}`;
			const { status, headers } = await send('GET', sandbox.url + path);
			return { seen: status, headers };
		},
		assumed: 404,
	},
	'D-45': {
		async probe(sandbox) {
			const ask = () => post(sandbox.url + servicePaths.paymentOptions, paymentOptionsExample);
			const { body: one, headers } = await ask();
			const { body: other } = await ask();
			return { seen: { one, same: one.transactionId === other.transactionId }, headers };
		},
		assumed: {
			one: expect.objectContaining({
				transactionId: expect.stringMatching(uuid),
				sessionId: expect.stringMatching(uuid),
			}),
			same: false,
		},
	},
});
