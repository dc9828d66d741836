/** What verify refuses, masks and keeps apart: headers, wrong questions, card data, workspaces, tokens. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { options, withReference } from './support/calls.ts';
import { fullTest } from './support/campaign.ts';
import { startServe } from './support/command.ts';
import { post, send, startPayment, startSandbox } from './support/sandbox.ts';
import { ask, verifyPath } from './support/verify.ts';

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
	'X-Passphrase',
	'X-JWT',
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
	[{ match: { status: null } }, 'match.status', 'must be a status such as 200, or a comparison'],
	[
		{ match: { status: { $gte: '400' } } },
		'match.status',
		'must be a status such as 200, or a comparison',
	],
	[
		{ match: { status: { $in: [200, '201'] } } },
		'match.status',
		'must be a status such as 200, or a comparison',
	],
	[
		{ match: { status: JSON.parse('{"__proto__":{"$gte":400}}') } },
		'match.status',
		'must be a status such as 200, or a comparison',
	],
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
	[{ match: { body: { a: '/order' } }, times: 0 }, 'match.body.a', 'is no regular expression /…/'],
	[{ match: { header: { via: '/A/i' } } }, 'match.header.via', 'is no regular expression /…/'],
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
	await options(team, withReference('order-1'));
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
	await options(team, withReference('order-1'));
	await expect(team.expectOncePerOrder('order-1')).rejects.toThrow(
		'Expected exactly 1 payment, found 2 (journal entries 1, 2).',
	);
	// @ts-expect-error: there is no field `time`.
	await expect(team.verify({ match: {}, time: 1 })).rejects.toThrow('time is not known here');
});

test('a reference with wildcards is that order alone', async () => {
	const sandbox = await startSandbox();
	for (const reference of ['a*b', 'axb', 'a?\\']) await options(sandbox, withReference(reference));
	for (const reference of ['a*b', 'axb', 'a?\\']) await sandbox.expectOncePerOrder(reference);
});

test('a process accepts a bounded number of waits, and others once these have ended', async () => {
	const sandbox = await startSandbox();
	const leaving = new AbortController();
	const body = JSON.stringify({ match: {}, within: '60s' });
	const headers = { 'Content-Type': 'application/json' };
	const waits = Array.from({ length: 200 }, () =>
		fetch(sandbox.url + verifyPath, { method: 'POST', headers, body, signal: leaving.signal }),
	);
	const left = Promise.allSettled(waits);
	await expect.poll(sandbox.callsInFlight).toBe(200);
	const refused = await post(sandbox.url + verifyPath, { match: {}, within: '1s' });
	expect(refused).toMatchObject({ status: 503, body: { code: 'too_many_waits' } });
	expect(refused.headers.get('retry-after')).toBe('1');
	await ask(sandbox, { match: {}, times: 0 });
	// The waits keep no expensive read waiting.
	for (const path of ['payments', 'journal', 'settlement', 'findings', 'workspaces']) {
		const { status } = await send('GET', `${sandbox.url}/_sandbox/${path}`);
		expect([path, status]).toEqual([path, 200]);
	}
	leaving.abort();
	await left;
	const question = { match: {}, times: 0, within: 1 };
	await expect
		.poll(async () => (await post(sandbox.url + verifyPath, question)).body)
		.toMatchObject({ ok: true });
});

test('waits that hold too many references are refused, and other calls go on', async () => {
	const sandbox = await startSandbox();
	for (let order = 0; order < 200; order += 1) {
		await options(sandbox, withReference(`${'x'.repeat(246)}-${order}`));
	}
	const question = { match: {}, per: 'paymentReference', unit: 'payments', times: 1 };
	const all = Array(20).fill(question);
	const askNow = async () => (await post(sandbox.url + verifyPath, { all })).body;
	expect(await askNow()).toMatchObject({ ok: true });
	const leaving = new AbortController();
	const headers = { 'Content-Type': 'application/json' };
	const body = JSON.stringify({ all: all.map((one) => ({ ...one, within: '60s' })) });
	let refused = 0;
	const waits = Array.from({ length: 60 }, async () => {
		const request = { method: 'POST', headers, body, signal: leaving.signal };
		const response = await fetch(sandbox.url + verifyPath, request);
		if (response.status !== 503) return;
		refused += 1;
		expect(await response.json()).toMatchObject({ code: 'too_many_waits', param: 'within' });
	});
	const left = Promise.allSettled(waits);
	await expect.poll(() => sandbox.callsInFlight() + refused).toBe(60);
	await expect.poll(() => refused, { timeout: 5_000 }).toBeGreaterThan(5);
	expect(refused).toBeLessThan(30);
	expect(await askNow()).toMatchObject({ ok: true });
	leaving.abort();
	await left;
});

fullTest('waits keep no long values of the calls that they compare', async () => {
	const { url } = await startServe([], { NODE_OPTIONS: '--max-old-space-size=200' });
	const long = Array(33_000).fill({});
	for (let order = 0; order < 60; order += 1) await options({ url }, { order, long });
	const all = Array.from({ length: 20 }, (_, index) => ({
		match: { body: { order: { $gte: index * 3, $lt: index * 3 + 3 }, long: 'short' } },
	}));
	const waiting = { all: all.map((one) => ({ ...one, within: '20s' })) };
	for (let count = 1; count <= 4; count += 1) {
		// The server ends before the wait does.
		void post(url + verifyPath, waiting).catch(() => {});
		// Waits that begin together share the calls that they read.
		await post(url + verifyPath, { all });
	}
	expect((await post(url + verifyPath, { all })).status).toBe(409);
});

test('off loopback a question needs the token', async () => {
	const sandbox = await createSandbox({ port: 0, host: '0.0.0.0' });
	onTestFinished(() => sandbox.close());
	const { status } = await send('POST', sandbox.url + verifyPath, { match: {} });
	expect(status).toBe(401);
	await expect(sandbox.verify({ match: {}, times: 0 })).resolves.toMatchObject({ ok: true });
});

test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
	'an order that curl sent again by itself is two payments',
	async () => {
		const sandbox = await startSandbox();
		// The second call creates a payment and is cut: curl sends it again, and creates another one.
		await sandbox.faults.add({ fault: { kind: 'close' }, phase: 'after', skip: 1, times: 1 });
		const call = (reference: string) => {
			const body = JSON.stringify({ ...paymentOptionsExample, paymentReference: reference });
			const url = sandbox.url + servicePaths.paymentOptions;
			return ['-sS', '-H', 'Content-Type: application/json', '-d', body, url];
		};
		const args = [...call('order-1'), '--next', ...call('order-2')];
		await promisify(execFile)('curl', args).catch(() => null);
		const { entries } = await sandbox.journal();
		expect(entries.map(({ resent }) => resent)).toEqual([true, false, false]);
		await sandbox.expectOncePerOrder('order-1');
		await expect(sandbox.expectOncePerOrder('order-2')).rejects.toThrow(
			'Expected exactly 1 payment, found 2 (journal entries 2, 3).',
		);
	},
);

test('an order that was sent again after a lost answer is two payments, and a broken call has its reference', async () => {
	const sandbox = await startSandbox();
	const lost = { 'X-Sandbox-Fault': 'close;phase=after' };
	await expect(options(sandbox, withReference('order-1'), lost)).rejects.toThrow();
	const { sessionId, cardId } = await startPayment(sandbox.url, withReference('order-1'));
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
	await options(sandbox, withReference('20260101120000123'), { 'X-Sandbox-Fault': 'status=503' });
	const refused = { match: { reference: '20260101120000123', status: 503 } };
	expect(await ask(sandbox, refused)).toMatchObject({ ok: true, entries: [5] });
	expect(await ask(sandbox, { match: { status: 0 } })).toMatchObject({ ok: true, entries: [1] });
});
