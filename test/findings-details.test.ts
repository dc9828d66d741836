/** Findings over a whole workspace: filters, grouping, completeness, and other calls in between. */
import { expect, test } from 'vitest';
import { findingListSchema } from '../simulator/contract/findings.ts';
import { controlPaths, headerNames } from '../simulator/contract/routes.ts';
import { choose, leaveDuringPaymentOptions, options } from './support/calls.ts';
import { campaign } from './support/campaign.ts';
import { codesIn } from './support/findings.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

test('the most severe come first, and each code once with all its payments', async () => {
	const sandbox = await startSandbox({
		settings: { gaps: { 'D-10': { confirmed: '2026-11-01' } } },
	});
	const extra = { paymentReference: 'order-1', coupon: 'SPRING' };
	const first = await options(sandbox, { ...extra, amount: 15_000_000 });
	const second = await options(sandbox, { ...extra, redirectUrl: 'https://shop.example/#/done' });
	const list = findingListSchema.parse(await sandbox.findings());
	const worse = list.findings.filter(({ severity }) => severity !== 'note');
	expect(worse.map(({ severity, code, count }) => [severity, code, count])).toEqual([
		['money', 'amount_implausible', 2],
		['risky', 'redirect_ambiguous', 1],
		['risky', 'payment_created_twice', 1],
		['risky', 'undocumented_field', 2],
	]);
	const ids = [first, second].map(({ body }) => body.transactionId);
	expect(worse.at(-1)).toMatchObject({ payments: ids, entries: [1, 2], assumption: 'D-01' });
	const notes = list.findings.flatMap(({ code, assumption }) =>
		code === 'assumption_used' ? assumption : [],
	);
	expect(notes).toContain('D-12');
	expect(notes).not.toContain('D-10');
	expect(notes).toEqual(notes.toSorted());
	expect(list.complete).toBe(true);
});

test('two amounts of one order that differ 100 times are implausible, each usual by itself', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { amount: 3000 });
	await options(sandbox, { amount: 299_000 });
	expect(await codesIn(sandbox)).not.toContain('money amount_implausible');
	const { body } = await options(sandbox, { amount: 300_000 });
	const { findings } = await sandbox.findings({ severity: 'money' });
	expect(findings).toMatchObject([{ code: 'amount_implausible', payments: [body.transactionId] }]);
});

test('a refused call reuses a final session only if the payment was final when the call was decided', async () => {
	const sandbox = await startSandbox({
		settings: { hybrid: { repeat: 'reject' }, processing: { default: 'none' } },
	});
	const { sessionId, cardId } = await reachCashier(sandbox.url, 'card');
	const again = async () => {
		const { status, headers } = await choose(sandbox, { sessionId, paymentOptionId: cardId });
		expect(status).toBe(409);
		return headers.get('x-sandbox-warnings');
	};
	expect(await again()).toBeNull();
	// The manual clock stands still: the payment becomes final at the time of the refusal.
	await sandbox.act(sessionId, { action: 'submit' });
	expect((await sandbox.payment(sessionId)).state).toBe('confirmed');
	expect(await codesIn(sandbox)).not.toContain('money final_session_reused');
	expect(await again()).toBe('payment_already_final');
	expect(await codesIn(sandbox)).toContain('money final_session_reused');
});

test('an amount in minor units counts in major ones', async () => {
	const settings = { amount: { unit: 'minor', decimals: 'iso' } };
	const sandbox = await startSandbox({ settings });
	await options(sandbox, { amount: 15_000_000 });
	expect(await codesIn(sandbox)).not.toContain('money amount_implausible');
});

test('a refusal is not ignored when the payment goes on by other means', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const late = await choose(sandbox, { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' });
	expect(late.status).toBe(409);
	expect(await codesIn(sandbox)).not.toContain('wrong refusal_ignored');
});

test('with errors under status 200, a refusal that is ignored is found, and only this one', async () => {
	const sandbox = await startSandbox({ settings: { errors: { httpMode: 'always200' } } });
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const { status } = await options(sandbox, { paymentReference: 'order-2', amount: -1 });
	expect(status).toBe(200);
	// The next choice does not repeat a refused one.
	await choose(sandbox, { sessionId, paymentOptionId: sessionId });
	await choose(sandbox, { sessionId, paymentOptionId });
	const { findings } = await sandbox.findings();
	const found = findings.filter(({ severity }) => severity !== 'note');
	expect(found).toMatchObject([
		{ code: 'option_of_another_session', count: 1 },
		{ code: 'refusal_ignored', count: 1 },
	]);
	await options(sandbox, { paymentReference: 'order-2' });
	expect(await codesIn(sandbox)).not.toContain('wrong refusal_ignored');
});

test('a 5xx that was not retried is no ignored refusal', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, {}, { [headerNames.fault]: 'status=503' });
	expect(await codesIn(sandbox)).not.toContain('wrong refusal_ignored');
});

test('findings are text for a browser, which a link leads there', async () => {
	const { url } = await startSandbox();
	const text = (accept: string) =>
		send('GET', `${url}${controlPaths.findings}`, undefined, { Accept: accept });
	const { headers, body } = await text('text/html,application/xml;q=0.9,*/*;q=0.8');
	expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
	expect(body).toMatch(/^No calls in the workspace "default"/);
	await options({ url }, { amount: 15_000_000 });
	expect((await text('text/plain')).body).toMatch(/^MONEY {2}amount_implausible {2}1×\n/);
	expect((await text('*/*')).body).toMatchObject({ calls: 1 });
});

test('a call that shows no order is an ignored refusal until another call follows', async () => {
	const sandbox = await startSandbox();
	await send('POST', `${sandbox.url}/v2/payment-options`, '{"country":');
	expect(await codesIn(sandbox)).toContain('wrong refusal_ignored');
	await options(sandbox);
	expect(await codesIn(sandbox)).not.toContain('wrong refusal_ignored');
});

test.each(['severity=bad', 'code=nothing', 'severity=', 'state=confirmed'])(
	'?%s is refused',
	async (query) => {
		const { url } = await startSandbox();
		const { status, body } = await send('GET', `${url}${controlPaths.findings}?${query}`);
		expect([status, body.code, body.param]).toEqual([400, 'invalid_query', query.split('=')[0]]);
	},
);

test('findings are incomplete without all calls, and payments still show what their own history has', async () => {
	const sandbox = await startSandbox({ settings: { limits: { journalEntries: 1 } } });
	await options(sandbox, { coupon: 'SPRING' });
	await options(sandbox, { paymentReference: 'order-2', amount: 20_000_000 });
	const { complete, findings } = await sandbox.findings({ code: 'undocumented_field' });
	expect(complete).toBe(false);
	expect(findings).toMatchObject([{ count: 1, entries: [] }]);
	// Found from payments alone.
	expect(await sandbox.findings({ code: 'amount_implausible' })).toMatchObject({
		complete: true,
		findings: [{ count: 1, entries: [2] }],
	});
});

test('findings are incomplete when the journal is off, was emptied, or payments were evicted', async () => {
	const off = await startSandbox({ settings: { journal: { mode: 'off' } } });
	await options(off);
	expect((await off.findings()).complete).toBe(false);
	const emptied = await startSandbox();
	await options(emptied);
	await emptied.clearJournal();
	expect((await emptied.findings()).complete).toBe(false);
	const full = await startSandbox({ settings: { limits: { maxPayments: 1 } } });
	await options(full);
	await options(full);
	expect((await full.findings()).complete).toBe(false);
});

test('other calls are served while the findings of a full journal are computed', async () => {
	const entries = campaign({ sample: 1_000, full: 10_000 });
	const sandbox = await startSandbox();
	const atOnce = 100;
	for (let sent = 0; sent < entries; sent += atOnce) {
		const calls = Array.from({ length: atOnce }, () => send('GET', `${sandbox.url}/v2/nothing`));
		await Promise.all(calls);
	}
	// The first call loads modules.
	await sandbox.findings();
	let isDone = false;
	let turns = 0;
	const count = () => {
		turns += 1;
		if (!isDone) setImmediate(count);
	};
	const reading = sandbox.findings().finally(() => {
		isDone = true;
	});
	setImmediate(count);
	expect((await reading).complete).toBe(true);
	// A turn of the event loop reads 50 entries at most. The call itself takes about 30 turns.
	expect(turns).toBeGreaterThan(entries / 50);
});

test('the finding about a refused call that the client left does not say that the call took effect', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '60s' } } } });
	await leaveDuringPaymentOptions(sandbox, { amount: -1 });
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const { findings } = await sandbox.findings({ code: 'client_left_early' });
	expect(findings).toMatchObject([
		{ count: 1, payments: [], text: expect.stringContaining('may') },
	]);
});

test('payments and entries are the latest 100, the latest one last', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const ids: string[] = [];
	for (let count = 0; count < 101; count += 1) {
		const { sessionId, transactionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(sessionId, { action: 'submit' });
		ids.push(transactionId);
	}
	const { findings } = await sandbox.findings({ code: 'same_reference_confirmed_twice' });
	// Each payment has two calls; the first one creates it.
	const entries = Array.from({ length: 100 }, (_, index) => 2 * index + 3);
	expect(findings).toMatchObject([
		{ count: 1, payments: ids.slice(1), entries, occurrences: [entries] },
	]);
});

test('references are those of the payments, and of refused calls without one', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { paymentReference: 'order-1', coupon: 'SPRING' });
	const { sessionId, cardId } = await reachCashier(sandbox.url, 'card', {
		paymentReference: 'order-2',
	});
	await choose(sandbox, { sessionId, paymentOptionId: cardId, coupon: 'SPRING' });
	await options(sandbox, { paymentReference: 'order-3', coupon: 'SPRING', amount: -1 });
	await options(sandbox, { paymentReference: undefined, coupon: 'SPRING' });
	const { findings } = await sandbox.findings({ code: 'undocumented_field' });
	expect(findings).toMatchObject([{ count: 4, references: ['order-1', 'order-2', 'order-3'] }]);
});

test('entries ascend, also if the calls of several orders came in turn', async () => {
	const sandbox = await startSandbox();
	for (const paymentReference of ['order-1', 'order-2', 'order-1', 'order-2']) {
		await options(sandbox, { paymentReference, coupon: 'SPRING' });
	}
	const { findings } = await sandbox.findings({ code: 'undocumented_field' });
	expect(findings).toMatchObject([
		{ count: 4, entries: [1, 2, 3, 4], occurrences: [[1], [2], [3], [4]] },
	]);
});
