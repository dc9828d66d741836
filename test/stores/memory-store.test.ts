import { expect, test } from 'vitest';
import { sleep, wallNow } from '../../simulator/runtime/time.ts';
import { createMemoryBackend } from '../../simulator/state/memory-backend.ts';
import { storeKeys } from '../../simulator/state/records.ts';
import { maxRememberedEndings } from '../../simulator/state/workspaces.ts';
import { openTestStore } from '../support/store.ts';
import { describeStore } from './store.contract.ts';

describeStore('memory', ({ wallNow }) =>
	openTestStore({ kind: 'memory', backend: createMemoryBackend(), wallNow, sleep }),
);

test('a store remembers the latest endings of workspaces, and no more', async () => {
	const backend = createMemoryBackend();
	const store = await openTestStore({ kind: 'memory', backend, wallNow, sleep });
	const endingOf = (name: string) => backend.read(({ get }) => get(storeKeys.ended(name))?.number);
	await store.reset('once');
	await store.reset('twice');
	for (let count = 2; count < maxRememberedEndings; count += 1)
		await store.reset(`name-${count % 100}`);
	expect([endingOf('once'), endingOf('twice')]).toEqual([1, 2]);
	await store.reset('twice');
	expect([endingOf('once'), endingOf('twice')]).toEqual([undefined, maxRememberedEndings + 1]);
	await store.reset('name-1');
	expect([endingOf('twice'), endingOf('name-1')]).toEqual([
		maxRememberedEndings + 1,
		maxRememberedEndings + 2,
	]);
});
