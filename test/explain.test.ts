/** `GET /_sandbox/payments/{id}/explain`: the story of a payment names what decided it. */
import { expect, test } from 'vitest';
import { paymentExplanationSchema } from '../simulator/contract/findings.ts';
import { choose, leaveDuringPaymentOptions } from './support/calls.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

test('the story of a payment has its calls, the shopper, the outcome with its cause, and the delay', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId } = await reachCashier(sandbox.url, 'bank');
	await fetch(`${sandbox.url}/pay?sessionId=${sessionId}`);
	await sandbox.act(sessionId, { action: 'steer', outcome: 'FUNDS' });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	const { summary, story, findings } = paymentExplanationSchema.parse(
		await sandbox.explain(sessionId),
	);
	expect(summary).toContain(
		'150000 COP for order-1001 by PSE (Bancolombia) is declined. 1 attempt; the outcome FUNDS was decided by steer = FUNDS, with the reason insufficient_funds.',
	);
	expect(story.map(({ at, text }) => `${at.slice(14, 19)} ${text}`)).toEqual([
		'00:00 payment-options is answered with 200, journal entry 1.',
		'00:00 The payment is created: payment-options.',
		'00:00 payment-suboptions is answered with 200, journal entry 2.',
		'00:00 hybrid-payment is answered with 200, journal entry 3.',
		'00:00 The payment is redirected: hybrid-payment.',
		'00:00 The shopper opens the cashier page.',
		'00:00 The payment is opened: shopper opened the cashier.',
		'00:00 The outcome or the return link timing is set through the control API.',
		'00:00 The shopper submits the form through the control API.',
		'00:00 Attempt 1: the outcome is FUNDS (insufficient_funds), decided by steer = FUNDS.',
		'00:00 The payment is processing: shopper submitted.',
		'00:05 The payment is declined after 5 s in processing: steer = FUNDS.',
	]);
	expect(new Set(findings.map((finding) => finding.transactionId))).toEqual(
		new Set([transactionId]),
	);
});

test('the story names refusals, delays, warnings and clients that left, and what is planned', async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	await leaveDuringPaymentOptions(sandbox);
	await expect.poll(sandbox.callsInFlight).toBe(0);
	await sandbox.configure({ latency: { default: { fixed: 20 } } });
	const [payment] = await sandbox.payments();
	const sessionId = payment?.sessionId ?? '';
	await choose(sandbox, { sessionId, paymentOptionId: 'no uuid' });
	await choose(sandbox, { sessionId, paymentOptionId: (await startPayment(sandbox.url)).cardId });
	const { story, findings } = await sandbox.explain(sessionId);
	const text = story.map((step) => step.text).join('\n');
	expect(text).toMatch(
		/payment-options is answered with 200, .* The client left before the answer\./,
	);
	expect(text).toMatch(/hybrid-payment is answered with 400 \(invalid_body\), journal entry 2\./);
	expect(text).toMatch(/\(option_not_in_session\), .* The answer was held back for \d+ ms\./);
	expect(story.at(-1)?.text).toBe(
		'Planned: the payment will be expired: the session ended without a choice.',
	);
	const codes = findings.map(({ code }) => code);
	expect(codes).toEqual(
		expect.arrayContaining(['option_of_another_session', 'refusal_ignored', 'client_left_early']),
	);
});

test('the story names the faults that calls met', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId } = await startPayment(sandbox.url);
	const wait = { kind: 'delay', law: { fixed: 0 } } as const;
	await sandbox.faults.add({ id: 'early', fault: wait, phase: 'before', times: 1 });
	await sandbox.faults.add({ id: 'cut', fault: { kind: 'truncate' }, times: 1 });
	await sandbox.faults.add({ id: 'late', fault: { kind: 'delay', law: { fixed: 30 } } });
	await expect(choose(sandbox, { sessionId, paymentOptionId: cardId })).rejects.toThrow();
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	const { story } = await sandbox.explain(sessionId);
	const text = story.map((step) => step.text).join('\n');
	expect(text).toContain(
		'hybrid-payment is answered with 200, journal entry 2. The fault early (delay, before) hit it. The fault cut (truncate, after) hit it. The client did not receive the whole answer.',
	);
	expect(text).toMatch(
		/hybrid-payment is answered with 200, journal entry 3. The fault late \(delay, after\) hit it. The answer was held back for \d+ ms./,
	);
	const { findings } = await sandbox.findings({ severity: 'risky' });
	expect(findings.map(({ code }) => code)).not.toContain('hybrid_repeated');
});

test('the story names the waits of a limited capacity', async () => {
	const capacity = { servers: 1, service: { fixed: 30 } };
	const sandbox = await startSandbox({ settings: { capacity } });
	const { sessionId } = await startPayment(sandbox.url);
	const { story } = await sandbox.explain(sessionId);
	expect(story[0]?.text).toMatch(/^payment-options .* The server worked for \d+ ms\.$/);
});

test('a state comes after the call that led to it, and not after a refused one at the same time', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const choice = { sessionId, paymentOptionId };
	await choose(sandbox, { ...choice, optionId: 'x' });
	await choose(sandbox, choice);
	const { story } = await sandbox.explain(sessionId);
	expect(story.slice(2, 5).map(({ text }) => text)).toEqual([
		expect.stringMatching(/^hybrid-payment is answered with 400/),
		expect.stringMatching(/^hybrid-payment is answered with 200/),
		'The payment is redirected: hybrid-payment.',
	]);
});

test('an answer that was held back belongs to its own call, not to a refused one that overtook it', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const choice = { sessionId, paymentOptionId };
	await sandbox.advance('10s');
	await sandbox.faults.add({
		id: 'slow',
		fault: { kind: 'delay', law: { fixed: '60s' } },
		times: 1,
	});
	const leaving = new AbortController();
	const slow = fetch(`${sandbox.url}/v2/hybrid-payment`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(choice),
		signal: leaving.signal,
	});
	await expect.poll(async () => (await sandbox.payment(sessionId)).state).toBe('redirected');
	await sandbox.advance('20s');
	expect(await choose(sandbox, { ...choice, optionId: 'x' })).toMatchObject({ status: 400 });
	leaving.abort();
	await expect(slow).rejects.toThrow();
	await expect.poll(sandbox.callsInFlight).toBe(0);
	const { story } = await sandbox.explain(sessionId);
	expect(story.slice(2, 5).map(({ at, text }) => `${at.slice(14, 19)} ${text}`)).toEqual([
		expect.stringMatching(
			/^00:10 hybrid-payment is answered with 200, journal entry 3\. The fault slow /,
		),
		'00:10 The payment is redirected: hybrid-payment.',
		expect.stringMatching(/^00:30 hybrid-payment is answered with 400 .*, journal entry 2\./),
	]);
});

test('a call that a fault prevented has its own time, and leads to no state', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	const choice = { sessionId, paymentOptionId };
	const down = { kind: 'status', status: 503 } as const;
	const prevented = { fault: down, phase: 'before', times: 1 } as const;
	await sandbox.advance('10s');
	await sandbox.faults.add(prevented);
	await choose(sandbox, choice);
	await choose(sandbox, choice);
	await sandbox.advance('60s');
	await sandbox.faults.add(prevented);
	await choose(sandbox, choice);
	const { story } = await sandbox.explain(sessionId);
	expect(story.slice(2, 6).map(({ at, text }) => `${at.slice(14, 19)} ${text}`)).toEqual([
		expect.stringMatching(/^00:10 hybrid-payment is answered with 503 .*, journal entry 2\./),
		'00:10 hybrid-payment is answered with 200, journal entry 3.',
		'00:10 The payment is redirected: hybrid-payment.',
		expect.stringMatching(/^01:10 hybrid-payment is answered with 503 .*, journal entry 4\./),
	]);
});

test('without a journal, the payment alone is the source of the story', async () => {
	const sandbox = await startSandbox({ settings: { journal: { mode: 'off' } } });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const { story } = await sandbox.explain(sessionId);
	expect(story.map(({ text }) => text).slice(0, 4)).toEqual([
		'payment-options is called.',
		'The payment is created: payment-options.',
		'hybrid-payment is called.',
		'The payment is redirected: hybrid-payment.',
	]);
});

test.each([
	['text/plain', 'text/plain; charset=utf-8'],
	['text/plain, application/json', 'text/plain; charset=utf-8'],
	['application/json, text/plain', 'application/json; charset=utf-8'],
	['text/html,application/xml;q=0.9,*/*;q=0.8', 'text/plain; charset=utf-8'],
	['*/*', 'application/json; charset=utf-8'],
])('with Accept: %s it is %s', async (accept, contentType) => {
	const { url } = await startSandbox();
	const { sessionId } = await startPayment(url, { amount: 15_000_000 });
	const path = `${url}/_sandbox/payments/${sessionId}/explain`;
	const { headers, body } = await send('GET', path, undefined, { Accept: accept });
	expect(headers.get('content-type')).toBe(contentType);
	if (!contentType.startsWith('text')) return;
	expect(body).toMatch(
		/^A payment of 15000000 COP .*\n\n2027-01-01T00:00:00.000Z {2}payment-options/,
	);
	expect(body).toMatch(
		/\nmoney: amount_implausible \(journal entries 1\)\n {2}The amount .*\n {2}Fix: /,
	);
	expect(body).toMatch(/\nAssumptions that shaped the answers: D-\d\d, /);
});

test('as text, it shows the control characters of a reference', async () => {
	const { url } = await startSandbox();
	const paymentReference = 'a\u001b[2Jb\u202ec\nd';
	const { sessionId } = await startPayment(url, { paymentReference });
	const path = `${url}/_sandbox/payments/${sessionId}/explain`;
	const { body } = await send('GET', path, undefined, { Accept: 'text/plain' });
	expect(body).toContain('a\\u001b[2Jb\\u202ec\\u000ad');
	expect(body.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('an unknown payment is a 404', async () => {
	const { url } = await startSandbox();
	expect(await send('GET', `${url}/_sandbox/payments/none/explain`)).toMatchObject({
		status: 404,
		body: { code: 'session_not_found' },
	});
});

test('the summary says that nothing has decided the outcome yet, unless the payment is final', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const undecided = 'Nothing has decided its outcome yet.';
	expect((await sandbox.explain(sessionId)).summary).toContain(undecided);
	await sandbox.act(sessionId, { action: 'cancel' });
	const { summary } = await sandbox.explain(sessionId);
	expect(summary).toContain('is cancelled, which is final. Findings:');
	expect(summary).not.toContain(undecided);
});
