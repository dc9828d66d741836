/** Findings are complete only if all calls of the workspace were read. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { options, withReference } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';
import { ask } from './support/verify.ts';

/** A refused call creates no payment, so that only the journal knows it. */
const refuse = (target: { url: string }) => options(target, { amount: -1 });

test('after a restart on the same store findings are incomplete, until a reset', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const first = await startSandbox({ store });
	await refuse(first);
	await first.close();
	const sandbox = await startSandbox({ store });
	await options(sandbox);
	expect(await sandbox.findings({ severity: 'wrong' })).toMatchObject({
		findings: [],
		complete: false,
	});
	await sandbox.clearJournal();
	expect(await sandbox.findings()).toMatchObject({ complete: false });
	// A workspace of this process, and one that was reset, have no earlier calls.
	const team = await sandbox.workspace('team-a');
	await sandbox.reset();
	for (const target of [team, sandbox]) {
		await options(target);
		expect(await target.findings()).toMatchObject({ calls: 1, complete: true });
	}
});

test('findings are incomplete if the journal dropped a workspace, until a reset', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxWorkspaces: 2 } } });
	const team = await sandbox.workspace('team-a', {});
	await refuse(team);
	for (let name = 1; name <= 1_002; name += 1) {
		await send('GET', `${sandbox.url}/w/name-${name}/v2/none`);
	}
	const isComplete = async () => (await team.findings({ severity: 'wrong' })).complete;
	expect(await isComplete()).toBe(false);
	await options(team);
	expect(await isComplete()).toBe(false);
	await team.clearJournal();
	expect(await isComplete()).toBe(false);
	await team.reset();
	await options(team);
	expect(await isComplete()).toBe(true);
	expect(await sandbox.findings()).toMatchObject({ calls: 0, complete: true });
});

test('deleting a workspace that does not exist changes nothing for the next one of its name', async () => {
	const sandbox = await startSandbox();
	const remove = () => send('DELETE', `${sandbox.url}${controlPaths.workspaces}/team-a`);
	const base = `${sandbox.url}/w/team-a`;
	await options({ url: base });
	for (const removed of [true, false]) expect((await remove()).body).toMatchObject({ removed });
	await options({ url: base });
	const { body } = await send('GET', base + controlPaths.findings);
	expect(body).toMatchObject({ calls: 1, complete: true });
	const question = { match: {}, times: 1 };
	expect(await ask({ url: base }, question)).toMatchObject({ ok: true, complete: true });
});

test('findings are incomplete while a call has no response yet', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, withReference('order-1'));
	await sandbox.configure({ latency: { default: { fixed: '60s' } } });
	const refused = refuse(sandbox);
	await expect.poll(sandbox.callsInFlight).toBe(1);
	expect(await sandbox.findings()).toMatchObject({ calls: 1, complete: false });
	await sandbox.close();
	await refused.catch(() => {});
});

test('findings about payments are incomplete while a call may create one', async () => {
	const sandbox = await startSandbox();
	const fault = { kind: 'delay', law: { fixed: '60s' } } as const;
	await sandbox.faults.add({ match: {}, phase: 'before', fault });
	const held = options(sandbox, withReference('order-1'));
	await expect.poll(sandbox.callsInFlight).toBe(1);
	const path = `${controlPaths.findings}?code=amount_implausible`;
	const { body } = await send('GET', sandbox.url + path);
	expect(body).toMatchObject({ findings: [], complete: false });
	await sandbox.close();
	await held.catch(() => {});
});

test('findings are incomplete once payments were evicted', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 3 } } });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await startPayment(sandbox.url);
	await sandbox.act(sessionId, { action: 'cancel' });
	expect(await sandbox.findings()).toMatchObject({ complete: true });
	const team = await sandbox.workspace('team-a');
	for (let payment = 0; payment < 2; payment += 1) await startPayment(team.url);
	expect(await sandbox.findings()).toMatchObject({ complete: false });
});

test('an order after one whose payment was evicted is no duplicate: that payment may have ended before', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 3 } } });
	const first = await reachCashier(sandbox.url, 'card', { paymentReference: 'order-1' });
	await sandbox.act(first.sessionId, { action: 'cancel' });
	const other = { customer: { name: 'Another Customer' } };
	for (let payment = 0; payment < 3; payment += 1) await startPayment(sandbox.url, other);
	await reachCashier(sandbox.url, 'card', { paymentReference: 'order-2' });
	const { findings, complete } = await sandbox.findings({ code: 'duplicate_order' });
	expect([findings, complete]).toEqual([[], false]);
});
