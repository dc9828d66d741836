import { expect, test } from 'vitest';
import { openTestStore, setupStore, workspace } from '../../test/support/store.ts';
import { StoreUnavailable } from './backend.ts';
import { createCallDeadlines } from './call-deadlines.ts';
import { createMemoryBackend } from './memory-backend.ts';

const hourMs = 60 * 60_000;

/** A workspace `team` whose only payment is final, in a store that takes no writes while `block` is in force. */
async function setup() {
	const backend = createMemoryBackend();
	let isBlocked = false;
	let delayed: Promise<void> | undefined;
	const write: typeof backend.write = (run) => {
		if (isBlocked) return Promise.reject(new StoreUnavailable(new Error('full')));
		return delayed !== undefined ? delayed.then(() => backend.write(run)) : backend.write(run);
	};
	const held = await setupStore(({ wallNow }) =>
		openTestStore({
			kind: 'file',
			backend: { ...backend, write },
			wallNow,
			sleep: async () => undefined,
		}),
	);
	await held.addTo('team');
	await held.actIn('team', 'session-0', { type: 'cancel' });
	const block = (blocks: boolean) => {
		isBlocked = blocks;
	};
	/** Holds the writes until the returned function is called. */
	const delay = () => {
		let release = () => {};
		delayed = new Promise((resolve) => {
			release = resolve;
		});
		return release;
	};
	return { ...held, block, delay };
}

test('no call overtakes the one that notes the use of its workspace', async () => {
	const { store, pass, delay } = await setup();
	pass(0.6 * hourMs);
	const release = delay();
	const ended: number[] = [];
	const calls = [1, 2].map(async (call) => {
		await store.workspaceRecord('team');
		ended.push(call);
	});
	await Promise.race([calls[1], new Promise(setImmediate)]);
	expect(ended).toEqual([]);
	release();
	await Promise.all(calls);
	expect(ended).toEqual([1, 2]);
});

test('a call that waits for the one that notes the use has no more time than any other', async () => {
	const backend = createMemoryBackend();
	let nowMs = 0;
	const timeoutMs = 1_000;
	const monotonicMs = () => nowMs;
	const deadlines = createCallDeadlines({
		timeoutMs,
		monotonicMs,
		sleep: () => new Promise(() => {}),
	});
	/** The transactions that wait for a store that does not respond, in their order. */
	const stalled: { untilMs: number; giveUp(): void }[] = [];
	let isStalled = false;
	const unlessStalled =
		(through: typeof backend.write): typeof backend.write =>
		(run, needs) => {
			if (!isStalled) return through(run, needs);
			const { deadlineMs, end } = deadlines.begin();
			return new Promise((_, reject) => {
				const giveUp = () => {
					end();
					reject(new StoreUnavailable(new Error('no response')));
				};
				stalled.push({ untilMs: deadlineMs, giveUp });
			});
		};
	const [read, write] = [unlessStalled(backend.read), unlessStalled(backend.write)];
	const { store } = await setupStore(({ wallNow }) =>
		openTestStore({
			kind: 'redis',
			backend: { ...backend, read, write, deadlines },
			wallNow,
			sleep: async () => undefined,
		}),
	);
	isStalled = true;
	const call = () =>
		store.asCall(async () => await store.workspaceRecord('team')).catch(() => 'no response');
	const calls = [call()];
	nowMs = 10;
	calls.push(call());
	while (stalled.length < 1) await new Promise(setImmediate);
	nowMs = timeoutMs;
	stalled[0]?.giveUp();
	// Both calls read the workspace by themselves then, in the time that they have left.
	while (stalled.length < 3) await new Promise(setImmediate);
	expect(stalled.map(({ untilMs }) => untilMs)).toEqual([timeoutMs, timeoutMs, timeoutMs + 10]);
	for (const { giveUp } of stalled) giveUp();
	expect(await Promise.all(calls)).toEqual(['no response', 'no response']);
});

test('a use that the store did not take keeps the workspace, and counts from its own time', async () => {
	const { store, sessionsOf, pass, block } = await setup();
	block(true);
	for (const share of [0.6, 0.6, 0.6]) {
		pass(share * hourMs);
		expect(await sessionsOf('team')).toEqual(['0']);
	}
	block(false);
	// Neither the list of workspaces nor its own next use removes it.
	expect((await store.workspaces()).map(({ record }) => record.name)).toContain('team');
	expect(await sessionsOf('team')).toEqual(['0']);
	pass(hourMs + 1);
	expect(await sessionsOf('team')).toEqual([]);
});

test('a workspace without a use expires after an outage of the store too', async () => {
	const { store, pass, block } = await setup();
	block(true);
	pass(hourMs + 1);
	expect(await store.workspace('team')).not.toBeNull();
	expect((await store.workspaces()).map(({ record }) => record.name)).toContain('team');
	block(false);
	expect(await store.workspace('team')).toBeNull();
});

test('many idle workspaces are read some at a time, and lists at the same time share it', async () => {
	const backend = createMemoryBackend();
	let transactions = 0;
	const counted =
		(through: typeof backend.write): typeof backend.write =>
		(run) => {
			transactions += 1;
			return through(run);
		};
	const { store, addTo, pass } = await setupStore(({ wallNow }) =>
		openTestStore({
			kind: 'memory',
			backend: { ...backend, read: counted(backend.read), write: counted(backend.write) },
			wallNow,
			sleep: async () => undefined,
		}),
	);
	const { startValues } = await store.workspaceRecord(workspace);
	const clock = { mode: 'manual', scale: 1, now: null } as const;
	for (let index = 0; index < 500; index += 1) {
		await store.createWorkspace(`team-${index}`, { ...startValues, clock });
		await addTo(`team-${index}`);
	}
	pass(2 * hourMs);
	transactions = 0;
	const lists = await Promise.all(Array.from({ length: 10 }, () => store.workspaces()));
	expect(lists.map(({ length }) => length)).toEqual(Array(10).fill(501));
	// Two runs, the second for the calls that came during the first: the settings of the server, the idle names and three
	// parts of 200. Then a list for each call.
	expect(transactions).toBe(2 * (1 + 1 + 3) + 10);
});
