import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sleep } from '../../runtime/time.ts';
import { settingsOf } from '../../settings/settings.ts';
import { describeStore } from '../store-contract.ts';
import type { CreatePlace } from '../store-contract-shared.ts';
import { describeSharedStore } from '../store-contract-shared.ts';
import { beginStore } from './begin-store.ts';
import { openFile } from './open-file.ts';

const createPlace: CreatePlace = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'payin-sandbox-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return async ({ wallNow }) => {
		const keeper = await openFile({ path: join(folder, 'store'), sync: 'process' }, sleep);
		const clock = { mode: 'real', scale: 1, now: null } as const;
		const genesis = { seed: 1, settings: settingsOf('sandbox'), clock };
		const { store } = await beginStore({ kind: 'file', keeper, genesis, wallNow, sleep });
		onTestFinished(() => store.close());
		return store;
	};
};

describeStore('file', async (options) => (await createPlace())(options));
describeSharedStore('file', createPlace);
