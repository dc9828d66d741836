/** Questions to `POST /_sandbox/verify` while a call has no response yet. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { options, withReference } from './support/calls.ts';
import { listen } from './support/events.ts';
import { hangUpAfter, openConnection } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, reachCashier, send, startSandbox } from './support/sandbox.ts';
import { atEnd } from './support/shared.ts';
import { ask } from './support/verify.ts';

const match = { endpoint: 'paymentOptions', reference: 'order-1' };
const once = { match, unit: 'payments', times: 1 };
const uncertain = { ok: false, complete: false };

/** Sends payment-options and waits until it is in flight. Returns a function that disconnects the client. */
async function sendAndHold(sandbox: Sandbox, reference = 'order-1'): Promise<() => void> {
	const leaving = new AbortController();
	atEnd(() => leaving.abort());
	fetch(sandbox.url + servicePaths.paymentOptions, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ ...paymentOptionsExample, ...withReference(reference) }),
		signal: leaving.signal,
	}).catch(() => {});
	await expect.poll(sandbox.callsInFlight).toBe(1);
	return () => leaving.abort();
}

function textOf(reference: string, behindPath = ''): string {
	const body = JSON.stringify({ ...paymentOptionsExample, ...withReference(reference) });
	return `POST ${servicePaths.paymentOptions}${behindPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function countPayments({ url }: Sandbox): Promise<number> {
	const { body } = await send('GET', url + controlPaths.payments);
	return body.payments.length;
}

const delay = { fixed: '60s' };

test.each<[string, object]>([
	['latency', { latency: { paymentOptions: delay } }],
	['capacity', { capacity: { servers: 1, service: delay } }],
	['a fault', { faults: [{ match: {}, fault: { kind: 'delay', law: delay } }] }],
])('no answer is certain that a call in %s could change', async (_, settings) => {
	const sandbox = await startSandbox();
	await options(sandbox, withReference('order-1'));
	await sandbox.configure(settings);
	const leave = await sendAndHold(sandbox);
	await expect.poll(() => countPayments(sandbox)).toBe(2);
	const answer = await ask(sandbox, once);
	expect(answer).toMatchObject({ ...uncertain, matched: 1 });
	expect(answer.message).toContain('1 call has no response yet');
	expect(await ask(sandbox, { match, times: { atMost: 1 } })).toMatchObject(uncertain);
	expect(await ask(sandbox, { match, times: { atLeast: 2 } })).toMatchObject(uncertain);
	// The call cannot change these.
	expect(await ask(sandbox, { match, times: { atLeast: 1 } })).toMatchObject({ ok: true });
	expect(await ask(sandbox, { match, times: 0 })).toMatchObject({ ok: false, complete: true });
	const another = { endpoint: 'paymentOptions', reference: 'order-2' };
	expect(await ask(sandbox, { match: another, times: 0 })).toMatchObject({ ok: true });
	leave();
	const settled = { ok: false, complete: true, matched: 2 };
	await expect.poll(() => ask(sandbox, once)).toMatchObject(settled);
});

test('an empty reference is none, while the call is open and afterwards', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, withReference('order-1'));
	await sandbox.configure({ latency: { paymentOptions: delay } });
	const leave = await sendAndHold(sandbox, '');
	await expect.poll(() => countPayments(sandbox)).toBe(2);
	const askAll = () =>
		Promise.all([
			ask(sandbox, { match: { endpoint: 'paymentOptions', reference: '*' } }),
			ask(sandbox, { match: { reference: '*' }, unit: 'payments' }),
			ask(sandbox, { match: { reference: '' }, times: 0 }),
		]);
	const same = [{ matched: 1 }, { matched: 1 }, { matched: 0 }];
	const certain = same.map((answer) => ({ ...answer, ok: true, complete: true }));
	expect(await askAll()).toMatchObject(certain);
	leave();
	await expect.poll(sandbox.callsInFlight).toBe(0);
	expect(await askAll()).toMatchObject(certain);
});

test('a question waits within its time for the call', async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ latency: { paymentOptions: delay } });
	const leave = await sendAndHold(sandbox);
	const waiting = ask(sandbox, { ...once, times: { atLeast: 1 }, within: '60s' });
	await expect.poll(sandbox.callsInFlight).toBe(2);
	leave();
	expect(await waiting).toMatchObject({ ok: true, matched: 1 });
});

test('a call that is not decided may be any call of its endpoint', async () => {
	const sandbox = await startSandbox();
	const fault = { kind: 'delay', law: delay };
	await sandbox.configure({ faults: [{ match: {}, fault, phase: 'before' }] });
	await sendAndHold(sandbox);
	const another = { match: { endpoint: 'paymentOptions', reference: 'order-2' }, times: 0 };
	expect(await ask(sandbox, another)).toMatchObject(uncertain);
	const hybrid = { match: { endpoint: 'hybridPayment' }, times: 0 };
	expect(await ask(sandbox, hybrid)).toMatchObject({ ok: true });
});

test('no call stays open, however it ended', async () => {
	const sandbox = await startSandbox();
	const { page } = await reachCashier(sandbox.url, 'card');
	await listen(page);
	await send('GET', page);
	await send('HEAD', page);
	await send('PUT', sandbox.url + servicePaths.hybridPayment, {});
	await send('GET', `${sandbox.url}/favicon.ico`);
	await send('GET', `${sandbox.url}/elsewhere`);
	await send('GET', sandbox.url);
	await post(sandbox.url + servicePaths.paymentOptions, '{');
	await post(sandbox.url + servicePaths.paymentOptions, 'x'.repeat(200_000));
	const head = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
	await hangUpAfter(sandbox.url, `${head}Content-Length: 9\r\n\r\n{`);
	await hangUpAfter(sandbox.url, `${head}Transfer-Encoding: chunked\r\n\r\nno chunk`);
	await hangUpAfter(
		sandbox.url,
		`${head}Content-Encoding: gzip\r\nContent-Length: 7\r\n\r\nno gzip`,
	);
	const all = { match: {}, times: { atMost: 100 } };
	expect(await ask(sandbox, all)).toMatchObject({ ok: true, complete: true });
});

test('a call that arrived before a reset and takes effect after it counts, and is not missed before', async () => {
	const sandbox = await startSandbox();
	const fault = { kind: 'delay', law: { fixed: '1s' } } as const;
	await sandbox.faults.add({ match: {}, phase: 'before', times: 1, fault });
	const held = post(sandbox.url + servicePaths.paymentOptions, {
		...paymentOptionsExample,
		...withReference('order-1'),
	});
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await sandbox.reset();
	await options(sandbox, withReference('order-1'));
	expect(await ask(sandbox, once)).toMatchObject(uncertain);
	expect((await held).status).toBe(200);
	expect(await countPayments(sandbox)).toBe(2);
	expect(await ask(sandbox, once)).toMatchObject({ ok: false, complete: true, matched: 2 });
});

test.each(['', '?query', '#fragment'])(
	'no answer is certain while a call waits for an earlier one on its connection: %j',
	async (behindPath) => {
		const sandbox = await startSandbox({ settings: { latency: { paymentOptions: delay } } });
		const none = { match: { endpoint: 'paymentOptions', reference: 'order-7' }, times: 0 };
		expect(await ask(sandbox, none)).toMatchObject({ ok: true, complete: true });
		const { socket, send: write, closed } = openConnection(sandbox.url);
		write(textOf('order-1') + textOf('order-7', behindPath));
		await expect.poll(sandbox.callsInFlight).toBe(1);
		expect(await ask(sandbox, none)).toMatchObject(uncertain);
		expect((await sandbox.findings()).complete).toBe(false);
		socket.resetAndDestroy();
		await closed;
		await expect.poll(() => ask(sandbox, none)).toMatchObject({ ok: true, complete: true });
	},
);

test('a question about a workspace is not uncertain because of calls in line for another one', async () => {
	const sandbox = await startSandbox();
	const { send: write } = openConnection(sandbox.url);
	const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
	const team = { match: {}, times: 0 };
	// An event stream does not end, so the calls behind it wait.
	write(get('/_sandbox/events') + get('/_sandbox/health') + get('/w/team-a/v2/unknown'));
	const ofTeam = { url: `${sandbox.url}/w/team-a` };
	await expect.poll(() => ask(ofTeam, team)).toMatchObject(uncertain);
	expect(await ask(sandbox, team)).toMatchObject({ ok: true, complete: true });
});

test('a call that was in line when the question came counts as open when it starts', async () => {
	const sandbox = await startSandbox({ settings: { latency: { paymentOptions: { fixed: 300 } } } });
	const none = { match: { reference: 'order-7' }, times: 0 };
	const { send: write } = openConnection(sandbox.url);
	write(textOf('order-1') + textOf('order-7'));
	await expect.poll(sandbox.callsInFlight).toBe(1);
	const { ok } = await ask(sandbox, { ...none, within: 250 });
	expect(ok).toBe(false);
});

test('questions of a workspace that wait for its calls do not hold up those of another one', async () => {
	const sandbox = await startSandbox();
	const team = await sandbox.workspace('team-a');
	const { send: write } = openConnection(sandbox.url);
	const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
	// An event stream does not end, so the call behind it stays in line.
	write(get('/_sandbox/events') + get('/w/team-a/v2/unknown'));
	const none = { match: {}, times: 0 };
	const ofTeam = { url: team.url };
	await expect.poll(() => ask(ofTeam, none)).toMatchObject(uncertain);
	let ended = 0;
	const many = Array.from({ length: 40 }, async () => {
		const answer = await ask(ofTeam, none);
		ended += 1;
		return answer;
	});
	expect(await ask(sandbox, none)).toMatchObject({ ok: true, complete: true });
	expect(ended).toBe(0);
	expect(await Promise.all(many)).toMatchObject(many.map(() => uncertain));
});

test('no answer is certain about the body of a call whose body is not recorded', async () => {
	const sandbox = await startSandbox();
	const sent = { paymentReference: 'order-1' };
	await send('POST', `${sandbox.url}/v1/payment-options`, sent);
	const match = { endpoint: 'unknown', body: sent };
	expect(await ask(sandbox, { match, times: 0 })).toMatchObject(uncertain);
	const absent = { endpoint: 'unknown', body: { $absent: true } };
	expect(await ask(sandbox, { match: absent, times: 1 })).toMatchObject(uncertain);
	await sandbox.clearJournal();
	await send('GET', `${sandbox.url}/v1/payment-options`);
	expect(await ask(sandbox, { match, times: 0 })).toMatchObject({ ok: true });
	expect(await ask(sandbox, { match: absent, times: 1 })).toMatchObject({ ok: true });
});
