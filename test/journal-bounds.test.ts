import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths, servicePaths, workspacePath } from '../simulator/contract/routes.ts';
import { options } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import { namesAt, send, startSandbox } from './support/sandbox.ts';

test('counters only counts, off does neither, and each workspace has its own mode', async () => {
	const sandbox = await startSandbox();
	const other = await sandbox.workspace('team-a');
	await sandbox.configure({ journal: { mode: 'counters' } });
	await options(sandbox);
	await options(sandbox, { amount: -1 });
	await options(other);
	expect(await sandbox.journal()).toMatchObject({
		mode: 'counters',
		entries: [],
		counters: [
			{ endpoint: 'paymentOptions', status: 200, calls: 1 },
			{ endpoint: 'paymentOptions', status: 400, calls: 1 },
		],
	});
	expect((await other.journal()).entries).toHaveLength(1);
	await sandbox.configure({ journal: { mode: 'off' } });
	await options(sandbox);
	expect((await sandbox.journal()).counters).toHaveLength(2);
});

test('a bound that a new start of default sets applies at once', async () => {
	const sandbox = await startSandbox({ settings: { limits: { journalEntries: 2 } } });
	const start = { settings: { limits: { journalEntries: 6 } } };
	await send('PUT', `${sandbox.url}${controlPaths.workspaces}/default`, start);
	const quiet = await sandbox.workspace('quiet');
	for (let count = 0; count < 4; count += 1) await options(quiet);
	expect((await quiet.journal()).entries).toHaveLength(4);
});

test('entries and bytes are bounded for the whole server, and the workspace with most loses entries', async () => {
	const sandbox = await startSandbox();
	const quiet = await sandbox.workspace('quiet');
	await sandbox.configure({ limits: { journalEntries: 6 } });
	await options(quiet);
	for (let count = 0; count < 12; count += 1) await options(sandbox);
	expect((await sandbox.journal()).entries.map(({ id }) => id)).toEqual([12, 11, 10, 9, 8]);
	expect((await quiet.journal()).entries).toHaveLength(1);
	await sandbox.configure({ limits: { journalBytes: 12_000 } });
	const left = (await sandbox.journal()).entries.map(({ id }) => id);
	expect(left.length).toBeGreaterThan(0);
	expect(left).toEqual([12, 11, 10, 9].slice(0, left.length));
	expect((await quiet.journal()).entries).toHaveLength(1);
	const { counters } = await sandbox.journal();
	expect(counters).toEqual([{ endpoint: 'paymentOptions', status: 200, calls: 12 }]);
});

test('a workspace whose calls created nothing keeps its journal when others are created and end', async () => {
	const sandbox = await startSandbox();
	const shop = await sandbox.workspace('shop');
	for (let count = 0; count < 5; count += 1) await options(shop, { amount: -1 });
	const other = await sandbox.workspace('other', {});
	const isWhole = async () => {
		const question = { match: { endpoint: 'paymentOptions' }, times: { atMost: 4 } } as const;
		await expect(shop.verify(question)).rejects.toThrow('Expected at most 4 calls, found 5');
	};
	await isWhole();
	await other.reset();
	await isWhole();
	await other.close();
	await isWhole();
});

test('a recreated workspace has an empty journal', async () => {
	const sandbox = await startSandbox();
	await options(sandbox);
	await sandbox.reset();
	expect((await sandbox.journal()).counters).toEqual([]);
	const gone = await sandbox.workspace('team-a');
	await options(gone);
	await gone.close();
	expect((await gone.journal()).entries).toEqual([]);
	const anew = await sandbox.workspace('team-b');
	await options(anew, { amount: -1 });
	await sandbox.workspace('team-b', {});
	expect(await anew.journal()).toMatchObject({ entries: [], counters: [] });
});

test.each(['reset', 'close'] as const)(
	'entries removed by %s free their space for others',
	async (end) => {
		const sandbox = await startSandbox({ settings: { limits: { journalEntries: 6 } } });
		const team = await sandbox.workspace('team');
		for (let count = 0; count < 6; count += 1) await options(team);
		await team[end]();
		for (let count = 0; count < 6; count += 1) await options(sandbox);
		expect((await sandbox.journal()).entries).toHaveLength(6);
	},
);

test.each([
	['memory', () => 'memory'],
	['a file', () => `file:${join(temporaryFolder(), 'store')}`],
])(
	'over %s, a workspace that expired has an empty journal when it is created again',
	async (_kind, store) => {
		const sandbox = await startSandbox({ store: store() });
		const team = await sandbox.workspace('team', {});
		for (let count = 0; count < 3; count += 1) await options(team, { amount: -1 });
		expect((await team.journal()).entries).toHaveLength(3);
		await sandbox.configure({ workspaces: { ttl: '1ms' } });
		await expect.poll(() => namesAt(sandbox.url)).toEqual(['default']);
		await options(team);
		const { entries, counters } = await team.journal();
		expect(entries.map(({ id, status }) => [id, status])).toEqual([[1, 200]]);
		expect(counters).toEqual([{ endpoint: 'paymentOptions', status: 200, calls: 1 }]);
	},
);

test('without a call since, verify and findings are not certain about a workspace that expired', async () => {
	const sandbox = await startSandbox();
	const path = `${controlPaths.workspaces}/team`;
	const create = () => send('PUT', sandbox.url + path, {});
	const atTeam = (method: string, at: string, body?: object) =>
		send(method, `${sandbox.url}${workspacePath}team${at}`, body);
	const never = { match: { endpoint: 'paymentOptions' }, times: 0 };
	const ask = async () => (await atTeam('POST', controlPaths.verify, never)).body;
	await create();
	await atTeam('POST', servicePaths.paymentOptions, {});
	expect(await ask()).toMatchObject({ ok: false, complete: true, matched: 1 });
	await sandbox.configure({ workspaces: { ttl: '1ms' } });
	await expect.poll(() => namesAt(sandbox.url)).toEqual(['default']);
	await sandbox.configure({ workspaces: null });
	const uncertain = await ask();
	expect(uncertain).toMatchObject({ ok: false, complete: false, matched: 0 });
	expect(uncertain.message).toContain('has expired');
	expect((await atTeam('GET', controlPaths.findings)).body.complete).toBe(false);
	await create();
	expect(await ask()).toMatchObject({ ok: true, complete: true });
	expect((await atTeam('GET', controlPaths.findings)).body.complete).toBe(true);
});
