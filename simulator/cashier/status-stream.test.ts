import { expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../../test/support/payment.ts';
import { setupStore, workspace } from '../../test/support/store.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import { settingsOf } from '../settings/settings.ts';
import { openStoreOver } from '../state/create-store.ts';
import { createMemoryBackend } from '../state/memory-backend.ts';
import type { Store } from '../state/store.ts';
import { createStoreClock } from '../state/store-clock.ts';
import { statusEvents } from './status-stream.ts';

const clock = { mode: 'manual', scale: 1, now: null } as const;

/** A stream that has sent the present status and has nothing more to send, on fake timers. `looks` counts reads of the store. */
async function followIdle() {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const { store, add } = await setupStore(async ({ wallNow }) => {
		const startValues = { seed: 1, settings: settingsOf('sandbox'), clock };
		const options = { kind: 'memory', backend: createMemoryBackend(), startValues, sleep };
		return (await openStoreOver({ ...options, clock: createStoreClock(wallNow) })).store;
	});
	await add();
	let looks = 0;
	const counted: Store = {
		...store,
		read(...asked) {
			looks += 1;
			return store.read(...asked);
		},
	};
	const deps = { store: counted, wallNow: () => start, monotonicMs };
	const client = new AbortController();
	const followed = { workspace, sessionId: 'session-0' };
	const stream = statusEvents(deps, followed, client.signal);
	expect((await stream.next()).value).toMatch(/^retry: 3000\nevent: status\n/);
	return { stream, looks: () => looks, leave: () => client.abort() };
}

test('an idle stream sends a heartbeat every 15 seconds, and reads the store once a second', async () => {
	const { stream, looks, leave } = await followIdle();
	for (const beats of [1, 2]) {
		let piece: string | null = null;
		void stream.next().then(({ value }) => {
			piece = value ?? null;
		});
		await vi.advanceTimersByTimeAsync(14_000);
		expect(piece).toBeNull();
		await vi.advanceTimersByTimeAsync(1_000);
		expect(piece).toBe(':\n\n');
		expect(looks()).toBe(1 + 15 * beats);
	}
	leave();
});

test('a stream whose client has gone holds no timer', async () => {
	const { stream, leave } = await followIdle();
	const rest = stream.next();
	await vi.advanceTimersByTimeAsync(500);
	expect(vi.getTimerCount()).toBe(1);
	leave();
	expect((await rest).done).toBe(true);
	expect(vi.getTimerCount()).toBe(0);
});
