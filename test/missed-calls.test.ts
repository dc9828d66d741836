/** Calls that end without a journal entry: no answer about their workspace is certain without them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { options, withReference } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import { readEvents } from './support/event-reader.ts';
import { answersIn, exchange, openConnection } from './support/raw.ts';
import { redisProgram, startCuttingPath, startRedis } from './support/redis.ts';
import type { Sandbox } from './support/sandbox.ts';
import { send, startSandbox } from './support/sandbox.ts';
import { ask } from './support/verify.ts';

const noneRefused = { match: { endpoint: 'paymentOptions', status: { $gte: 400 } }, times: 0 };
const uncertain = { ok: false, complete: false };

const head = (base: string) => {
	const { host, pathname } = new URL(base + servicePaths.paymentOptions);
	return `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
};

/** Sends half of a body, which by default will be refused. Returns a function that sends the rest and waits for the answer. */
async function sendHalf(sandbox: Sandbox, base: string, { amount = -5, status = 400 } = {}) {
	const connection = openConnection(base);
	const body = JSON.stringify({ ...paymentOptionsExample, amount });
	connection.send(`${head(base)}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
	await expect.poll(sandbox.callsInFlight).toBe(1);
	return async () => {
		connection.send(body.slice(9));
		expect(await connection.answers(1)).toMatchObject([{ status }]);
	};
}

const path = `${controlPaths.workspaces}/team-a`;
const create = ({ url }: Sandbox) => send('PUT', url + path, {});
const remove = ({ url }: Sandbox) => send('DELETE', url + path);
const reset = ({ url }: Sandbox) => send('POST', `${url}/w/team-a${controlPaths.reset}`);
const nothing = async () => {};

test.each<[string, (sandbox: Sandbox) => Promise<unknown>, (sandbox: Sandbox) => Promise<unknown>]>(
	[
		['a reset', create, reset],
		['a reset before the workspace exists', nothing, reset],
		['a deletion', create, remove],
		['a creation', nothing, create],
		['another creation', create, create],
	],
)('a call that is open over %s and refused afterwards makes answers uncertain', async (...row) => {
	const [, before, change] = row;
	const sandbox = await startSandbox();
	const base = `${sandbox.url}/w/team-a`;
	await before(sandbox);
	const finish = await sendHalf(sandbox, base);
	await change(sandbox);
	await finish();
	const team = await sandbox.workspace('team-a');
	await options(team, withReference('order-1'));
	const answer = await ask({ url: base }, noneRefused);
	expect(answer).toMatchObject(uncertain);
	expect(answer.message).toContain('1 call has no entry');
	const after = { match: { endpoint: 'hybridPayment' }, after: noneRefused.match, times: 0 };
	expect(await ask({ url: base }, after)).toMatchObject(uncertain);
	expect(await team.findings()).toMatchObject({ calls: 1, complete: false });
	// The call cannot change this.
	const hybrid = { match: { endpoint: 'hybridPayment' }, times: 0 };
	expect(await ask({ url: base }, hybrid)).toMatchObject({ ok: true });
	// Another workspace does not have the call.
	expect(await ask(sandbox, noneRefused)).toMatchObject({ ok: true });
	await team.clearJournal();
	expect(await ask({ url: base }, noneRefused)).toMatchObject({ ok: true });
	expect(await team.findings()).toMatchObject({ complete: false });
	await team.reset();
	await options(team, withReference('order-1'));
	expect(await team.findings()).toMatchObject({ calls: 1, complete: true });
});

test('the event of a call without an entry names no entry', async () => {
	const sandbox = await startSandbox();
	const stream = await readEvents(sandbox.url);
	const finish = await sendHalf(sandbox, sandbox.url);
	await sandbox.reset();
	await options(sandbox, withReference('order-1'));
	await finish();
	await options(sandbox, withReference('order-2'));
	const calls: unknown[] = [];
	await stream.until(({ event, data }) => {
		if (event === 'call') calls.push([data.status, data.entry]);
		return calls.length === 3;
	});
	expect(calls).toEqual([
		[200, 1],
		[400, null],
		[200, 2],
	]);
});

const callsCounted = async ({ url }: Sandbox, status: number) => {
	const text = await (await fetch(url + controlPaths.metrics)).text();
	const name = `payin_sandbox_calls_total{endpoint="paymentOptions",status="${status}"}`;
	return text.split('\n').find((line) => line.startsWith(name)) ?? null;
};

test('a call that is refused while the store responds is counted, and makes answers uncertain', async () => {
	const sandbox = await startSandbox({ store: `file:${join(temporaryFolder(), 'store')}` });
	const brokenChunk = `${head(sandbox.url)}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;
	const [answer] = answersIn(await exchange(sandbox.url, brokenChunk));
	expect(answer).toMatchObject({ status: 400 });
	expect(await callsCounted(sandbox, 400)).toMatch(/ 1$/);
	const { ok, complete, message } = await ask(sandbox, noneRefused);
	expect({ ok, complete }).toEqual(uncertain);
	// It is not open.
	expect(message).not.toContain('no response yet');
	expect(await sandbox.findings()).toMatchObject({ complete: false });
	await sandbox.reset();
	expect(await ask(sandbox, noneRefused)).toMatchObject({ ok: true });
	expect(await sandbox.findings()).toMatchObject({ complete: true });
});

test.skipIf(redisProgram === null)(
	'calls while Redis is silent are counted, and make answers uncertain',
	async () => {
		const redis = await startRedis();
		const sandbox = await startSandbox({ store: redis.url, storeTimeout: '1s' });
		await sandbox.reset();
		const stream = await readEvents(sandbox.url);
		redis.stall();
		for (let call = 0; call < 2; call += 1) {
			expect((await options(sandbox, withReference('order-7'))).status).toBe(503);
		}
		redis.resume();
		await expect
			.poll(async () => (await send('GET', sandbox.url + controlPaths.health)).status)
			.toBe(200);
		expect(await callsCounted(sandbox, 503)).toMatch(/ 2$/);
		const never = { match: { endpoint: 'paymentOptions', reference: 'order-7' }, times: 0 };
		expect(await ask(sandbox, never)).toMatchObject(uncertain);
		expect(await sandbox.findings({ severity: 'wrong' })).toMatchObject({ complete: false });
		await stream.until(({ event }) => event === 'gap');
		await sandbox.reset();
		expect(await ask(sandbox, never)).toMatchObject({ ok: true });
	},
);

test.skipIf(redisProgram === null)(
	'a payment whose creation has no known result makes answers uncertain, and is a gap in the events',
	async () => {
		const path = await startCuttingPath((await startRedis()).url);
		const sandbox = await startSandbox({ store: path.url, storeTimeout: '2s' });
		await options(sandbox, withReference('order-8'));
		const stream = await readEvents(sandbox.url);
		path.cutReplyTo = /^(?=.*EVALSHA)(?=.*"sessionId").*order-9/s;
		expect((await options(sandbox, withReference('order-9'))).status).toBe(503);
		await stream.until(({ event }) => event === 'gap');
		await expect
			.poll(async () => (await send('GET', sandbox.url + controlPaths.health)).status)
			.toBe(200);
		const { body } = await options(sandbox, withReference('order-9'));
		const payments = `${controlPaths.payments}?reference=order-9`;
		expect((await send('GET', sandbox.url + payments)).body.payments).toHaveLength(2);
		const match = { endpoint: 'paymentOptions', reference: 'order-9' };
		const once = { match, unit: 'payments', times: 1 };
		expect(await ask(sandbox, once)).toMatchObject({ ...uncertain, matched: 1 });
		expect(await ask(sandbox, { ...once, times: { atLeast: 1 } })).toMatchObject({ ok: true });
		// The number of calls is certain, and so are the payments of another order.
		expect(await ask(sandbox, { match, times: 2 })).toMatchObject({ ok: true });
		const other = { ...match, reference: 'order-8' };
		expect(await ask(sandbox, { ...once, match: other })).toMatchObject({ ok: true });
		const one = { match: { transactionId: body.transactionId }, times: 1 };
		expect(await ask(sandbox, one)).toMatchObject(uncertain);
	},
);

test('a call that is open over a reset is timed by the clock after it', async () => {
	const sandbox = await startSandbox();
	const team = await sandbox.workspace('team-a', { clock: { mode: 'manual' } });
	await team.advance('10h');
	const finish = await sendHalf(sandbox, team.url, { amount: 5, status: 200 });
	await team.reset();
	await finish();
	const { entries } = await team.journal();
	expect(entries).toHaveLength(1);
	const payments = (await send('GET', team.url + controlPaths.payments)).body.payments;
	expect(entries[0]?.at).toBe(payments[0].timeline[0].at);
});

test('a call that took effect before a reset has no entry, also if it is answered afterwards', async () => {
	const sandbox = await startSandbox({ settings: { latency: { default: { fixed: '500ms' } } } });
	const stream = await readEvents(sandbox.url);
	const before = options(sandbox, withReference('order-1'));
	await stream.until(({ event }) => event === 'payment');
	await sandbox.reset();
	await Promise.all([before, options(sandbox, withReference('order-2'))]);
	const found = await stream.until(({ event, data }) => event === 'call' && data.entry === 1);
	const calls = found.flatMap(({ event, data }) => (event === 'call' ? data : []));
	expect(calls).toMatchObject([
		{ entry: null, status: 200 },
		{ entry: 1, status: 200 },
	]);
});

test('calls that come right after a reset are in the events after it', async () => {
	const sandbox = await startSandbox();
	const stream = await readEvents(sandbox.url);
	const refused = () => send('POST', sandbox.url + servicePaths.hybridPayment);
	for (let round = 0; round < 10; round += 1) {
		await options(sandbox);
		const sent = [sandbox.reset(), refused(), refused(), refused()];
		await Promise.all(sent);
		const { entries } = await sandbox.journal();
		await options(sandbox, withReference(`end-${round}`));
		const found = await stream.until(
			({ event, data }) => event === 'payment' && data.paymentReference === `end-${round}`,
		);
		const reset = found.findIndex(({ event }) => event === 'reset');
		const later = found
			.slice(reset)
			.flatMap(({ data }) => ('requestId' in data ? data.requestId : []));
		expect(later).toEqual(entries.map(({ requestId }) => requestId).reverse());
	}
});

test.skipIf(redisProgram === null)(
	'payments between resets are in the events, although the events come late',
	async () => {
		const redis = await startRedis();
		const sandbox = await startSandbox({ store: redis.url, storeTimeout: '300ms' });
		const stream = await readEvents(sandbox.url);
		await options(sandbox);
		await stream.until(({ event }) => event === 'call');
		// The events read the store once a second, and wait for a second after a reading without a reply.
		redis.stall();
		for (let count = 0; count < 4; count += 1)
			expect((await send('GET', sandbox.url + controlPaths.health)).status).toBe(503);
		redis.resume();
		await sandbox.reset();
		const references = ['order-1', 'order-2', 'order-3'];
		for (const reference of references) {
			await options(sandbox, withReference(reference));
			await sandbox.reset();
		}
		await options(sandbox, withReference('end'));
		const found = await stream.until(
			({ event, data }) => event === 'payment' && data.paymentReference === 'end',
		);
		const order = found.flatMap(({ event, data }) => {
			if (event === 'payment') return [data.paymentReference];
			return event === 'reset' ? [event] : [];
		});
		expect(order).toEqual([
			...['reset', 'order-1', 'reset', 'order-2', 'reset', 'order-3', 'reset', 'end'],
		]);
	},
);
