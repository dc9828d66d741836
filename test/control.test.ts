import { expect, test } from 'vitest';
import { paymentListSchema, paymentViewSchema } from '../simulator/contract/control.ts';
import { customerSchema } from '../simulator/contract/payment-options.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { leaveDuringPaymentOptions } from './support/calls.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

test('shows a payment with its timeline, past and planned', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const { status, body } = await send('GET', `${sandbox.url}/_sandbox/payments/${transactionId}`);
	expect(status).toBe(200);
	const view = paymentViewSchema.parse(body);
	expect(view.timeline.map(({ state, planned }) => [state, planned])).toEqual([
		['created', false],
		['redirected', false],
		['opened', false],
		['processing', false],
		['confirmed', true],
	]);
	expect(view).toMatchObject({ state: 'processing', final: false, sessionId });
	expect(view.fate).toEqual({
		outcome: 'APPROVE',
		cause: 'default outcome = APPROVE',
		reason: null,
	});
	expect(view.calls.map(({ call }) => call)).toEqual([
		'payment-options',
		'hybrid-payment',
		'act submit',
	]);
});

test('the calls of a payment show their warnings, and whether the client left before the response', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url, { extra: 1 });
	const choice = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
	const url = sandbox.url + servicePaths.hybridPayment;
	await post(url, choice);
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	const leaving = new AbortController();
	const headers = { 'Content-Type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify(choice) };
	const call = fetch(url, { ...request, signal: leaving.signal });
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await sandbox.configure({ latency: { default: 'none' } });
	await post(url, { ...choice, optionId: 'unknown' });
	leaving.abort();
	await expect(call).rejects.toThrow();
	await expect
		.poll(async () => (await sandbox.payment(sessionId)).calls.map(({ at: _, ...shown }) => shown))
		.toEqual([
			{
				call: 'payment-options',
				result: 'ok',
				gone: false,
				closedBy: null,
				warnings: ['unknown_field'],
			},
			{
				call: 'hybrid-payment',
				result: 'ok',
				gone: false,
				closedBy: null,
				warnings: ['suboptions_not_listed'],
			},
			{
				call: 'hybrid-payment',
				result: 'ok',
				gone: true,
				closedBy: 'client',
				warnings: ['suboptions_not_listed'],
			},
			{
				call: 'hybrid-payment',
				result: 'suboption_not_found',
				gone: false,
				closedBy: null,
				warnings: [],
			},
		]);
});

test('a payment whose creation was not received shows it', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '60s' } } } });
	await leaveDuringPaymentOptions(sandbox);
	await expect
		.poll(async () => (await sandbox.payments()).map(({ calls }) => calls))
		.toMatchObject([[{ call: 'payment-options', result: 'ok', gone: true }]]);
});

test('advance returns every transition that fell due, in order', async () => {
	const sandbox = await startSandbox();
	const slow = await reachCashier(sandbox.url, 'card');
	const quick = await reachCashier(sandbox.url, 'card');
	await sandbox.act(slow.sessionId, { action: 'submit' });
	await sandbox.configure({ processing: { card: { fixed: '1s' } } });
	await sandbox.act(quick.sessionId, { action: 'submit' });
	const { transitions, total, now } = await sandbox.advance('90s');
	expect(total).toBe(2);
	expect(transitions.map(({ transactionId }) => transactionId)).toEqual([
		quick.transactionId,
		slow.transactionId,
	]);
	expect(transitions[0]).toMatchObject({
		from: 'processing',
		to: 'confirmed',
		at: '2027-01-01T00:00:01.000Z',
	});
	expect(now).toBe('2027-01-01T00:01:30.000Z');
});

test('waits until a state is reached, woken by the clock', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const waiting = send(
		'GET',
		`${sandbox.url}/_sandbox/payments/${sessionId}?until=confirmed&timeout=20s`,
	);
	await sandbox.advance('5s');
	expect((await waiting).body).toMatchObject({ state: 'confirmed', reached: true });
	const inVain = await send(
		'GET',
		`${sandbox.url}/_sandbox/payments/${sessionId}?until=declined&timeout=20000`,
	);
	expect(inVain.body).toMatchObject({ state: 'confirmed', reached: false });
});

test('waits for one of several states, or for any final one, and says whether it is reached', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const until = async (query: string) => {
		const { status, body } = await send(
			'GET',
			`${sandbox.url}/_sandbox/payments/${sessionId}${query}`,
		);
		return [status, body.state, body.reached];
	};
	expect(await until('')).toEqual([200, 'redirected', undefined]);
	expect(await until('?until=opened,redirected&timeout=20s')).toEqual([200, 'redirected', true]);
	expect(await until('?until=created&timeout=60s')).toEqual([200, 'redirected', false]);
	expect(await until('?until=confirmed&timeout=0')).toEqual([200, 'redirected', false]);
	expect(await until('?until=final&timeout=0')).toEqual([200, 'redirected', false]);
	await sandbox.act(sessionId, { action: 'submit', holder: 'FRAUD' });
	await sandbox.advance('5s');
	expect(await until('?until=final&timeout=20s')).toEqual([200, 'declined', true]);
	expect(await until('?until=confirmed,declined&timeout=20s')).toEqual([200, 'declined', true]);
	expect(await until('?until=confirmed,expired&timeout=20s')).toEqual([200, 'declined', false]);
});

test.each(['paid', '', 'confirmed,', 'confirmed, declined', 'Confirmed', 'confirmed,paid'])(
	'until=%s is refused, and the states are listed',
	async (until) => {
		const { url } = await startSandbox();
		const { sessionId } = await startPayment(url);
		const { status, body } = await send(
			'GET',
			`${url}/_sandbox/payments/${sessionId}?until=${until}`,
		);
		expect([status, body.code, body.param]).toEqual([400, 'invalid_query', 'until']);
		expect(body.detail).toContain('one of created, redirected, opened, processing, confirmed, ');
		expect(body.detail).toContain('expired, final, or several separated by commas');
	},
);

test('lists the newest first, by state and reference, page by page', async () => {
	const sandbox = await startSandbox();
	const list = async (query: string) =>
		paymentListSchema.parse((await send('GET', `${sandbox.url}/_sandbox/payments${query}`)).body);
	for (const paymentReference of ['a', 'b', 'b', 'c'])
		await startPayment(sandbox.url, { paymentReference });
	const references = ({ payments }: { payments: { paymentReference: string | null }[] }) =>
		payments.map(({ paymentReference }) => paymentReference);
	expect(references(await list(''))).toEqual(['c', 'b', 'b', 'a']);
	expect(references(await list('?reference=b'))).toEqual(['b', 'b']);
	expect(references(await list('?state=confirmed'))).toEqual([]);
	const first = await list('?limit=3');
	const second = await list(`?limit=3&cursor=${first.next}`);
	expect([references(first), references(second), second.next]).toEqual([
		['c', 'b', 'b'],
		['a'],
		null,
	]);
	const forgotten = await send('GET', `${sandbox.url}/_sandbox/payments?cursor=nobody`);
	expect(forgotten).toMatchObject({
		status: 400,
		body: { code: 'invalid_query', param: 'cursor' },
	});
});

test('refuses a clock that goes back, and moves between the modes without a jump', async () => {
	const sandbox = await startSandbox();
	const clock = (body: object) => send('PUT', `${sandbox.url}/_sandbox/clock`, body);
	expect(await clock({ now: '2026-01-01T00:00:00Z' })).toMatchObject({
		status: 400,
		body: { code: 'clock_backwards' },
	});
	expect((await clock({ now: '2027-02-01T00:00:00Z' })).body.now).toBe('2027-02-01T00:00:00.000Z');
	const real = await clock({ mode: 'real' });
	expect(real.body.mode).toBe('real');
	expect(real.body.now.slice(0, 16)).toBe('2027-02-01T00:00');
});

test('keeps the settings when a change is refused, and restores a default by null', async () => {
	const sandbox = await startSandbox();
	const put = (body: unknown) => send('PUT', `${sandbox.url}/_sandbox/settings`, body);
	const refused = await put({ cashier: { maxAttempts: 5 }, processing: { card: { fixd: 1 } } });
	expect(refused).toMatchObject({
		status: 400,
		body: { code: 'invalid_body', param: 'processing.card' },
	});
	expect((await send('GET', `${sandbox.url}/_sandbox/settings`)).body.cashier.maxAttempts).toBe(3);
	await put({ cashier: { maxAttempts: 5 } });
	expect((await put({ cashier: { maxAttempts: null } })).body.cashier.maxAttempts).toBe(3);
});

test('holds an answer back by the latency of its endpoint, after the commit, and says how long', async () => {
	const sandbox = await startSandbox({ settings: { latency: { paymentOptions: { fixed: 60 } } } });
	const { headers } = await post(sandbox.url + servicePaths.paymentOptions, {
		country: 'CO',
		currency: 'COP',
		amount: 1,
		redirectUrl: 'https://shop.example/',
		customer: {},
	});
	const injected = Number(/injected;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1]);
	expect(injected).toBeGreaterThanOrEqual(60);
	const health = await send('GET', `${sandbox.url}/_sandbox/health`);
	expect(health.headers.get('server-timing')).toContain('injected;dur=0.00');
});

test('makes customers that the service takes, and the same for the same seed', async () => {
	const { url } = await startSandbox();
	const get = async (query: string) => send('GET', `${url}/_sandbox/customers${query}`);
	const first = await get('?market=MX&count=3&seed=9');
	expect(first.body.customers).toHaveLength(3);
	for (const customer of first.body.customers)
		expect(customerSchema.safeParse(customer).success).toBe(true);
	expect((await get('?market=MX&count=3&seed=9')).body).toEqual(first.body);
	expect(await get('?market=XX')).toMatchObject({ status: 400, body: { code: 'unknown_market' } });
	expect(await get('?count=many')).toMatchObject({
		status: 400,
		body: { code: 'invalid_query', param: 'count' },
	});
});

test('reset forgets the payments and begins as at the start', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { maxAttempts: 2 } } });
	const { sessionId } = await startPayment(sandbox.url);
	await sandbox.configure({ cashier: { maxAttempts: 7 } });
	await sandbox.reset();
	expect((await send('GET', `${sandbox.url}/_sandbox/payments/${sessionId}`)).status).toBe(404);
	const { body } = await send('GET', `${sandbox.url}/_sandbox/settings`);
	expect(body.cashier.maxAttempts).toBe(2);
});
