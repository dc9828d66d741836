import { expect, test } from 'vitest';
import { openTestStore, setupStore } from '../../test/support/store.ts';
import { StoreUnavailable } from './backend.ts';
import { createMemoryBackend } from './memory-backend.ts';

const hourMs = 60 * 60_000;

/** A workspace `team` whose only payment is final, in a store that takes no writes while `block` is in force. */
async function setup() {
	const backend = createMemoryBackend();
	let isBlocked = false;
	const write: typeof backend.write = (run) =>
		isBlocked ? Promise.reject(new StoreUnavailable(new Error('full'))) : backend.write(run);
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
	return { ...held, block };
}

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
	block(false);
	expect(await store.workspace('team')).toBeNull();
});
