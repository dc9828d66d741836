import { expect, test } from 'vitest';
import { cashierPath } from '../simulator/contract/routes.ts';
import { openAt, postForm } from './support/cashier.ts';
import { reachCashier, startPayment, startSandbox } from './support/sandbox.ts';

test('answers every session as it stands: unknown, not chosen, ended', async () => {
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

test('only a GET opens a payment, and only a named form acts', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	expect((await fetch(page, { method: 'HEAD' })).status).toBe(200);
	expect((await sandbox.payment(sessionId)).state).toBe('redirected');
	const token = (await openAt(page)).token;
	expect((await postForm(page, { token })).status).toBe(403);
	expect((await postForm(page, { token, action: 'refund' })).status).toBe(403);
	expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
});

test('is not framed, not cached, leaks no referrer and runs no inline script', async () => {
	const sandbox = await startSandbox();
	const { page } = await reachCashier(sandbox.url, 'card');
	const { headers } = await openAt(page);
	const policy = headers.get('content-security-policy') ?? '';
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("frame-ancestors 'none'");
	expect(policy).not.toMatch(/unsafe-/);
	expect(headers.get('x-frame-options')).toBe('DENY');
	expect(headers.get('referrer-policy')).toBe('no-referrer');
	expect(headers.get('cache-control')).toBe('no-store');
	expect(headers.get('strict-transport-security')).toBeNull();
});

test('test values fill the form of another attempt too', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	const { text } = await openAt(`${page}&retry=2`);
	const fill = /href="([^"]*)" data-testid="fill-test-values"/.exec(text)?.[1] ?? '';
	const filled = await openAt(new URL(fill.replaceAll('&amp;', '&'), page).href);
	expect(filled.text).toMatch(/name="cardnum"[^>]*value="4242/);
});

test('a page asks for the scripts it has a use for, each with a scope of its own', async () => {
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
	expect(await scriptsAt(page)).toEqual([]);
	expect(await scriptsAt(`${sandbox.url}/pay?sessionId=unknown`)).toEqual([]);
});

test('the address of another attempt asks for that one alone', async () => {
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
	const led = await openAt(second);
	expect([led.status, led.headers.get('location')]).toEqual([303, `done?sessionId=${sessionId}`]);
});

test('escapes what it shows', async () => {
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

test('takes a form only with the token of its session and choice, and from its own pages', async () => {
	const sandbox = await startSandbox();
	const mine = await reachCashier(sandbox.url, 'bank');
	const other = await reachCashier(sandbox.url, 'bank');
	const token = (await openAt(mine.page)).token;
	const foreign = (await openAt(other.page)).token;
	expect(token).not.toBe(foreign);
	const submit = (fields: Record<string, string>, headers = {}) =>
		postForm(mine.page, { action: 'submit', ...fields }, headers);
	expect((await submit({})).status).toBe(403);
	expect((await submit({ token: foreign })).status).toBe(403);
	expect((await submit({ token }, { Origin: 'https://evil.example' })).status).toBe(403);
	expect((await submit({ token }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
	expect((await sandbox.payment(mine.sessionId)).state).toBe('opened');
	const taken = await submit({ token });
	expect([taken.status, taken.headers.get('location')]).toEqual([
		303,
		`pay?sessionId=${mine.sessionId}`,
	]);
	expect((await submit({ token })).status).toBe(303);
	expect((await sandbox.payment(mine.sessionId)).attempts).toHaveLength(1);
});

test('keeps first six and last four of a card, and nothing of a refused one', async () => {
	const lines: string[] = [];
	const sandbox = await startSandbox({ log: 'json', writeLog: (line) => lines.push(line) });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const token = (await openAt(page)).token;
	const fields = {
		cardholder: 'Ana',
		expirymonth: '12',
		expiryyear: '2030',
		cardcvv: '987',
		token,
		action: 'submit',
	};
	const refused = await postForm(page, { ...fields, cardnum: '4111111111111111' });
	expect(refused.status).toBe(400);
	expect(refused.text).not.toMatch(/4111|987/);
	await postForm(page, { ...fields, cardnum: '4242 4242-4242 4242' });
	const payment = await sandbox.payment(sessionId);
	expect(payment.attempts.map(({ card }) => card)).toEqual(['424242******4242']);
	const kept = JSON.stringify(payment) + lines.join('');
	expect(kept).not.toMatch(/4111111111111111|4242424242424242|\b987\b|sessionId=/);
	expect(lines.join('')).not.toContain(sessionId);
	expect(lines.length).toBeGreaterThan(3);
});

test('replacing the choice voids the form of the one before', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId, cardId } = await reachCashier(sandbox.url, 'bank');
	const token = (await openAt(page)).token;
	await fetch(`${sandbox.url}/v2/hybrid-payment`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ sessionId, paymentOptionId: cardId }),
	});
	expect((await postForm(page, { action: 'submit', token })).status).toBe(403);
	expect((await sandbox.payment(sessionId)).option?.kind).toBe('card');
});

test('a form counts once, however often and however fast it is posted', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { page, sessionId } = await reachCashier(
		sandbox.url,
		'bank',
		{},
		{ 'X-Sandbox-Outcome': 'DECLINE' },
	);
	const token = (await openAt(page)).token;
	const submits = Array.from({ length: 20 }, () => postForm(page, { action: 'submit', token }));
	const statuses = (await Promise.all(submits)).map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set([303]));
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'declined', attempts: [{}] });
	const retry = (await openAt(`${page}&retry=2`)).token;
	await postForm(page, { action: 'submit', token: retry });
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(2);
});

const wrongPlaces = ['cardholder', 'expirymonth', 'expiryyear'].flatMap((name) =>
	[
		'4539 5787-6362 1486',
		'4539.5787.6362.1486',
		'4539–5787–6362–1486',
		'４５３９５７８７６３６２１４８６',
	].map((typed) => [name, typed] as const),
);

test.each(wrongPlaces)(
	'a card number typed into %s as %s is refused and never comes back',
	async (name, typed) => {
		const sandbox = await startSandbox();
		const { page, sessionId } = await reachCashier(sandbox.url, 'card');
		const token = (await openAt(page)).token;
		const valid = {
			cardnum: '4242424242424242',
			cardholder: 'Ana',
			expirymonth: '12',
			expiryyear: '2030',
			cardcvv: '123',
		};
		const fields = { ...valid, [name]: typed, action: 'submit', token };
		const { status, text } = await postForm(page, fields);
		expect(status).toBe(400);
		expect(text.replace(/\D/g, '')).not.toContain('4539578763621486');
		expect(text).not.toContain(typed.slice(0, 4));
		expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	},
);
