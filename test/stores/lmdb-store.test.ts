import { join } from 'node:path';
import { sleep } from '../../simulator/runtime/time.ts';
import { openLmdbBackend } from '../../simulator/state/open-lmdb.ts';
import { temporaryFolder } from '../support/command.ts';
import { openTestStore } from '../support/store.ts';
import { describeStore } from './store.contract.ts';

describeStore('file', async ({ wallNow }) => {
	const path = join(temporaryFolder(), 'store');
	const backend = await openLmdbBackend({ path, sync: 'process' });
	return openTestStore({ kind: 'file', backend, wallNow, sleep });
});
