import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { merchantFileSchema } from '../../simulator/contract/merchant-file.ts';
import type { ShopClient } from './shop-client.ts';
import { createShopClient } from './shop-client.ts';

/** A shop that answers each request alike, by default at the origin of the sandbox. */
async function shopThatAnswers(
	status: number,
	body: string,
	headers = {},
	sandbox?: string,
	cashierUrl = sandbox,
): Promise<ShopClient> {
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(status, headers).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const file = merchantFileSchema.parse({
		checkout: { method: 'POST', url, redirect: { header: 'Location' } },
		order: { url, state: '/s', paid: ['paid'], failed: ['failed'], open: ['open'] },
	});
	const { signal } = new AbortController();
	return createShopClient({
		file,
		sandbox: sandbox ?? url,
		cashierUrls: [cashierUrl ?? url, sandbox ?? url],
		explainFailure: async () => '',
		signal,
	});
}

/** What the shopper sees of a shop whose checkout ends with the page. */
async function refusedCheckout(page: string): Promise<string> {
	const shop = await shopThatAnswers(500, page);
	const answer = await shop.checkOut({}, () => {});
	return answer.kind === 'error' ? answer.detail : answer.kind;
}

test.each([
	[
		'<title>Shop</title><STYLE>p { a: b }</STYLE><p class="a">We are <b>sorry</b>.</p>',
		'We are sorry .',
	],
	['<p>1 < 2', '1 < 2'],
	['<p>Sorry<style>p { color: red }', 'Sorry'],
	['Sorry<script>if (a<b) { "</p>" }</script>!', 'Sorry !'],
])('of an error page, the shopper sees its text: %s', async (page, text) => {
	expect(await refusedCheckout(page)).toBe(`500 "${text}"`);
});

test('an error that carries the address of the cashier is an error', async () => {
	const location = { Location: 'http://127.0.0.1:8080/pay?sessionId=s-1' };
	const shop = await shopThatAnswers(500, 'Sorry', location);
	expect(await shop.checkOut({}, () => {})).toEqual({
		kind: 'error',
		detail: '500 "Sorry"',
		status: 500,
	});
});

test.each(['http://evil.example/pay?sessionId=s-1', 'https://127.0.0.2.example/pay?sessionId=s-1'])(
	'the cashier at another host is no cashier: %s',
	async (location) => {
		const shop = await shopThatAnswers(303, '', { Location: location });
		await expect(shop.checkOut({}, () => {})).rejects.toThrow(
			/, not the cashier\. The redirectUrl of hybrid-payment begins with http:\/\/127\.0\.0\.1:\d+\/pay\?sessionId=:/,
		);
	},
);

test('a card number in a text of the shop is not repeated', async () => {
	const shown = '411111******1111';
	expect(await refusedCheckout('card 4111111111111111 refused')).toBe(
		`500 "card ${shown} refused"`,
	);
	const shop = await shopThatAnswers(200, '{"s":"4111111111111111"}');
	await expect(shop.orderState({}, () => {})).rejects.toThrow(`/s is "${shown}", which`);
});

test('a card number in a wrong address is not repeated', async () => {
	const address = 'https://pay.example/4111111111111111?sessionId=s-1&cvv=8317';
	const shop = await shopThatAnswers(303, '', { Location: address });
	const failure = await shop.checkOut({}, () => {}).catch((error: Error) => error.message);
	expect(failure).toContain('https://pay.example/411111******1111?sessionId=s-1&cvv=…');
});

test.each([
	'/v2/pay?sessionId=s-1',
	'/orders/pay?sessionId=s-1',
	'/w/other/team/pay?sessionId=s-1',
	'/pay/card?sessionId=s-1',
	'/',
])('an address of the service that is not that of the cashier is no cashier: %s', async (path) => {
	const location = { Location: `http://127.0.0.1:2${path}` };
	const shop = await shopThatAnswers(303, '', location, 'http://127.0.0.1:2');
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(
		`sent the shopper to http://127.0.0.1:2${path}, not the cashier. The redirectUrl of hybrid-payment begins with http://127.0.0.1:2/pay?sessionId=: send the shopper to it unchanged`,
	);
});

test.each([
	['/w/team', ''],
	['/w/team', '/w/other'],
	['', '/w/other'],
])('the cashier at "%s" is that of another workspace than "%s"', async (sent, own) => {
	const location = { Location: `http://127.0.0.1:2${sent}/pay?sessionId=s-1` };
	const shop = await shopThatAnswers(303, '', location, `http://127.0.0.1:2${own}`);
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(
		`, the cashier of another workspace. Let the shop call http://127.0.0.1:2${own}, the workspace of this run`,
	);
});

test.each([
	['http://127.0.0.1:2/w/other/pay', 'the cashier of another workspace. Let the shop call '],
	['https://pay.shop.example/w/other/pay', 'the cashier of another workspace. Let the shop call '],
	[
		'http://127.0.0.1:2/orders/pay',
		'not the cashier. The redirectUrl of hybrid-payment begins with https://pay.shop.example/pay?sessionId=:',
	],
	[
		'https://127.0.0.1:2/pay',
		'with https in place of http. The redirectUrl of hybrid-payment begins with http://127.0.0.1:2/pay?sessionId=: send',
	],
	[
		'http://pay.shop.example/pay',
		'with http in place of https. The redirectUrl of hybrid-payment begins with https://pay.shop.example/pay?sessionId=: send',
	],
])('beside a cashier with a public address, %s is %s', async (address, reason) => {
	const location = { Location: `${address}?sessionId=s-1` };
	const own = 'http://127.0.0.1:2';
	const shop = await shopThatAnswers(303, '', location, own, 'https://pay.shop.example');
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(`, ${reason}`);
});

test('an address outside the shop is named with the hosts of the merchant file, as it writes them', async () => {
	const shop = await shopThatAnswers(303, '', { Location: 'http://shop.example/next' });
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(
		'http://shop.example/next is not at the shop of the merchant file (127.0.0.1).',
	);
});

test('the cashier of a workspace is below the path of the workspace', async () => {
	const location = { Location: 'http://127.0.0.1:2/w/team/pay?sessionId=s-1' };
	const shop = await shopThatAnswers(303, '', location, 'http://127.0.0.1:2/w/team');
	expect(await shop.checkOut({}, () => {})).toMatchObject({ kind: 'cashier', sessionId: 's-1' });
});

test('the cashier at another port of this machine is no cashier', async () => {
	const location = { Location: 'http://127.0.0.1:1/pay?sessionId=s-1' };
	const shop = await shopThatAnswers(303, '', location);
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(
		/GET http:\/\/127\.0\.0\.1:1\/pay\S+ failed/,
	);
});

test('an address with a sessionId that is not the cashier is no cashier', async () => {
	const location = { Location: 'http://127.0.0.1:1/nowhere?sessionId=s-1' };
	const shop = await shopThatAnswers(303, '', location);
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(/127\.0\.0\.1:1\/nowhere/);
});

test('an address of the cashier without a session is refused', async () => {
	const shop = await shopThatAnswers(303, '', { Location: '/pay?session=s-1' });
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(/the cashier without a sessionId/);
});

test('an address of the cashier with two sessions is refused', async () => {
	const location = { Location: '/pay?sessionId=s-1&sessionId=s-2' };
	const shop = await shopThatAnswers(303, '', location);
	await expect(shop.checkOut({}, () => {})).rejects.toThrow(/sessionId more than once/);
});

test.each(['<', '<style ', '<title></', '<a>'])(
	'a page of %s is read to its end once',
	async (part) => {
		expect(await refusedCheckout(part.repeat(400_000))).toMatch(/^500/);
	},
);

test.each([
	['{"toString":1}', '{"toString":1}'],
	[JSON.stringify('x'.repeat(1_000_000)), `"${'x'.repeat(159)}…`],
])('an order state that the file does not list is shown, and cut', async (state, shown) => {
	const shop = await shopThatAnswers(200, `{"s":${state}}`);
	await expect(shop.orderState({}, () => {})).rejects.toThrow(
		`/s is ${shown}, which the merchant file does not list (paid, failed, open)`,
	);
});

test('each shopper keeps the cookies of the shop, and no other system has them', async () => {
	const seen: string[] = [];
	const server = createServer((request, response) => {
		request.resume();
		seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? '-'}`);
		const ended = 'old=; Max-Age=0';
		const set: Record<string, string[]> = {
			'/prepare': ['cart=a=b; Path=/; HttpOnly', 'step=1', 'old=1', 'admin=1; Path=/admin'],
			'/checkout': [ended, 'step=2', 'gone=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
		};
		const address = request.url === '/checkout' ? { Location: '/step' } : {};
		const status = request.url === '/checkout' ? 303 : 200;
		const headers = { 'Set-Cookie': set[request.url ?? ''] ?? [], ...address };
		response.writeHead(status, headers).end('{"s":"open"}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const file = merchantFileSchema.parse({
		prepare: [{ url: `${url}/prepare` }],
		checkout: { url: `${url}/checkout`, redirect: { header: 'Location' } },
		order: { url: `${url}/order`, state: '/s', paid: ['paid'], failed: [], open: ['open'] },
	});
	const shop = createShopClient({
		file,
		sandbox: url,
		cashierUrls: [url],
		explainFailure: async () => '',
		signal: new AbortController().signal,
	});
	const first = { reference: 'order-1' };
	await shop.prepare(first, undefined, () => {});
	expect(await shop.checkOut(first, () => {})).toMatchObject({ kind: 'other' });
	await shop.openReturn(`${url}/return`, 'order-1', () => {});
	await shop.openReturn(url.replace('127.0.0.1', 'localhost'), 'order-1', () => {});
	await shop.openReturn(`${url}/return`, 'order-2', () => {});
	await shop.orderState(first, () => {});
	expect(seen).toEqual([
		'POST /prepare -',
		'POST /checkout cart=a=b; step=1; old=1',
		'GET /step cart=a=b; step=2',
		'GET /return cart=a=b; step=2',
		'GET / -',
		'GET /return -',
		'GET /order -',
	]);
});

test('a checkout that fails at another name of this machine names the cookies that it did not get', async () => {
	const server = createServer((request, response) => {
		const { host = '' } = request.headers;
		const location = `http://${host.replace('127.0.0.1', 'localhost')}/step`;
		if (host.startsWith('localhost')) return response.writeHead(401).end('Log in');
		return response.writeHead(303, { 'Set-Cookie': 'sid=1', location }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const shop = createShopClient({
		file: merchantFileSchema.parse({
			checkout: { url, redirect: { header: 'Location' } },
			order: { url, state: '', paid: ['1'], failed: [], open: ['0'] },
		}),
		sandbox: 'http://127.0.0.1:2',
		cashierUrls: ['http://127.0.0.1:2'],
		explainFailure: async () => '',
		signal: new AbortController().signal,
	});
	expect(await shop.checkOut({ reference: 'order-1' }, () => {})).toMatchObject({
		kind: 'error',
		detail: expect.stringMatching(/^401 .* cookie of 127\.0\.0\.1 \(sid\) to localhost: use one/),
	});
});

test('behind a proxy that the shop shares with the cashier, only the address of a session is the cashier', async () => {
	const server = createServer((_request, response) => void response.end('Thank you'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const shop = createShopClient({
		file: merchantFileSchema.parse({
			checkout: { url: 'http://127.0.0.1:1/pay', redirect: { header: 'Location' } },
			order: { url: 'http://127.0.0.1:1/', state: '', paid: ['1'], failed: [], open: ['0'] },
		}),
		sandbox: 'http://127.0.0.1:2',
		cashierUrls: [proxy, 'http://127.0.0.1:2'],
		explainFailure: async () => '',
		signal: new AbortController().signal,
	});
	const seen = async (path: string) => shop.openReturn(`${proxy}${path}`, 'order-1', () => {});
	expect(await seen('/thanks')).toMatchObject({ isCashier: false, status: 200 });
	expect(await seen('/orders/7/pay')).toMatchObject({ isCashier: false, status: 200 });
	expect(await seen('/pay?sessionId=s-1')).toMatchObject({ isCashier: true });
	await expect(shop.openReturn('http://127.0.0.1:2/', 'order-1', () => {})).rejects.toThrow(
		'a page of the service',
	);
});
