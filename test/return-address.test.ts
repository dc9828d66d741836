import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { paymentOptionsRequestSchema } from '../simulator/contract/payment-options.ts';
import { bringTo, openAt } from './support/cashier.ts';
import { post, reachCashier, send, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(startSandbox);

const code = 'alert(1)';

/** Addresses that run code, read data or hide their target, in many spellings. */
const never = [
	`javascript:${code}`,
	`JavaScript:${code}`,
	`JAVASCRIPT:${code}`,
	`java\tscript:${code}`,
	`java\nscript:${code}`,
	`java\r\nscript:${code}`,
	`javascript\t:${code}`,
	`javascript :${code}`,
	` javascript:${code}`,
	`\tjavascript:${code}`,
	`\u0000javascript:${code}`,
	`\u0001javascript:${code}`,
	`\u00a0javascript:${code}`,
	`\ufeffjavascript:${code}`,
	`java\u0000script:${code}`,
	`java\u200bscript:${code}`,
	`ｊavascript:${code}`,
	`javascrıpt:${code}`,
	`javaſcript:${code}`,
	`javascript：${code}`,
	`javascript&colon;${code}`,
	`javascript%3A${code}`,
	`&#106;avascript:${code}`,
	`javascript://shop.example/%0A${code}`,
	`javascript://https://shop.example/%0A${code}`,
	`data:text/html,<script>${code}</script>`,
	'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
	'DATA:text/html,x',
	'data://shop.example/x',
	'blob:https://shop.example/6e0d1f60-8f0c-4a10-9a53-1b1d6b3c2a01',
	'file:///etc/passwd',
	'FILE:///C:/Windows/win.ini',
	'intent://paid#Intent;scheme=myapp;end',
	'INTENT:paid#Intent;S.browser_fallback_url=javascript%3Aalert(1);end',
	'file:\\\\server\\share',
	'filesystem:https://shop.example/temporary/x',
	'vbscript:msgbox(1)',
	'VBScript:msgbox(1)',
	'about:blank',
	'view-source:https://shop.example/',
	'//evil.example/',
	'///evil.example/',
	'\\\\evil.example\\',
	'/return',
	'?return',
	'#return',
	'',
	' ',
	'return',
	'shop.example',
	'https:',
	'https:/',
	'https://',
	'https:evil.example',
	'https:/evil.example',
	'https:///evil.example',
	'https:\\\\evil.example',
	'https://evil.example\\@shop.example/',
	'https://shop.example\\.evil.example/',
	'https:/\\evil.example',
	'https://shop.example@evil.example/',
	'https://shop.example:pw@evil.example/',
	'https://@evil.example/',
	'https://shop.example%40evil.example/',
	'https://shop.example%2eevil.example/',
	'https://shop.example。evil.example/',
	'https://ｅvil.example/',
	'https://shop.example／.evil.example/',
	'https://shop example/',
	'https://shop.example/a b',
	'https://shop.example/\ta',
	'https://shop.example/\u0000',
	'https://shop.example/\u0085',
	'https://shop.example:99999/',
	'https://shop.example:port/',
	'http://0x7f.1/',
	'http://0X7F000001/',
	'http://2130706433/',
	'http://0177.0.0.1',
	'http://127.1:3000/',
	'http://127.0.0.1./',
	'https://shop.example.0x7f/',
	'http://0x/',
	'https://[::1/',
	'https://[evil.example]/',
	'https://?x',
	'https://#x',
	'1http://shop.example/',
	'ht!tp://shop.example/',
];

/** App links: refused until their scheme is listed. */
const apps = ['myapp://paid', 'MYAPP://paid?x=1', 'myapp:paid'];
const otherSchemes = ['ftp://shop.example/', 'mailto:a@shop.example', 'ws://shop.example/'];

const refused = async (url: string, redirectUrl: string) => {
	const { status, body } = await post(`${url}/v2/payment-options`, {
		...paymentOptionsExample,
		redirectUrl,
	});
	return { redirectUrl, status, param: body.param, assumptions: body.assumptions };
};

test('a dangerous address is always refused, also if the settings allow it', async () => {
	expect(new Set(never).size).toBeGreaterThan(60);
	const sandbox = await startSandbox();
	const expected = { status: 400, param: 'redirectUrl' };
	const refuseAll = async (addresses: readonly string[]) => {
		for (const address of addresses) {
			const answer = await refused(sandbox.url, address);
			expect(answer).toMatchObject({ ...expected, redirectUrl: address });
		}
	};
	await refuseAll([...never, ...apps, ...otherSchemes]);
	await sandbox.configure({ return: { schemes: ['http', 'https', 'myapp'] } });
	await refuseAll([...never, ...otherSchemes]);
	for (const address of apps) expect((await refused(sandbox.url, address)).status).toBe(200);
});

test('an address with a lone surrogate is refused', async () => {
	const half = 'https://shop.example/\ud800';
	const { url } = await startSandbox();
	const { status, body } = await post(`${url}/v2/payment-options`, {
		...paymentOptionsExample,
		redirectUrl: half,
	});
	expect([status, body.code]).toEqual([400, 'unreadable_body']);
	expect(paymentOptionsRequestSchema.shape.redirectUrl.safeParse(half).success).toBe(false);
});

test('the refusal of a scheme or host cites its gap', async () => {
	const sandbox = await startSandbox({ settings: { return: { hosts: ['shop.example'] } } });
	for (const address of ['ftp://shop.example/', 'https://evil.example/', 'javascript:1']) {
		const { assumptions } = await refused(sandbox.url, address);
		expect(assumptions).toContain('D-36');
	}
});

test.each([
	'https://shop.example',
	'HTTPS://Shop.Example/Return?A=%7e&b=c+d&&e#f?g',
	'http://localhost:3000/return?order=1&back=https://a.example/?b',
	'http://127.0.0.1:3000/',
	'http://0.0.0.0:3000/return',
	'https://shop.example/0x7f.1',
	'https://0x7f.example/?1',
	'https://1.shop2.example7/',
	'http://[::1]:3000/',
	'http://my_shop:8080/return',
	'https://münchen.example/zurück?größe=ü',
	'https://shop.example/a@b:c;d=e,f|g^h`{i}',
	'https://shop.example/?a="b"&c=<d>\'e',
])('the link is exactly %s', async (redirectUrl) => {
	const sandbox = shared();
	const { page, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
	await bringTo('processing', sandbox, sessionId);
	const entities = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
	const link = (await openAt(page)).returnLink ?? '';
	expect(
		Object.entries(entities).reduce((text, [from, to]) => text.replaceAll(from, to), link),
	).toBe(redirectUrl);
	expect((await sandbox.payment(sessionId)).returnUrl).toBe(redirectUrl);
});

test('the control API and the page have the same return URL', async () => {
	const settings = { return: { append: { state: 'state' } } };
	const sandbox = await startSandbox({ settings });
	const { page, sessionId } = await reachCashier(sandbox.url, 'bank');
	for (const end of ['processing', 'expired'] as const) {
		if (end === 'processing') await bringTo(end, sandbox, sessionId);
		else await sandbox.act(sessionId, { action: 'steer', outcome: 'EXPIRE' });
		const { returnUrl, redirectUrl } = await sandbox.act(sessionId, { action: 'return' });
		expect(returnUrl).toBe(`${redirectUrl}?state=${end}`);
		expect((await openAt(page)).returnLink).toBe(returnUrl);
	}
});

test.each([
	[{ schemes: ['javascript'] }, 'return.schemes.0'],
	[{ schemes: ['HTTPS'] }, 'return.schemes.0'],
	[{ schemes: ['view-source'] }, 'return.schemes.0'],
	[{ schemes: ['intent'] }, 'return.schemes.0'],
	[{ schemes: [] }, 'return.schemes'],
	[{ hosts: [] }, 'return.hosts'],
	[{ hosts: ['https://shop.example'] }, 'return.hosts.0'],
	[{ hosts: ['shop.example/return'] }, 'return.hosts.0'],
	[{ append: 'state' }, 'return.append'],
	[{ append: { 'a b': 'state' } }, 'return.append'],
	[{ append: { a: 'cardnum' } }, 'return.append'],
])('the setting %j is refused with its path', async (wrong, param) => {
	const { url } = shared();
	const { status, body } = await send('PUT', `${url}/_sandbox/settings`, { return: wrong });
	expect([status, body.param]).toEqual([400, param]);
	expect(body.fix).toBeTruthy();
});
