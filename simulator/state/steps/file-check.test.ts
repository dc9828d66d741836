import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.ts';
import { refusalOfFile } from './file-check.ts';

/** A thread whose store grows by a page or more in each of 400 transactions: beside it, on two cores, some looks fall in the middle of one. */
const writer = `
	const { parentPort, workerData } = require('node:worker_threads');
	const { open } = require('lmdb');
	const file = open({ path: workerData, encoding: 'string', noSubdir: true, noSync: true });
	parentPort.postMessage('opened');
	for (let round = 0; round < 400; round += 1) {
		file.transactionSync(() => {
			for (let place = 0; place < 5; place += 1) file.putSync([round, place], 'x'.repeat(900));
		});
	}
	void file.close();
`;

test('a file that grows while it is looked at is not cut off', async () => {
	const path = join(temporaryFolder(), 'store');
	const worker = new Worker(writer, { eval: true, workerData: path });
	let isWriting = true;
	worker.once('exit', () => {
		isWriting = false;
	});
	await new Promise((resolve) => worker.once('message', resolve));
	const refusals = new Set<string | null>();
	while (isWriting) {
		for (let look = 0; look < 50; look += 1) refusals.add(refusalOfFile(path));
		await new Promise(setImmediate);
	}
	expect([...refusals]).toEqual([null]);
});
