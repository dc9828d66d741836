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
	const endingOf = (name: string) => backend.read(({ get }) => get(storeKeys.ended(name)));
	await store.reset('once');
	const first = endingOf('once') as number;
	await store.reset('twice');
	for (let count = 2; count < maxRememberedEndings; count += 1)
		await store.reset(`name-${count % 100}`);
	expect([endingOf('once'), endingOf('twice')]).toEqual([first, first + 1]);
	await store.reset('twice');
	expect([endingOf('once'), endingOf('twice')]).toEqual([undefined, first + maxRememberedEndings]);
	await store.reset('name-1');
	expect([endingOf('twice'), endingOf('name-1')]).toEqual([
		first + maxRememberedEndings,
		first + maxRememberedEndings + 1,
	]);
});
