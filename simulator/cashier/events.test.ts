import { expect, test } from 'vitest';
import { start } from '../domain/test-payment.ts';
import { settingsOf } from '../settings/settings.ts';
import { createMemoryStore } from '../state/memory-store.ts';
import { setupStore, workspace } from '../state/store-contract-setup.ts';
import { events } from './events.ts';

const clock = { mode: 'manual', scale: 1, now: null } as const;

test('a stream with nothing to tell still says so every 15 seconds of wall time', async () => {
	const { store, add } = await setupStore(({ wallNow }) =>
		createMemoryStore({ genesis: { seed: 1, settings: settingsOf('sandbox'), clock }, wallNow }),
	);
	await add();
	let wallMs = 0;
	// Each look finds the time another five seconds on.
	const deps = { store, wallNow: () => start, monotonicMs: () => (wallMs += 5_000) };
	const client = new AbortController();
	const pieces: string[] = [];
	const times: number[] = [];
	for await (const piece of events(deps, { workspace, sessionId: 'session-0' }, client.signal)) {
		pieces.push(piece);
		times.push(wallMs);
		if (pieces.length === 3) client.abort();
	}
	expect(pieces.map((piece) => piece.split('\n')[0])).toEqual(['retry: 3000', ':', ':']);
	expect(times).toEqual([5_000, 20_000, 35_000]);
});
