/** `POST /_sandbox/verify`, over HTTP and by the library. */
import { expect, test } from 'vitest';
import type { VerifyAnswer } from '../simulator/contract/verify.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { choose, list, options, withReference } from './support/calls.ts';
import { campaign } from './support/campaign.ts';
import { post, reachCashier, startPayment, startSandbox } from './support/sandbox.ts';
import { ask, verifyPath } from './support/verify.ts';

test('a question counts the calls that match it, and fails with the differences of the nearest ones', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { ...withReference('order-1'), amount: 15_000 });
	await options(sandbox, { ...withReference('order-2'), amount: 150_000 });
	const match = {
		endpoint: 'paymentOptions',
		body: { amount: 150_000, customer: { name: '/^A/' } },
	};
	expect(await ask(sandbox, { match, times: 1 })).toEqual({
		ok: true,
		complete: true,
		matched: 1,
		expected: { exactly: 1 },
		entries: [2],
		nearest: [],
		message: 'Expected exactly 1 call, found 1 (journal entry 2).',
	});
	expect(await ask(sandbox, { match, times: { exactly: 2 } })).toEqual({
		ok: false,
		complete: true,
		matched: 1,
		expected: { exactly: 2 },
		entries: [2],
		nearest: [
			{ entry: 1, differences: [{ path: 'body.amount', expected: 150_000, actual: 15_000 }] },
		],
		message:
			'Expected exactly 2 calls, found 1 (journal entry 2).\n' +
			'  Journal entry 1 differs:\n' +
			'    body.amount is 15000, expected 150000',
	});
	expect(await ask(sandbox, { match, times: { atMost: 0 } })).toMatchObject({
		ok: false,
		entries: [2],
		nearest: [],
	});
	expect(await ask(sandbox, { match: {}, times: { atLeast: 2 } })).toMatchObject({ ok: true });
});

test.each<[object, number[]]>([
	[{}, [1, 2, 3, 4]],
	[{ endpoint: 'hybridPayment' }, [3]],
	[{ endpoint: ['paymentSuboptions', 'hybridPayment'] }, [2, 3]],
	[{ status: 200 }, [1, 2, 3]],
	[{ status: { $gte: 400, $lt: 500 } }, [4]],
	[{ reference: 'order-7' }, [1, 2, 3]],
	[{ reference: 'ord*' }, [1, 2, 3, 4]],
	[{ reference: 'order-?' }, [1, 2, 3]],
	[{ body: { optionId: { $exists: true } } }, [3]],
	[{ body: { optionId: { $absent: true } } }, [1, 2, 4]],
	[{ response: { result: { redirectUrl: '/sessionId=/' } } }, [3]],
	[{ response: { code: { $in: ['invalid_body'] } } }, [4]],
	[{ header: { Authorization: { $exists: true } } }, [4]],
	[{ header: { 'idempotency-key': { $absent: true } } }, [1, 2, 3, 4]],
])('the match %j is that of the calls %j', async (match, entries) => {
	const sandbox = await startSandbox();
	await reachCashier(sandbox.url, 'bank', withReference('order-7'));
	await options(
		sandbox,
		{ amount: -1, ...withReference('ordinary') },
		{ Authorization: 'Bearer x' },
	);
	const answer = await ask(sandbox, { match, times: { atLeast: 0 } });
	expect(answer.entries).toEqual(entries);
});

test('a transactionId selects the calls of one payment', async () => {
	const sandbox = await startSandbox();
	const { transactionId, sessionId, cardId } = await startPayment(sandbox.url);
	await startPayment(sandbox.url);
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	const answer = await ask(sandbox, { match: { transactionId }, times: 2 });
	expect(answer.entries).toEqual([1, 3]);
});

test('payments are counted once, however often their order was sent', async () => {
	const sandbox = await startSandbox({ settings: { idempotency: { header: 'Idempotency-Key' } } });
	const headers = { 'Idempotency-Key': 'key-1' };
	await options(sandbox, withReference('order-1'), headers);
	await options(sandbox, withReference('order-1'), headers);
	await options(sandbox, { ...withReference('order-1'), amount: -1 });
	const match = { endpoint: 'paymentOptions', reference: 'order-1' };
	expect(await ask(sandbox, { match, times: 3 })).toMatchObject({ ok: true });
	expect(await ask(sandbox, { match, unit: 'payments' })).toMatchObject({
		ok: true,
		matched: 1,
		entries: [1, 2],
	});
	await options(sandbox, withReference('order-1'));
	expect(await ask(sandbox, { match, unit: 'payments' })).toMatchObject({ ok: false, matched: 2 });
});

test('each reference is counted by itself', async () => {
	const sandbox = await startSandbox();
	const question = {
		match: { endpoint: 'paymentOptions' },
		unit: 'payments',
		per: 'paymentReference',
		times: 1,
	};
	expect(await ask(sandbox, question)).toMatchObject({ ok: false, matched: 0 });
	await options(sandbox, withReference('order-1'));
	await options(sandbox, withReference('order-2'));
	const right = await ask(sandbox, question);
	expect(right).toMatchObject({ ok: true, matched: 2 });
	expect(right.message).toContain('1 payment for each paymentReference, found 2 in all (journal');
	await options(sandbox, withReference('order-2'));
	const answer = await ask(sandbox, question);
	expect(answer).toMatchObject({ ok: false, references: [{ reference: 'order-2', matched: 2 }] });
	expect(answer.message).toContain('"order-2" has 2.');
});

test('calls without a reference, or with an empty one, are no order and do not count', async () => {
	const sandbox = await startSandbox();
	for (const reference of ['', '', undefined, 'order-1']) {
		await options(sandbox, { paymentReference: reference });
	}
	const match = { endpoint: 'paymentOptions' };
	const answer = await ask(sandbox, { match, per: 'paymentReference', times: 1 });
	expect(answer).toMatchObject({ ok: true, matched: 1, entries: [4] });
});

test('since leaves out earlier calls, and after wants another call before', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url, withReference('order-1'));
	await options(sandbox, withReference('order-2'));
	const { body } = await list(sandbox, { sessionId, paymentOptionId: bankId });
	const optionId = body.result.options[0].id;
	await choose(sandbox, { sessionId, paymentOptionId: bankId, optionId });
	expect(await ask(sandbox, { match: {}, since: 2, times: 2 })).toMatchObject({ entries: [3, 4] });
	const match = { endpoint: 'hybridPayment' };
	const after = { endpoint: 'paymentSuboptions' };
	expect(await ask(sandbox, { match, after })).toMatchObject({ ok: true, entries: [4] });
	const missing = await ask(sandbox, { match: after, after: match });
	expect(missing.nearest[0]).toEqual({
		entry: 3,
		differences: [{ path: 'after', expected: match }],
	});
	// With `per`, the earlier call must have the same reference.
	const ofEach = { match: { endpoint: 'paymentOptions', reference: 'order-2' }, after: {} };
	expect(await ask(sandbox, ofEach)).toMatchObject({ ok: true });
	expect(await ask(sandbox, { ...ofEach, per: 'paymentReference' })).toMatchObject({ ok: false });
});

test('atLeast answers as soon as its call comes', async () => {
	const sandbox = await startSandbox();
	const match = { reference: 'order-9' };
	const waiting = ask(sandbox, { match, times: { atLeast: 1 }, within: '60s' });
	await options(sandbox, withReference('order-8'));
	await options(sandbox, withReference('order-9'));
	expect(await waiting).toMatchObject({ ok: true, entries: [2] });
});

test('exactly and atMost watch the whole time', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, withReference('order-9'));
	const startedMs = performance.now();
	const match = { reference: 'order-9' };
	const questions = [
		{ match, times: 1, within: 400 },
		{ match, times: { atMost: 1 }, within: '0.4s' },
		{ match, times: { atMost: 1 } },
	];
	const waiting = post(sandbox.url + verifyPath, { all: questions });
	const { body: calm } = await post(sandbox.url + verifyPath, { all: questions.slice(0, 2) });
	expect(performance.now() - startedMs).toBeGreaterThan(390);
	expect(calm).toMatchObject({ ok: true, results: [{ ok: true }, { ok: true }] });
	expect((await waiting).body.ok).toBe(true);
	const disturbed = ask(sandbox, questions[0] as object);
	await options(sandbox, withReference('order-9'));
	expect(await disturbed).toMatchObject({ ok: false, complete: true, matched: 2 });
});

test('several questions are answered in one call, and one that fails makes all fail', async () => {
	const sandbox = await startSandbox();
	await options(sandbox);
	const all = [{ match: {} }, { match: { status: 500 } }];
	const { status, body } = await post(sandbox.url + verifyPath, { all });
	expect([status, body.ok]).toEqual([409, false]);
	expect(body.results.map(({ ok }: VerifyAnswer) => ok)).toEqual([true, false]);
});

test('a call that the journal dropped makes every answer uncertain that it could change', async () => {
	const sandbox = await startSandbox({ settings: { limits: { journalEntries: 3 } } });
	for (let count = 1; count <= 5; count += 1)
		await options(sandbox, withReference(`order-${count}`));
	const uncertain = { ok: false, complete: false };
	const match = { reference: 'order-5' };
	expect(await ask(sandbox, { match, times: 1 })).toMatchObject({ ...uncertain, matched: 1 });
	expect(await ask(sandbox, { match, times: { atMost: 3 } })).toMatchObject(uncertain);
	expect((await ask(sandbox, { match, times: { atMost: 3 } })).message).toContain(
		'The journal does not have 2 of the calls',
	);
	expect(await ask(sandbox, { match, times: { atLeast: 2 } })).toMatchObject(uncertain);
	// These are certain all the same.
	expect(await ask(sandbox, { match, times: { atLeast: 1 } })).toMatchObject({ ok: true });
	expect(await ask(sandbox, { match, times: { atMost: 0 } })).toMatchObject({ complete: true });
	expect(await ask(sandbox, { match, times: 1, since: 2 })).toMatchObject({ ok: true });
	await sandbox.clearJournal();
	expect(await ask(sandbox, { match, times: { atMost: 0 } })).toMatchObject({ ok: true });
	await options(sandbox, withReference('order-5'));
	expect(await ask(sandbox, { match, times: 1, since: 5 })).toMatchObject({ entries: [6] });
});

test.each(['counters', 'off'])('calls in the journal mode %s are missing', async (mode) => {
	const sandbox = await startSandbox({ settings: { journal: { mode } } });
	await options(sandbox);
	await sandbox.configure({ journal: { mode: 'full' } });
	await options(sandbox);
	const answer = await ask(sandbox, { match: {}, times: { atMost: 5 } });
	expect(answer).toMatchObject({ ok: false, complete: false, matched: 1 });
	expect(await ask(sandbox, { match: {}, times: 1, since: 1 })).toMatchObject({ ok: true });
});

test('a reset meanwhile makes the answer uncertain', async () => {
	const sandbox = await startSandbox();
	await options(sandbox);
	const waiting = ask(sandbox, { match: {}, times: { atMost: 5 }, within: 300 });
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await sandbox.reset();
	await options(sandbox);
	expect(await waiting).toMatchObject({ ok: false, complete: false });
});

test('the end of the sandbox ends the wait with 503, unless the answer is certain', async () => {
	const sandbox = await createSandbox({ port: 0, drain: '5s' });
	await options(sandbox);
	const none = { match: {}, times: 0 };
	const later = { match: {}, times: { atLeast: 2 }, within: '60s' };
	const asked = [later, { all: [later, later] }, { all: [later, none] }].map((question) =>
		post(sandbox.url + verifyPath, question),
	);
	await expect.poll(sandbox.callsInFlight).toBe(asked.length);
	const startedMs = performance.now();
	await sandbox.close();
	expect(performance.now() - startedMs).toBeLessThan(4_000);
	const stopping = { status: 503, body: { code: 'sandbox_stopping' } };
	const refuted = {
		status: 409,
		body: { ok: false, results: [{ ok: false }, { complete: true }] },
	};
	expect(await Promise.all(asked)).toMatchObject([stopping, stopping, refuted]);
});

test('a client that leaves ends its wait', async () => {
	const sandbox = await startSandbox();
	const leaving = new AbortController();
	const question = { match: {}, times: 0, within: '60s' };
	const waiting = fetch(sandbox.url + verifyPath, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(question),
		signal: leaving.signal,
	});
	await expect.poll(sandbox.callsInFlight).toBe(1);
	leaving.abort();
	await expect(waiting).rejects.toThrow();
	await expect.poll(sandbox.callsInFlight).toBe(0);
});

const writers = campaign({ sample: 200, full: 500 });

test(`${writers} writers at once: no call is missed whose answer has come, and atMost never hides a dropped one`, {
	timeout: 30_000,
}, async () => {
	const match = { endpoint: 'paymentOptions', reference: 'order-*' };
	const whole = await startSandbox();
	const small = await startSandbox({ settings: { limits: { journalEntries: 100 } } });
	let answered = 0;
	let asked = 0;
	const write = async (_: unknown, writer: number) => {
		const own = withReference(`order-${writer}`);
		await Promise.all([options(whole, own), options(small, own)]);
		answered += 1;
		if (writer % 25 > 0) return;
		const before = answered;
		const all = [
			{ match: { reference: own.paymentReference }, times: 1 },
			{ match, times: { atLeast: before } },
		];
		expect((await post(whole.url + verifyPath, { all })).body).toMatchObject({ ok: true });
		const { ok } = await ask(small, { match, times: { atMost: 150 } });
		if (before > 150) expect(ok).toBe(false);
		asked += 1;
	};
	await Promise.all(Array.from({ length: writers }, write));
	expect(asked).toBe(writers / 25);
	expect(await ask(whole, { match, times: writers })).toMatchObject({ ok: true });
	expect(await ask(small, { match, times: writers })).toMatchObject({ ok: false, complete: false });
	expect(await ask(small, { match, times: { atMost: 99 } })).toMatchObject({ complete: true });
});
