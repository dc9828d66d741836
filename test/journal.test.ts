import { expect, test } from 'vitest';
import { journalSchema } from '../simulator/contract/journal.ts';
import { cashierPath, controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { threeCalls } from './support/ask.ts';
import { choose, options } from './support/calls.ts';
import { post, send, startPayment, startSandbox } from './support/sandbox.ts';

const marker = '737';
const unlisted = '4929420573595709';

test('the calls of a payment are listed newest first, with bodies and assumptions', async () => {
	const sandbox = await startSandbox();
	const { options: first, suboptions, hybrid } = await threeCalls(sandbox);
	const { entries, mode, next } = journalSchema.parse(await sandbox.journal());
	expect({ mode, next }).toEqual({ mode: 'full', next: null });
	const { transactionId } = first.body;
	expect(entries.map(({ endpoint, status }) => [endpoint, status])).toEqual([
		['hybridPayment', 200],
		['paymentSuboptions', 200],
		['paymentOptions', 200],
	]);
	expect(entries.map(({ transactionId: id }) => id)).toEqual(Array(3).fill(transactionId));
	expect(entries.map(({ response }) => response)).toEqual([
		hybrid.body,
		suboptions.body,
		first.body,
	]);
	const [, , created] = entries;
	expect(created).toMatchObject({
		method: 'POST',
		path: servicePaths.paymentOptions,
		at: '2027-01-01T00:00:00.000Z',
		requestId: first.headers.get('x-request-id'),
		request: { country: 'CO', amount: 150000 },
		problem: null,
		timing: { injectedMs: 0 },
	});
	expect(created?.assumptions.join(',')).toBe(first.headers.get('x-sandbox-assumptions'));
});

test('an entry has the response of a documented call, also with the media type of a page', async () => {
	const { url, journal } = await startSandbox({
		settings: { http: { responseContentType: 'text/html' } },
	});
	await options({ url });
	expect((await journal()).entries[0]?.response).toHaveProperty('sessionId');
});

test('an entry has the error, the warnings and the cause of its response', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { country: 'XX' }, { 'X-Sandbox-Outcome': 'FUNDS' });
	await options(sandbox, { amount: -1 });
	await post(sandbox.url + servicePaths.hybridPayment, '{"sessionId":');
	const [malformed, refused, warned] = (await sandbox.journal()).entries;
	expect(warned?.warnings).toEqual([
		{ code: 'unknown_country', text: expect.stringMatching(/^The country .*\.$/) },
	]);
	expect(refused).toMatchObject({ status: 400, problem: 'invalid_body', transactionId: null });
	expect(refused?.response).toMatchObject({ code: 'invalid_body', param: 'amount' });
	expect(malformed).toMatchObject({ problem: 'malformed_json', request: '{"sessionId":' });
});

test('pages have no body, and a path without a route is unknown', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId, cardId } = await startPayment(sandbox.url);
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	await send('GET', `${sandbox.url}${cashierPath}?sessionId=${sessionId}`);
	await send('GET', `${sandbox.url}/v2/payment-option/${sessionId}`);
	await send('GET', `${sandbox.url}${cashierPath}/assets/cashier.css`);
	await send('GET', `${sandbox.url}${controlPaths.root}`);
	const [unknown, page] = (await sandbox.journal()).entries;
	expect(unknown).toMatchObject({
		endpoint: 'unknown',
		status: 404,
		path: '/v2/payment-option/{id}',
		problem: 'path_not_found',
	});
	expect(page).toMatchObject({ endpoint: 'cashier', path: cashierPath, transactionId });
	expect([page?.request, page?.response]).toEqual([null, null]);
});

test('a path that only has the prefix of a control path is recorded', async () => {
	const sandbox = await startSandbox();
	const paths = ['/_sandboxes', '/_sandbox-health', `${cashierPath}/assets.css`];
	for (const path of paths) expect((await send('GET', sandbox.url + path)).status).toBe(404);
	const { entries } = await sandbox.journal();
	expect(entries.map(({ path, endpoint }) => [path, endpoint])).toEqual(
		paths.toReversed().map((path) => [path, 'unknown']),
	);
});

test('a visit of the start page is no call of the system under test', async () => {
	const { url } = await startSandbox();
	for (const base of [url, `${url}/w/team-a`]) {
		for (const Accept of ['text/html', '*/*']) await send('GET', `${base}/`, undefined, { Accept });
		await send('HEAD', `${base}/`);
		const none = { match: { endpoint: 'unknown' }, times: 0 };
		expect((await post(base + controlPaths.verify, none)).body).toMatchObject({ ok: true });
	}
	const { body: metrics } = await send('GET', url + controlPaths.metrics);
	expect(metrics).not.toContain('payin_sandbox_calls_total{');
});

test('a status page with a masked path counts as the cashier', async () => {
	const statusPath = `/status/${unlisted}`;
	const sandbox = await startSandbox({ settings: { cashier: { statusPath } } });
	const { sessionId } = await startPayment(sandbox.url);
	await send('GET', `${sandbox.url}${statusPath}?sessionId=${sessionId}`);
	const { entries, counters } = await sandbox.journal({ endpoint: 'cashier' });
	expect(entries.map(({ path, endpoint }) => [path, endpoint])).toEqual([
		['/status/{number}', 'cashier'],
	]);
	expect(counters.map(({ endpoint }) => endpoint)).toEqual(['cashier', 'paymentOptions']);
});

test('the journal can be filtered, paginated and emptied', async () => {
	const sandbox = await startSandbox();
	const { transactionId } = await startPayment(sandbox.url);
	for (let count = 0; count < 4; count += 1) await options(sandbox, { amount: -1 });
	const ids = async (filter: Parameters<typeof sandbox.journal>[0]) =>
		(await sandbox.journal(filter)).entries.map(({ id }) => id);
	expect(await ids({ status: 400 })).toEqual([5, 4, 3, 2]);
	expect(await ids({ transactionId })).toEqual([1]);
	expect(await ids({ endpoint: 'hybridPayment' })).toEqual([]);
	const { next, entries } = await sandbox.journal({ limit: 2 });
	expect(entries.map(({ id }) => id)).toEqual([5, 4]);
	expect(await ids({ limit: 2, cursor: Number(next) })).toEqual([3, 2]);
	expect((await sandbox.journal({ limit: 2, cursor: 2 })).next).toBeNull();
	expect(await sandbox.clearJournal()).toBe(5);
	expect(await sandbox.journal()).toMatchObject({ entries: [], counters: [] });
});

test.each([
	['?status=abc', 'status'],
	['?limit=0', 'limit'],
	['?endpoint=control', 'endpoint'],
	['?reference=x', 'reference'],
])('%s is refused by name', async (query, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('GET', `${url}${controlPaths.journal}${query}`);
	expect(status).toBe(400);
	expect(body).toMatchObject({ code: 'invalid_query', param });
});

test('no card number and no security code is kept, in any field', async () => {
	const sandbox = await startSandbox({ settings: { journal: { headers: ['Referer'] } } });
	const { sessionId, cardId } = await startPayment(sandbox.url);
	await choose(sandbox, { sessionId, paymentOptionId: cardId, cardnum: unlisted, cvv: marker });
	const referer = `https://shop.example/pay?card=${unlisted}&cvv=${marker}`;
	await options(sandbox, { paymentReference: unlisted }, { referer });
	await post(`${sandbox.url}/v2/${unlisted}`, {});
	await post(sandbox.url + servicePaths.hybridPayment, `cvv=${marker}&card=${unlisted}`);
	await sandbox.act(sessionId, { action: 'open' });
	const page = `${sandbox.url}${cashierPath}?sessionId=${sessionId}`;
	const { body } = await send('GET', page);
	const token = /name="token" value="([^"]*)"/.exec(body)?.[1] ?? '';
	await fetch(page, {
		method: 'POST',
		body: new URLSearchParams({ action: 'submit', token, cardnum: unlisted, cardcvv: marker }),
	});
	const text = JSON.stringify((await sandbox.journal()).entries);
	expect(text).toContain('{number}');
	expect(text).not.toContain(unlisted);
	expect(text).not.toContain(`"${marker}"`);
	expect(text).not.toContain(`=${marker}`);
});

test('credentials are only recorded as present', async () => {
	const sandbox = await startSandbox();
	const secret = 'Bearer not-for-your-eyes';
	await options(sandbox, {}, { Authorization: secret, 'Idempotency-Key': 'key-of-mine' });
	await options(sandbox);
	const { entries } = await sandbox.journal();
	expect(entries.map((entry) => [entry.authorization, entry.idempotencyKey])).toEqual([
		['absent', 'absent'],
		['present', 'present'],
	]);
	expect(JSON.stringify(entries)).not.toMatch(/not-for-your-eyes|key-of-mine/);
});

test.each([
	{ kind: 'delay', law: { fixed: 0 } },
	{ kind: 'dribble', chunks: 2, over: 0 },
] as const)(
	'the response of a call that a fault only slows down is stored unmasked: %j',
	async (fault) => {
		const sandbox = await startSandbox();
		await sandbox.faults.add({ fault });
		const { body } = await options(sandbox);
		const [entry] = (await sandbox.journal()).entries;
		expect(entry?.fault?.kind).toBe(fault.kind);
		expect(entry?.response).toEqual(body);
	},
);
