/** The methods of the library that find payments, wait for them and configure. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import type { SettingsPatch } from '../simulator/settings/settings.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';
import { atEnd } from './support/shared.ts';

test('payments are found by reference and by state, newest first', async () => {
	const sandbox = await startSandbox();
	const first = await startPayment(sandbox.url, { paymentReference: 'order 7/ü' });
	const second = await reachCashier(sandbox.url, 'card', { paymentReference: 'order 7/ü' });
	const other = await startPayment(sandbox.url, { paymentReference: 'other' });
	const found = async (filter?: Parameters<typeof sandbox.payments>[0]) =>
		(await sandbox.payments(filter)).map(({ sessionId }) => sessionId);
	expect(await found()).toEqual([other.sessionId, second.sessionId, first.sessionId]);
	const reference = 'order 7/ü';
	expect(await found({ reference })).toEqual([second.sessionId, first.sessionId]);
	expect(await found({ reference, state: 'created' })).toEqual([first.sessionId]);
	expect(await found({ reference, limit: 1 })).toEqual([second.sessionId]);
	expect(await found({ reference: 'unknown' })).toEqual([]);
	const workspace = await sandbox.workspace('another');
	expect(await workspace.payments()).toEqual([]);
});

test('a wait ends with the payment in the state, or in one of several', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const confirmed = sandbox.waitFor(sessionId, 'confirmed');
	const final = sandbox.waitFor(transactionId, ['declined', 'final']);
	await sandbox.advance('5s');
	expect(await confirmed).toMatchObject({ transactionId, state: 'confirmed', reached: true });
	expect(await final).toMatchObject({ transactionId, state: 'confirmed' });
});

test('a wait by reference begins before there is a payment, and means the newest', async () => {
	const sandbox = await startSandbox();
	const waiting = sandbox.waitFor({ reference: 'order-9' }, ['redirected', 'created']);
	const { sessionId } = await startPayment(sandbox.url, { paymentReference: 'order-9' });
	expect((await waiting).sessionId).toBe(sessionId);
	const newer = await startPayment(sandbox.url, { paymentReference: 'order-9' });
	const found = await sandbox.waitFor({ reference: 'order-9' }, 'created');
	expect(found.sessionId).toBe(newer.sessionId);
});

test('a wait by reference moves on to a payment that the system creates in a retry', async () => {
	const sandbox = await startSandbox();
	const paymentReference = 'order-10';
	const lost = await startPayment(sandbox.url, { paymentReference });
	const timeout = '5s';
	const waiting = sandbox.waitFor({ reference: paymentReference }, 'redirected', { timeout });
	await expect.poll(sandbox.callsInFlight).toBeGreaterThan(0);
	const { sessionId } = await reachCashier(sandbox.url, 'card', { paymentReference });
	expect(await waiting).toMatchObject({ sessionId, state: 'redirected' });
	expect((await sandbox.payment(lost.sessionId)).state).toBe('created');
});

test('a wait in vain rejects: the payment is final, the time is over, or there is none', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await expect(sandbox.waitFor(sessionId, 'confirmed', { timeout: 20 })).rejects.toThrow(
		`Payment ${sessionId} is redirected after 20 ms: expected confirmed.`,
	);
	await expect(sandbox.waitFor(sessionId, 'created')).rejects.toThrow(
		`Payment ${sessionId} is redirected, and is never created again: expected created.`,
	);
	await sandbox.act(sessionId, { action: 'cancel' });
	await expect(sandbox.waitFor(sessionId, ['confirmed', 'declined'])).rejects.toThrow(
		`Payment ${sessionId} is cancelled, which is final: expected confirmed,declined.`,
	);
	await expect(
		sandbox.waitFor({ reference: 'unknown' }, 'created', { timeout: '60ms' }),
	).rejects.toThrow('No payment has the reference "unknown" after');
});

test.each(['paid', [], ['confirmed', 'paid'], undefined, ''])(
	'a wait for %j is refused at once',
	async (until) => {
		const { waitFor } = await startSandbox();
		const problem = 'use created, redirected, ';
		await expect(waitFor({ reference: 'unknown' }, until as never)).rejects.toThrow(problem);
		await expect(waitFor('unknown', until as never)).rejects.toThrow(problem);
	},
);

test.each([
	[Number.NaN, 'a whole number of milliseconds'],
	[-1, 'a whole number of milliseconds'],
	['soon', 'a whole number of milliseconds'],
	['6m', 'at most "5m"'],
])('a wait with the timeout %s is refused at once', async (timeout, rule) => {
	const { waitFor } = await startSandbox();
	await expect(waitFor({ reference: 'unknown' }, 'created', { timeout })).rejects.toThrow(
		`waitFor: timeout must be ${rule}`,
	);
});

test('after close, and for waits that it ends, every method says that the sandbox is closed', async () => {
	const sandbox = await startSandbox();
	const workspace = await sandbox.workspace('other', { clock: { mode: 'manual' } });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const waits = [
		sandbox.waitFor(sessionId, 'confirmed'),
		sandbox.waitFor({ reference: 'later' }, 'confirmed'),
	];
	const ends = Promise.allSettled(waits);
	await expect.poll(sandbox.callsInFlight).toBeGreaterThan(0);
	await sandbox.close();
	for (const end of await ends)
		expect(String(end.status === 'rejected' && end.reason)).toMatch(/the sandbox (is|was) closed/);
	for (const call of [
		() => sandbox.payment(sessionId),
		() => sandbox.advance('1s'),
		() => sandbox.faults.rules(),
		() => workspace.payments(),
		() => workspace.close(),
		() => sandbox.workspace('third', {}),
	]) {
		await expect(call()).rejects.toThrow('was not sent: the sandbox is closed.');
	}
	await sandbox.close();
});

test.each([null, [], 'default', 5])('createSandbox(%j) is a clear error', async (options) => {
	await expect(createSandbox(options as never)).rejects.toThrow(
		'createSandbox: the options must be an object, such as { port: 0 }.',
	);
});

test('a writeLog that is no function is a clear error', async () => {
	// @ts-expect-error: it is a number.
	await expect(createSandbox({ port: 0, writeLog: 5 })).rejects.toThrow(
		'createSandbox: writeLog must be a function that takes a line of the log.',
	);
});

test('a misspelt setting is an error of types, and of the call', async () => {
	const sandbox = await createSandbox({ port: 0 });
	onTestFinished(() => sandbox.close());
	const { configure } = sandbox;
	await configure({ latency: { default: { fixed: '5ms' } }, cashier: { poll: null } });
	// @ts-expect-error: there is no group `latencies`.
	await expect(configure({ latencies: {} })).rejects.toThrow('latencies');
	// @ts-expect-error: the setting has other values.
	await expect(configure({ ids: { optionScope: 'payment' } })).rejects.toThrow('optionScope');
});

test.each([
	['standard error is closed', ''],
	['writeLog throws', "writeLog() { throw new Error('full'); }"],
	['writeLog rejects', "async writeLog() { throw new Error('full'); }"],
])('a host goes on when %s', async (_, writeLog) => {
	const library = pathToFileURL(join(packageRoot, 'dist/simulator/sandbox.js')).href;
	const program = `import { createSandbox } from '${library}';
		for (const log of ['line', 'json']) {
			console.log((await createSandbox({ port: 0, log, ${writeLog} })).url);
		}`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	atEnd(() => void child.kill('SIGKILL'));
	child.stderr.destroy();
	let text = '';
	child.stdout.on('data', (chunk) => {
		text += chunk;
	});
	await expect.poll(() => text, { timeout: 60_000 }).toMatch(/(http:\S+\n){2}/);
	for (const url of text.trim().split('\n')) {
		for (let times = 0; times < 5; times += 1) {
			expect((await send('GET', `${url}/nowhere`)).status).toBe(404);
		}
	}
	expect(child.exitCode).toBeNull();
});

test.each(['x/../../health', '?until=final', '#x', '%zz', 'é/ü', '../health'])(
	'the id %j is asked for as it is',
	async (id) => {
		const sandbox = await startSandbox();
		const unknown = `session_not_found): No payment with the sessionId or transactionId ${id} in the workspace "default"`;
		await expect(sandbox.payment(id)).rejects.toThrow(unknown);
		await expect(sandbox.act(id, { action: 'open' })).rejects.toThrow(unknown);
		await expect(sandbox.waitFor(id, 'final')).rejects.toThrow(unknown);
	},
);

test.each(['', '.', '..', '\ud800'])('%j is not the id of a payment', async (id) => {
	const sandbox = await startSandbox();
	const problem = 'is not the id of a payment: use its sessionId or transactionId.';
	await expect(sandbox.payment(id)).rejects.toThrow(problem);
	await expect(sandbox.act(id, { action: 'open' })).rejects.toThrow(problem);
	await expect(sandbox.waitFor(id, 'final')).rejects.toThrow(problem);
});

const cyclic: Record<string, unknown> = { ttl: '1m' };
cyclic.window = { of: cyclic };
const deepIn = (wrap: (inner: unknown) => unknown) => {
	let value: unknown = 1;
	for (let level = 0; level < 30_000; level += 1) value = wrap(value);
	return value;
};

test('values that JSON leaves out are refused: without them, a question or a filter selects more', async () => {
	const sandbox = await startSandbox();
	await startPayment(sandbox.url, { paymentReference: 'a' });
	const ask = (match: object) =>
		sandbox.verify({ match: { endpoint: 'paymentOptions', ...match } });
	const missing = undefined as unknown as string;
	await expect(ask({ reference: missing })).rejects.toThrow(
		'match.reference is undefined: leave it out, or give it a value.',
	);
	await expect(ask({ body: { customer: /Ana/ } })).rejects.toThrow(
		'match.body.customer is an instance of RegExp',
	);
	await expect(ask({ body: { amount: Number.NaN } })).rejects.toThrow('match.body.amount is NaN');
	await expect(ask({ body: { country: () => 1 } })).rejects.toThrow('is a function');
	for (const call of [
		() => sandbox.payments({ reference: missing }),
		() => sandbox.waitFor({ reference: missing }, 'created'),
		() => sandbox.expectOncePerOrder(missing),
	]) {
		await expect(call()).rejects.toThrow(/reference.*undefined/);
	}
	await expect(sandbox.expectOncePerOrder('a', { since: missing as never })).rejects.toThrow(
		'since is undefined',
	);
	const everyCall = { match: missing, fault: { kind: 'close' } };
	await expect(sandbox.faults.add(everyCall as never)).rejects.toThrow('match is undefined');
	const pattern = { reference: /a/ as unknown as string };
	await expect(sandbox.payments(pattern)).rejects.toThrow('reference must be a text');
});

test('settings are typed as they are sent: a rule of `faults` needs its fault only', async () => {
	const fault = { kind: 'close' } as const;
	const full = {
		match: {},
		phase: 'before',
		probability: 1,
		skip: 0,
		times: null,
		id: 'f-1',
		fault,
	};
	const sandbox = await createSandbox({ port: 0, settings: { faults: [{ fault }] } });
	onTestFinished(() => sandbox.close());
	expect((await sandbox.configure({})).faults).toMatchObject([full]);
	const one = await sandbox.configure({ defaultOutcome: 'decline', faults: [{ fault, times: 1 }] });
	expect(one).toMatchObject({ defaultOutcome: 'DECLINE', faults: [{ ...full, times: 1 }] });
	const workspace = await sandbox.workspace('another', { settings: { faults: [{ fault }] } });
	expect((await workspace.configure({})).faults).toMatchObject([full]);
	const { faults } = one;
	expect((await sandbox.configure({ faults })).faults).toEqual(faults);
	// @ts-expect-error: a keyword that does not exist
	await expect(sandbox.configure({ defaultOutcome: 'DECLIN' })).rejects.toThrow('must be one of');
});

test.each<[string, SettingsPatch, string]>([
	['contain themselves', { session: cyclic }, 'session'],
	['are deep', { errors: { template: deepIn((inner) => ({ inner })) } }, 'errors'],
	['are deep lists', { auth: deepIn((inner) => [inner]) }, 'auth'],
])('settings that %s are a clear error', async (_, settings, field) => {
	const problem = `${field} is nested deeper than 32 levels, or contains itself`;
	await expect(createSandbox({ port: 0, settings })).rejects.toThrow(
		`createSandbox: settings.${problem}.`,
	);
	const sandbox = await startSandbox();
	await expect(sandbox.configure(settings)).rejects.toThrow(
		`PUT /_sandbox/settings was not sent: ${problem}.`,
	);
	const { status, body } = await send(
		'PUT',
		`${sandbox.url}/_sandbox/settings`,
		`{"auth":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
	);
	expect([status, body.code]).toEqual([400, 'unreadable_body']);
});

test('a taken port is named with what to do; the error of Node is the cause', async () => {
	const port = Number(new URL((await startSandbox()).url).port);
	await expect(createSandbox({ port })).rejects.toMatchObject({
		message: expect.stringMatching(
			`^createSandbox: 127\\.0\\.0\\.1:${port} is taken: stop the program that listens there, or choose`,
		),
		code: 'EADDRINUSE',
		cause: { code: 'EADDRINUSE', syscall: 'listen' },
	});
});
