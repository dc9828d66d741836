import { expect, test } from 'vitest';
import { cashierPath } from '../simulator/contract/routes.ts';
import { approvedForm, openAt, postForm } from './support/cashier.ts';
import { reachCashier, startPayment, startSandbox } from './support/sandbox.ts';

test('a session that is unknown, has no choice or has ended has a page of its own', async () => {
	const sandbox = await startSandbox();
	const at = (sessionId: string) => `${sandbox.url}${cashierPath}?sessionId=${sessionId}`;
	const unknown = await openAt(at('7d3e1c2a-0000-4000-8000-000000000000'));
	expect(unknown.status).toBe(404);
	expect(unknown.text).not.toContain('return-link');
	expect((await openAt(`${sandbox.url}${cashierPath}`)).status).toBe(404);
	const created = await startPayment(sandbox.url);
	expect((await openAt(at(created.sessionId))).status).toBe(409);
	expect((await openAt(at(created.transactionId))).status).toBe(404);
	const { page } = await reachCashier(sandbox.url, 'card');
	await sandbox.advance('31m');
	const expired = await openAt(page);
	expect(expired.status).toBe(200);
	expect(expired.text).toContain('data-state="expired"');
	expect(expired.text).toContain('data-testid="return-link"');
});

test('only a GET opens a payment, and only a known action changes it', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	expect((await fetch(page, { method: 'HEAD' })).status).toBe(200);
	expect((await sandbox.payment(sessionId)).state).toBe('redirected');
	const token = (await openAt(page)).token;
	expect((await postForm(page, { token })).status).toBe(403);
	expect((await postForm(page, { token, action: 'refund' })).status).toBe(403);
	expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
});

test.each<[how: string, headers: Record<string, string>, settings: object, state: string]>([
	['shows it', { 'Sec-Fetch-Dest': 'document' }, {}, 'opened'],
	['loads it as an image', { 'Sec-Fetch-Dest': 'image' }, {}, 'redirected'],
	['may not show it in a frame', { 'Sec-Fetch-Dest': 'iframe' }, {}, 'redirected'],
	[
		'may show it in a frame',
		{ 'Sec-Fetch-Dest': 'iframe' },
		{ cashier: { frameAncestors: ['https://shop.example'] } },
		'opened',
	],
	['loads it ahead', { 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch' }, {}, 'redirected'],
	[
		'loads it ahead to show it',
		{ 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch;prerender' },
		{},
		'redirected',
	],
])(
	'when a browser %s, with %j and the settings %j, the payment is %s',
	async (_, headers, settings, state) => {
		const sandbox = await startSandbox({ settings });
		const { page, sessionId } = await reachCashier(sandbox.url, 'card');
		const { status, token } = await openAt(page, headers);
		expect(status).toBe(200);
		expect((await sandbox.payment(sessionId)).state).toBe(state);
		// A page that was loaded ahead has the form, too.
		expect((await postForm(page, { ...approvedForm, token })).status).toBe(303);
	},
);

test('test values fill the form of the next attempt too', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	const { text } = await openAt(`${page}&retry=2`);
	const fill = /href="([^"]*)" data-testid="fill-test-values"/.exec(text)?.[1] ?? '';
	const filled = await openAt(new URL(fill.replaceAll('&amp;', '&'), page).href);
	expect(filled.text).toMatch(/name="cardnum"[^>]*value="4242/);
});

test('a page loads only the scripts it needs, all as modules', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'bank');
	const scriptsAt = async (address: string) => {
		const { text } = await openAt(address);
		const tags = [...text.matchAll(/<script ([^>]*)>/g)].map(([, attributes = '']) => attributes);
		expect(tags.filter((attributes) => !attributes.startsWith('type="module" '))).toEqual([]);
		return tags.map((attributes) => /assets\/([\w.-]+)/.exec(attributes)?.[1]);
	};
	expect(await scriptsAt(page)).toEqual(['forms.js', 'countdown.js', 'document-kind.js']);
	await sandbox.act(sessionId, { action: 'submit' });
	expect(await scriptsAt(page)).toEqual(['status.js']);
	await sandbox.advance('5s');
	expect(await scriptsAt(page)).toEqual(['return.js']);
	await sandbox.configure({ return: { showIn: 'never' } });
	expect(await scriptsAt(page)).toEqual([]);
	expect(await scriptsAt(`${sandbox.url}/pay?sessionId=unknown`)).toEqual([]);
});

test('the address of the next attempt shows the status after that attempt', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const decline = () => sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	await decline();
	const second = `${page}&retry=2`;
	expect((await openAt(second)).state).toBeNull();
	await decline();
	const { state, text } = await openAt(second);
	expect(state).toBe('declined');
	expect(text).toContain('&amp;retry=3"');
	await sandbox.configure({ cashier: { statusPath: '/done' } });
	const redirect = await openAt(second);
	expect([redirect.status, redirect.headers.get('location')]).toEqual([
		303,
		`done?sessionId=${sessionId}`,
	]);
});

test('values of a request are escaped', async () => {
	const sandbox = await startSandbox();
	const evil = `"><script>alert(1)</script>'&`;
	const { page } = await reachCashier(sandbox.url, 'card', {
		paymentReference: evil,
		redirectUrl: 'https://shop.example/?a="onclick="x"&b=<i>',
		customer: { name: evil },
	});
	const { text } = await openAt(`${page}&fill=1`);
	expect(text).not.toContain('<script>alert');
	expect(text).toContain('&quot;&gt;&lt;script&gt;');
	await sandbox.advance('31m');
	const ended = await openAt(page);
	expect(ended.text).toContain(
		'href="https://shop.example/?a=&quot;onclick=&quot;x&quot;&amp;b=&lt;i&gt;"',
	);
});
