/** `POST /_sandbox/verify`, over HTTP and by the library. */
import { expect, onTestFinished, test } from 'vitest';
import type { VerifyAnswer } from '../simulator/contract/verify.ts';
import { verifyAnswerSchema } from '../simulator/contract/verify.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { choose, list, options } from './support/calls.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

type Target = { url: string };

const verifyPath = '/_sandbox/verify';

async function ask({ url }: Target, question: object): Promise<VerifyAnswer> {
	const { status, body } = await post(url + verifyPath, question);
	const answer = verifyAnswerSchema.parse(body);
	expect(status).toBe(answer.ok ? 200 : 409);
	return answer;
}

const once = (paymentReference: string) => ({ paymentReference });

test('a question counts the calls that match it, and fails with the differences of the nearest ones', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { ...once('order-1'), amount: 15_000 });
	await options(sandbox, { ...once('order-2'), amount: 150_000 });
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
	await reachCashier(sandbox.url, 'bank', once('order-7'));
	await options(sandbox, { amount: -1, ...once('ordinary') }, { Authorization: 'Bearer x' });
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
	await options(sandbox, once('order-1'), headers);
	await options(sandbox, once('order-1'), headers);
	await options(sandbox, { ...once('order-1'), amount: -1 });
	const match = { endpoint: 'paymentOptions', reference: 'order-1' };
	expect(await ask(sandbox, { match, times: 3 })).toMatchObject({ ok: true });
	expect(await ask(sandbox, { match, unit: 'payments' })).toMatchObject({
		ok: true,
		matched: 1,
		entries: [1, 2],
	});
	await options(sandbox, once('order-1'));
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
	await options(sandbox, once('order-1'));
	await options(sandbox, once('order-2'));
	expect(await ask(sandbox, question)).toMatchObject({ ok: true, matched: 2 });
	await options(sandbox, once('order-2'));
	const answer = await ask(sandbox, question);
	expect(answer).toMatchObject({ ok: false, references: [{ reference: 'order-2', matched: 2 }] });
	expect(answer.message).toContain('for each paymentReference');
	expect(answer.message).toContain('"order-2" has 2.');
});

test('since leaves out earlier calls, and after wants another call before', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url, once('order-1'));
	await options(sandbox, once('order-2'));
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
	await options(sandbox, once('order-8'));
	await options(sandbox, once('order-9'));
	expect(await waiting).toMatchObject({ ok: true, entries: [2] });
});

test('exactly and atMost watch the whole time', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, once('order-9'));
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
	await options(sandbox, once('order-9'));
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
	for (let count = 1; count <= 5; count += 1) await options(sandbox, once(`order-${count}`));
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
	await options(sandbox, once('order-5'));
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

test('what the journal masked may match: the answer is uncertain, but the reference of a payment is known', async () => {
	const sandbox = await startSandbox();
	const reference = 'order-20260101120000123';
	await options(sandbox, once(reference));
	await options(sandbox, once('order-20260101120000999'));
	const inBody = { match: { body: once(reference) }, times: { atMost: 1 } };
	expect(await ask(sandbox, inBody)).toMatchObject({ ok: false, complete: false, matched: 0 });
	expect(await ask(sandbox, { match: { reference }, times: 1 })).toMatchObject({ entries: [1] });
	await options(sandbox, once('order-3'));
	const after = { match: { reference: 'order-3' }, after: inBody.match, times: 0 };
	expect(await ask(sandbox, after)).toMatchObject({ ok: false, complete: false });
	await sandbox.expectOncePerOrder(reference);
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

test('the end of the sandbox ends the wait, with an answer that says so', async () => {
	const sandbox = await createSandbox({ port: 0, drain: '5s' });
	const waiting = ask(sandbox, { match: {}, times: 0, within: '60s' });
	await expect.poll(sandbox.callsInFlight).toBe(1);
	const startedMs = performance.now();
	await sandbox.close();
	expect(performance.now() - startedMs).toBeLessThan(4_000);
	const answer = await waiting;
	expect(answer).toMatchObject({ ok: false, complete: false });
	expect(answer.message).toContain('the sandbox stops');
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

test('500 writers at once: no call is missed whose answer has come, and atMost never hides a dropped one', {
	timeout: 30_000,
}, async () => {
	const match = { endpoint: 'paymentOptions', reference: 'order-*' };
	const whole = await startSandbox();
	const small = await startSandbox({ settings: { limits: { journalEntries: 100 } } });
	let answered = 0;
	let asked = 0;
	const write = async (_: unknown, writer: number) => {
		const own = once(`order-${writer}`);
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
	await Promise.all(Array.from({ length: 500 }, write));
	expect(asked).toBe(20);
	expect(await ask(whole, { match, times: 500 })).toMatchObject({ ok: true });
	expect(await ask(small, { match, times: 500 })).toMatchObject({ ok: false, complete: false });
	expect(await ask(small, { match, times: { atMost: 99 } })).toMatchObject({ complete: true });
});

test('an order that was sent again after a lost answer is two payments, and a broken call has its reference', async () => {
	const sandbox = await startSandbox();
	const lost = { 'X-Sandbox-Fault': 'close;phase=after' };
	await expect(options(sandbox, once('order-1'), lost)).rejects.toThrow();
	const { sessionId, cardId } = await startPayment(sandbox.url, once('order-1'));
	await expect(sandbox.expectOncePerOrder('order-1')).rejects.toThrow(
		'found 2 (journal entries 1, 2)',
	);
	const choice = { sessionId, paymentOptionId: cardId };
	const hybrid = `${sandbox.url}/v2/hybrid-payment`;
	const { status } = await post(hybrid, choice, { 'X-Sandbox-Fault': 'status=503' });
	expect(status).toBe(503);
	await post(hybrid, choice);
	const match = { endpoint: 'hybridPayment', reference: 'order-1' };
	expect(await ask(sandbox, { match, times: 2 })).toMatchObject({ ok: true, entries: [3, 4] });
	await options(sandbox, once('20260101120000123'), { 'X-Sandbox-Fault': 'status=503' });
	const refused = { match: { reference: '20260101120000123', status: 503 } };
	expect(await ask(sandbox, refused)).toMatchObject({ ok: true, entries: [5] });
	expect(await ask(sandbox, { match: { status: 0 } })).toMatchObject({ ok: true, entries: [1] });
});

test('headers are compared once the journal records them, and secrets never are', async () => {
	const sandbox = await startSandbox({ settings: { journal: { headers: ['X-Merchant'] } } });
	await options(sandbox, {}, { 'X-Merchant': 'shop-7', 'X-Other': 'a' });
	await options(sandbox, {}, { 'X-Merchant': `${'x'.repeat(501)}` });
	await options(sandbox);
	const times = { atLeast: 0 };
	const ids = async (pattern: unknown) =>
		(await ask(sandbox, { match: { header: { 'x-merchant': pattern } }, times })).entries;
	expect(await ids('shop-7')).toEqual([1]);
	expect(await ids({ $exists: true })).toEqual([1, 2]);
	expect(await ids({ $absent: true })).toEqual([3]);
	const refused = async (header: object) => {
		const { status, body } = await post(sandbox.url + verifyPath, { match: { header } });
		return [status, body.param, body.fix];
	};
	expect(await refused({ 'X-Other': 'a' })).toEqual([
		400,
		'match.header.X-Other',
		'Add "X-Other" to the setting journal.headers before the calls.',
	]);
	expect(await refused({ Cookie: 'a' })).toEqual([
		400,
		'match.header.Cookie',
		'Leave match.header.Cookie out.',
	]);
	// A call before the setting: its header is unknown.
	await sandbox.configure({ journal: { headers: ['X-Merchant', 'X-Other'] } });
	const late = { match: { header: { 'X-Other': 'b' } }, times: 0 };
	expect(await ask(sandbox, late)).toMatchObject({ ok: false, complete: false });
	expect(await ask(sandbox, { ...late, since: 3 })).toMatchObject({ ok: true });
});

test.each([
	'Authorization',
	'cookie',
	'X-Api-Key',
	'X-Signature',
	'X-Auth-Token',
	'Idempotency-Key',
])('the journal refuses to record %s', async (name) => {
	const sandbox = await startSandbox();
	await expect(sandbox.configure({ journal: { headers: [name] } })).rejects.toThrow(
		'must not be a header that carries a secret',
	);
});

test('a header that is later configured to carry a credential is no longer recorded', async () => {
	const settings = { journal: { headers: ['X-Merchant'] }, idempotency: { header: 'X-Merchant' } };
	const sandbox = await startSandbox({ settings });
	await options(sandbox, {}, { 'X-Merchant': 'shop-7' });
	const { entries } = await sandbox.journal();
	expect(JSON.stringify(entries)).not.toContain('shop-7');
	const present = { match: { header: { 'X-Merchant': { $exists: true } } } };
	expect(await ask(sandbox, present)).toMatchObject({ ok: true });
});

test.each<[object, string, string]>([
	[{}, 'match', 'match is required.'],
	[{ match: { endpoint: 'control' } }, 'match.endpoint', 'match.endpoint'],
	[{ match: { status: '200' } }, 'match.status', 'must be a status such as 200, or a comparison'],
	[
		{ match: { status: { a: 1 } } },
		'match.status',
		'must be a status such as 200, or a comparison',
	],
	[{ match: { path: '/' } }, 'match.path', 'is not known here'],
	[{ match: {}, times: -1 }, 'times', 'times must be at least 0.'],
	[{ match: {}, times: { exact: 1 } }, 'times', 'must be a number, {"exactly": n}'],
	[{ match: {}, within: '61s' }, 'within', 'must be at most "60s"'],
	[
		{ match: {}, since: 7 },
		'since',
		'must be the id of an entry: the latest of this workspace is 0',
	],
	[{ match: {}, unit: 'orders' }, 'unit', 'must be one of calls, payments'],
	[{ match: { body: { a: { $gr: 5 } } } }, 'match.body.a.$gr', 'did you mean $gt?'],
	[{ match: { body: '/(/' } }, 'match.body', 'must be a regular expression of RE2'],
	[{ match: {}, after: { body: '/(/' } }, 'after.body', 'must be a regular expression of RE2'],
	[{ all: [] }, 'all', 'must have at least 1 entries'],
	[{ all: Array(21).fill({ match: {} }) }, 'all', 'must have at most 20 questions'],
	[{ all: [{ match: { body: '/(/' } }] }, 'all.0.match.body', 'must be a regular expression'],
])('the question %j is refused: %s', async (question, param, detail) => {
	const { url } = await startSandbox();
	const { status, body } = await post(url + verifyPath, question);
	expect([status, body.code, body.param]).toEqual([400, 'invalid_body', param]);
	expect(body.detail).toContain(detail);
});

test('an answer has no card number and no security code, not even from the question', async () => {
	const sandbox = await startSandbox();
	const number = '4929420573595709';
	await options(sandbox);
	const wanted = {
		card: number,
		cvv: '737',
		digits: Number(number),
		[number]: 1,
		a: { cvc: '737' },
	};
	const { body } = await post(sandbox.url + verifyPath, { match: { body: wanted } });
	expect(body.nearest[0].differences).toHaveLength(5);
	expect(JSON.stringify(body)).not.toContain(number);
	expect(JSON.stringify(body)).not.toContain('737');
});

test('the library rejects with the differences, in every workspace by itself', async () => {
	const sandbox = await startSandbox();
	const team = await sandbox.workspace('team-a');
	await options(team, once('order-1'));
	await team.expectOncePerOrder('order-1', { within: 20 });
	await expect(sandbox.expectOncePerOrder('order-1')).rejects.toThrow(
		/^Expected exactly 1 payment, found 0\.$/,
	);
	const answer = await team.verify({ match: { body: { amount: { $gt: 1 } } }, times: 1 });
	expect(answer).toMatchObject({ ok: true, matched: 1 });
	await expect(team.verify({ match: { status: 201 } })).rejects.toThrow(
		'Expected exactly 1 call, found 0.\n  Journal entry 1 differs:\n    status is 200, expected 201',
	);
	const all = [{ match: {} }, { match: {}, times: { atMost: 0 } }];
	await expect(team.verify({ all })).rejects.toThrow(
		/^Expected at most 0 calls, found 1 \(journal entry 1\)\.$/,
	);
	await options(team, once('order-1'));
	await expect(team.expectOncePerOrder('order-1')).rejects.toThrow(
		'Expected exactly 1 payment, found 2 (journal entries 1, 2).',
	);
	// @ts-expect-error: there is no field `time`.
	await expect(team.verify({ match: {}, time: 1 })).rejects.toThrow('time is not known here');
});

test('a reference with wildcards is that order alone', async () => {
	const sandbox = await startSandbox();
	for (const reference of ['a*b', 'axb', 'a?\\']) await options(sandbox, once(reference));
	for (const reference of ['a*b', 'axb', 'a?\\']) await sandbox.expectOncePerOrder(reference);
});

test('off loopback a question needs the token', async () => {
	const sandbox = await createSandbox({ port: 0, host: '0.0.0.0' });
	onTestFinished(() => sandbox.close());
	const { status } = await send('POST', sandbox.url + verifyPath, { match: {} });
	expect(status).toBe(401);
	await expect(sandbox.verify({ match: {}, times: 0 })).resolves.toMatchObject({ ok: true });
});
