import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { workspaceRemovedSchema, workspaceViewSchema } from '../simulator/contract/workspaces.ts';
import {
	namesAt,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from './support/sandbox.ts';

test('put creates a workspace, a reset starts it again as it was created, and delete removes it', async () => {
	const { url } = await startSandbox();
	const at = `${url}/_sandbox/workspaces/team-a`;
	expect(await send('GET', at)).toMatchObject({
		status: 404,
		body: { code: 'workspace_not_found' },
	});
	const start = {
		seed: 9,
		clock: { mode: 'manual', now: '2030-01-01T00:00:00Z' },
		settings: { cashier: { maxAttempts: 1 } },
	};
	const made = await send('PUT', at, start);
	expect(made.status).toBe(201);
	expect(workspaceViewSchema.parse(made.body)).toMatchObject({
		name: 'team-a',
		seed: 9,
		clock: { mode: 'manual', now: '2030-01-01T00:00:00.000Z' },
		payments: { live: 0 },
	});
	expect((await send('PUT', at, { ...start, seed: 10 })).status).toBe(200);
	await post(`${url}/w/team-a/_sandbox/clock/advance`, { by: '1h' });
	await send('PUT', `${url}/w/team-a/_sandbox/settings`, { cashier: { maxAttempts: 5 } });
	await startPayment(`${url}/w/team-a`);
	expect(await send('PUT', at, start)).toMatchObject({
		status: 409,
		body: { code: 'workspace_exists' },
	});
	await post(`${url}/w/team-a/_sandbox/reset`);
	expect((await send('GET', at)).body).toMatchObject({
		seed: 10,
		clock: { now: '2030-01-01T00:00:00.000Z' },
		payments: { live: 0 },
	});
	const { body: settings } = await send('GET', `${url}/w/team-a/_sandbox/settings`);
	expect(settings.cashier.maxAttempts).toBe(1);

	await startPayment(`${url}/w/team-a`);
	const removed = await send('DELETE', at);
	expect(workspaceRemovedSchema.parse(removed.body)).toEqual({
		workspace: 'team-a',
		removed: true,
		payments: 1,
	});
	expect((await send('DELETE', at)).body).toMatchObject({ removed: false, payments: 0 });
	expect((await send('GET', `${url}/_sandbox/health`)).body.payments).toEqual({
		live: 0,
		evicted: 0,
		expired: 0,
	});
	expect(await send('DELETE', `${url}/_sandbox/workspaces/default`)).toMatchObject({
		status: 409,
		body: { code: 'workspace_permanent' },
	});
});

test.each([
	[{ seed: -1 }, 'seed'],
	[{ seed: 1.5 }, 'seed'],
	[{ clock: { mode: 'fast' } }, 'clock.mode'],
	[{ clock: { mode: 'manual', scale: 5 } }, 'clock.mode'],
	[{ settings: { cashier: { maxAttempts: 0 } } }, 'settings.cashier.maxAttempts'],
	[{ settings: { processing: { options: { PSEE: 'none' } } } }, 'settings.processing.options.PSEE'],
	[{ settings: { limits: { maxPayments: 3 } } }, 'settings.limits.maxPayments'],
	[{ setings: {} }, 'setings'],
])('put %j is refused whole', async (start, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', `${url}/_sandbox/workspaces/a`, start);
	expect([status, body.code, body.param]).toEqual([400, 'invalid_body', param]);
	expect(body.detail).toContain(param);
	expect(await namesAt(url)).toEqual(['default']);
	const named = await send('PUT', `${url}/_sandbox/workspaces/A`, {});
	expect(named).toMatchObject({ status: 400, body: { code: 'invalid_workspace' } });
});

test('the example of a clock is one that can be sent', async () => {
	const { url } = await startSandbox();
	const address = `${url}/_sandbox/workspaces/a`;
	const { body } = await send('PUT', address, { clock: 'manual' });
	const [, example = ''] = /clock = (\{.*\})\.$/.exec(body.fix) ?? [];
	const { status } = await send('PUT', address, { clock: JSON.parse(example) });
	expect(status).toBe(201);
});

test('what is wrong with the settings of a new workspace is named by its place in the body', async () => {
	const { url } = await startSandbox();
	for (const name of ['a', 'settings', '']) {
		const { body } = await send('PUT', `${url}/_sandbox/workspaces/a`, { settings: { [name]: 1 } });
		const param = `settings.${name}`;
		expect(body.param).toBe(param);
		expect(body.detail).toBe(`${param} is not known here.`);
		expect(body.fix).toBe(`Leave ${param} out, or check its spelling.`);
	}
});

test('the fix of a misspelt setting names the right one', async () => {
	const { url } = await startSandbox();
	const { body } = await send('PUT', `${url}/_sandbox/settings`, {
		latency: { paymentOption: 'none' },
	});
	expect(body.fix).toBe('Write latency.paymentOptions, or leave latency.paymentOption out.');
});

test("the server's limits are set in the default workspace, and shown in every one", async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ limits: { maxPayments: 7 } });
	const a = await sandbox.workspace('a');
	const shown = (await send('GET', `${a.url}/_sandbox/settings`)).body;
	expect(shown.limits.maxPayments).toBe(7);
	expect(await a.configure(shown)).toEqual(shown);
	await expect(a.configure({ limits: { maxPayments: 8 } })).rejects.toThrow(/whole server/);
	await expect(a.configure({ workspaces: { ttl: '1m' } })).rejects.toThrow(/workspaces\.ttl/);
	expect(await a.configure({ workspaces: { ttl: '60m' } })).toEqual(shown);
	await sandbox.configure({ limits: { maxPayments: 9 } });
	expect((await a.configure({ cashier: { poll: '1s' } })).limits.maxPayments).toBe(9);
});

test('there are no more workspaces than the limit, and the refused call makes nothing', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxWorkspaces: 2 } } });
	const { url } = sandbox;
	await startPayment(`${url}/w/a`);
	const calls = [
		await post(`${url}/w/b${servicePaths.paymentOptions}`, paymentOptionsExample),
		await send('PUT', `${url}/w/b/_sandbox/settings`, { cashier: { poll: '1s' } }),
		await send('PUT', `${url}/w/b/_sandbox/clock`, { mode: 'real' }),
		await post(`${url}/w/b/_sandbox/clock/advance`, { by: '1s' }),
		await send('PUT', `${url}/_sandbox/workspaces/b`, {}),
	];
	for (const { status, body } of calls) {
		expect([status, body.code]).toEqual([429, 'workspaces_full']);
		expect(body.detail).toContain('2 workspaces');
	}
	expect(await namesAt(url)).toEqual(['default', 'a']);
	await (await sandbox.workspace('a')).close();
	expect((await startPayment(`${url}/w/b`)).sessionId).toBeTruthy();
});

test('the payments of all workspaces share one limit: the oldest that may go goes', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 2 } } });
	const a = await sandbox.workspace('a');
	const held = await reachCashier(a.url, 'card', {}, { 'X-Sandbox-Outcome': 'HOLD' });
	await a.act(held.sessionId, { action: 'submit' });
	const idle = await startPayment(`${sandbox.url}/w/b`);
	const last = await reachCashier(sandbox.url, 'card', {}, { 'X-Sandbox-Outcome': 'HOLD' });
	expect((await send('GET', `${sandbox.url}/w/b/_sandbox/payments/${idle.sessionId}`)).status).toBe(
		404,
	);
	await sandbox.act(last.sessionId, { action: 'submit' });
	const full = await post(
		`${sandbox.url}/w/b${servicePaths.paymentOptions}`,
		paymentOptionsExample,
	);
	expect([full.status, full.body.code]).toEqual([503, 'sandbox_full']);
	expect((await a.payment(held.sessionId)).state).toBe('processing');
});

test('the library makes workspaces of one server for parallel tests, each with its own verbs', async () => {
	const sandbox = await startSandbox();
	const names = Array.from({ length: 8 }, (_, index) => `test-${index}`);
	const states = await Promise.all(
		names.map(async (name, index) => {
			const settings = { defaultOutcome: index % 2 === 0 ? 'APPROVE' : 'DECLINE' };
			const workspace = await sandbox.workspace(name, { seed: index, settings });
			const { sessionId } = await reachCashier(workspace.url, 'card', { paymentReference: 'same' });
			await workspace.act(sessionId, { action: 'submit' });
			await workspace.advance('5s');
			const payment = await workspace.payment(sessionId);
			await workspace.close();
			return [payment.workspace, payment.state];
		}),
	);
	expect(states).toEqual(
		names.map((name, index) => [name, index % 2 === 0 ? 'confirmed' : 'declined']),
	);
	expect(await namesAt(sandbox.url)).toEqual(['default']);
	await expect(sandbox.workspace('No')).rejects.toThrow('is not a workspace name');
	const used = await sandbox.workspace('used');
	await startPayment(used.url);
	await expect(sandbox.workspace('used', { seed: 3 })).rejects.toThrow('workspace_exists');
});

test('a copy of the settings leaves out fault rules that have ended, and the others count anew', async () => {
	const { url } = await startSandbox({ clock: 'manual' });
	const [fault, match] = [{ kind: 'status', status: 503 }, { endpoint: 'paymentOptions' }];
	await send('PUT', `${url}/w/source/_sandbox/settings`, {
		faults: [
			{ id: 'used-up', match, fault, times: 1 },
			{ id: 'used-once', match, fault, times: 2 },
			{ id: 'expired', match, fault, ttl: 0 },
			{ id: 'window-over', match, fault, window: { for: '1m' } },
			{ id: 'window-ahead', match, fault, window: { after: '1h', for: '1m' } },
			{ id: 'disabled', match, fault, enabled: false },
			{ id: 'own', match, fault },
		],
	});
	for (let call = 0; call < 2; call += 1) {
		expect((await send('POST', `${url}/w/source/v2/payment-options`, {})).status).toBe(503);
	}
	await send('POST', `${url}/w/source/_sandbox/clock/advance`, { by: '2m' });
	const rulesOf = async (start: object) => {
		await send('PUT', `${url}/_sandbox/workspaces/copy`, { copySettingsOf: 'source', ...start });
		return (await send('GET', `${url}/w/copy/_sandbox/faults`)).body.rules;
	};
	const left = ['used-once', 'window-ahead', 'disabled', 'own'];
	const copied = await rulesOf({});
	expect(copied.map(({ id, hits }: { id: string; hits: number }) => [id, hits])).toEqual(
		left.map((id) => [id, 0]),
	);
	expect(copied.find(({ id }: { id: string }) => id === 'disabled').enabled).toBe(false);
	expect(await rulesOf({ settings: { faults: [] } })).toEqual([]);
});

test('a workspace may begin with the present settings of another one', async () => {
	const { url } = await startSandbox();
	await send('PUT', `${url}/_sandbox/settings`, {
		defaultOutcome: 'DECLINE',
		cashier: { maxAttempts: 2 },
		limits: { maxPayments: 1_000 },
		faults: [{ id: 'f', match: {}, fault: { kind: 'close' } }],
	});
	const at = `${url}/_sandbox/workspaces/copy`;
	const start = { copySettingsOf: 'default', settings: { cashier: { maxAttempts: 7 } } };
	expect((await send('PUT', at, start)).status).toBe(201);
	const { body } = await send('GET', `${url}/w/copy/_sandbox/settings`);
	expect(body).toMatchObject({ defaultOutcome: 'DECLINE', cashier: { maxAttempts: 7 } });
	expect(body.faults).toHaveLength(1);
	await send('PUT', `${url}/_sandbox/settings`, { defaultOutcome: 'APPROVE' });
	await send('POST', `${url}/w/copy/_sandbox/reset`);
	const after = await send('GET', `${url}/w/copy/_sandbox/settings`);
	expect(after.body.defaultOutcome).toBe('DECLINE');
	for (const copySettingsOf of ['A B', 'cpoy']) {
		const refused = await send('PUT', `${url}/_sandbox/workspaces/other`, { copySettingsOf });
		expect(refused).toMatchObject({ status: 400, body: { param: 'copySettingsOf' } });
	}
	expect((await send('GET', `${url}/_sandbox/workspaces/other`)).status).toBe(404);
});

test('the changes since the start are what a reset undoes, in each workspace', async () => {
	const settings = { processing: { default: { fixed: '3s' } }, methods: { PSE: { window: '9m' } } };
	const { url } = await startSandbox({ settings });
	const own = { cashier: { maxAttempts: 1 } };
	await send('PUT', `${url}/_sandbox/workspaces/team`, { settings: own });
	for (const base of [url, `${url}/w/team`, `${url}/w/uncreated`]) {
		const read = async () =>
			(await send('GET', `${base}/_sandbox/settings/changes?since=start`)).body;
		expect(await read()).toEqual({});
		// The values at the start are no change.
		await send('PUT', `${base}/_sandbox/settings`, settings);
		expect(await read()).toEqual({});
		const patch = { methods: { PSE: null }, auth: { keys: ['a-secret-key'] } };
		await send('PUT', `${base}/_sandbox/settings`, patch);
		await post(`${base}/_sandbox/faults`, { fault: { kind: 'reset' } });
		expect(await read()).toEqual({
			methods: {},
			auth: { keys: ['…'] },
			faults: [expect.objectContaining({ fault: { kind: 'reset' } })],
		});
		await post(`${base}/_sandbox/reset`);
		expect(await read()).toEqual({});
	}
	const wrong = await send('GET', `${url}/_sandbox/settings/changes?since=now`);
	expect(wrong).toMatchObject({ status: 400, body: { param: 'since' } });
});
