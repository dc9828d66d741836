/** The clock of the machine jumps while payments are open. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { findFaketime } from './parts/faketime.ts';
import { startServe, temporaryFolder } from './support/command.ts';
import { readEvents } from './support/event-reader.ts';
import { listen } from './support/events.ts';
import { createMachineClock } from './support/machine-clock.ts';
import { redisProgram, startRedis } from './support/redis.ts';
import { firstRows } from './support/sample.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const faketime = findFaketime();

const hourS = 3_600;
const yearS = 8_760 * hourS;

/** A server with a clock that the test sets, as an offset to the real one. */
function setup(store = `file:${join(temporaryFolder(), 'store')}`) {
	const { setClock, env } = createMachineClock(faketime);
	return { setClock, start: () => startServe(['--store', store, '--clock', 'scaled:20'], env) };
}

test('a file that is closed and opened again within a second does not put the clock ahead', async () => {
	const nowAt = async (url: string) =>
		Date.parse((await send('GET', url + controlPaths.clock)).body.now);
	const other = await startSandbox({ clock: 'real' });
	const store = `file:${join(temporaryFolder(), 'store')}`;
	for (let count = 0; count < 3; count += 1) {
		const sandbox = await createSandbox({ port: 0, store, drain: 0 });
		await startPayment(sandbox.url);
		expect(await nowAt(sandbox.url)).toBeLessThanOrEqual(await nowAt(other.url));
		await sandbox.close();
	}
});

test.skipIf(faketime === null)(
	'a wrong clock of the machine does not move that of a file whose server gets no call',
	async () => {
		const { setClock, start } = setup();
		const startAndStop = async () => {
			const { child, ended } = await start();
			child.kill('SIGTERM');
			await ended;
		};
		await startAndStop();
		setClock(yearS);
		await startAndStop();
		setClock(0);
		const { body } = await send('GET', (await start()).url + controlPaths.clock);
		expect(Date.parse(body.now)).toBeLessThan(Date.now() + 60 * hourS * 1_000);
	},
);

async function submitted(url: string): Promise<string> {
	const { sessionId } = await reachCashier(url, 'card');
	await post(`${url}${controlPaths.payments}/${sessionId}/act`, { action: 'submit' });
	return `${url}${controlPaths.payments}/${sessionId}`;
}

const jumpsOf: [how: string, jumps: number[]][] = [
	['forward three years, and back again', [3 * yearS, 0]],
	['back an hour', [-hourS]],
];

test.skipIf(faketime === null).each(firstRows(jumpsOf))(
	'a payment is confirmed after its delay when the clock is set %s',
	async (_, jumps) => {
		const { setClock, start } = setup();
		const { url } = await start();
		const first = await submitted(url);
		for (const seconds of jumps) {
			setClock(seconds);
			await send('GET', first);
		}
		for (const payment of [first, await submitted(url)]) {
			const { body } = await send('GET', `${payment}?until=confirmed&timeout=30s`);
			expect(body).toMatchObject({ state: 'confirmed', reached: true });
		}
	},
);

test.skipIf(faketime === null).each(['file', 'redis'])(
	'a server that starts after the clock was set back shows no payment in an earlier state (%s)',
	async (kind) => {
		if (kind === 'redis' && redisProgram === null) return;
		const { setClock, start } = setup(kind === 'redis' ? (await startRedis()).url : undefined);
		const { url, child, ended } = await start();
		const payment = await submitted(url);
		const { body } = await send('GET', `${payment}?until=confirmed&timeout=30s`);
		child.kill('SIGTERM');
		await ended;
		setClock(-hourS);
		const second = await start();
		const path = `${second.url}${controlPaths.payments}/${body.sessionId}`;
		expect((await send('GET', path)).body.state).toBe('confirmed');
		const next = await submitted(second.url);
		const waited = await send('GET', `${next}?until=confirmed&timeout=30s`);
		expect(waited.body.reached).toBe(true);
	},
);

test.skipIf(faketime === null)(
	'a workspace with an open event stream does not expire when the clock is set forward',
	async () => {
		const { setClock, start } = setup();
		const { url } = await start();
		const cancelledIn = async (workspace: string) => {
			const { sessionId } = await startPayment(workspace);
			const payment = `${workspace}${controlPaths.payments}/${sessionId}`;
			await post(`${payment}/act`, { action: 'cancel' });
			return payment;
		};
		const followed = await cancelledIn(`${url}/w/followed`);
		const left = await cancelledIn(`${url}/w/left`);
		const events = await readEvents(`${url}/w/followed`);
		const { page } = await reachCashier(`${url}/w/shown`, 'card');
		const status = await listen(page);
		expect(await status.next()).toMatchObject({ final: false });
		setClock(3 * hourS);
		expect((await send('GET', left)).status).toBe(404);
		expect((await send('GET', followed)).body).toMatchObject({ state: 'cancelled' });
		expect(await status.next()).toMatchObject({ state: 'expired', final: true });
		await send('PUT', `${url}/w/followed${controlPaths.settings}`, { defaultOutcome: 'DECLINE' });
		const found = await events.until(({ event }) => event === 'settings');
		expect(found.map(({ event }) => event)).not.toContain('reset');
	},
);
