import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.ts';
import { openFile } from './open-file.ts';

async function setup() {
	const path = join(temporaryFolder(), 'store');
	const address = { path, sync: 'process' } as const;
	const keeper = await openFile(address, () => Promise.reject(new Error('slept over a new file')));
	await keeper.close();
	const whole = readFileSync(path);
	// Of the two pages that describe it, one is there.
	writeFileSync(path, whole.subarray(0, 4096));
	return { path, address, whole };
}

test('a file whose head another process is just writing is opened a moment later', async () => {
	const { path, address, whole } = await setup();
	const keeper = await openFile(address, async () => writeFileSync(path, whole));
	await keeper.close();
	expect(readFileSync(path).equals(whole)).toBe(true);
});

test('one that is still cut off a moment later is refused, and stays as it is', async () => {
	const { path, address, whole } = await setup();
	const opening = openFile(address, async () => {});
	await expect(opening).rejects.toMatchObject({ cause: { message: 'the file is cut off' } });
	expect(readFileSync(path).equals(whole.subarray(0, 4096))).toBe(true);
});
