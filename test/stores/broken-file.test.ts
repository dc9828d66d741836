import { createHash } from 'node:crypto';
import { readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { expect, onTestFinished, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { options } from '../support/calls.ts';
import { full, noteFigure } from '../support/campaign.ts';
import { startServe, temporaryFolder } from '../support/command.ts';
import { laterMetaOf, metaAt, noPage, openFile, pageAt, treeAt } from '../support/lmdb-file.ts';
import { firstRows, sample, sampled } from '../support/sample.ts';
import { send, startPayment } from '../support/sandbox.ts';
import { runWarmCommand } from '../support/warm-command.ts';

const pageBytes = 4096;

/** LMDB does not copy a page of a later transaction for a write. */
const laterTransaction = 2n ** 40n;

function randomBytesOf(name: string): Buffer {
	return createHash('shake256', { outputLength: pageBytes }).update(name).digest();
}

const serve = (store: string) => ['serve', '--no-config', '--port', '0', '--store', store];

/** The store file of a sandbox that has stopped. */
async function stoppedStore(payments: number) {
	const path = join(temporaryFolder(), 'store');
	const sandbox = await createSandbox({ port: 0, store: `file:${path}`, drain: 0 });
	const ids: string[] = [];
	for (let count = 0; count < payments; count += 1) {
		ids.push((await options(sandbox)).body.transactionId);
	}
	await sandbox.close();
	return { path, ids, content: readFileSync(path) };
}

async function expectRefused(path: string, problem: string): Promise<void> {
	const { code, stderr } = await runWarmCommand(serve(`file:${path}`));
	expect(stderr).toBe(`payin-sandbox: The store file:${path} cannot be used: ${problem}\n`);
	expect(code).toBe(3);
}

const damagedFile = 'the file is damaged. Restore a copy of it, or use another file';
const damagedOrForeign =
	'the file is damaged, or the store of another program. Restore a copy of it, or use another file';

const cuts: [name: string, left: (size: number) => number][] = [
	['half of it', (size) => size >> 1],
	['its first two pages', () => 8192],
];

test('a folder is refused with the fix', async () => {
	const folder = temporaryFolder();
	const reason = 'EISDIR: illegal operation on a directory, read';
	await expectRefused(
		folder,
		`${reason}. It is a folder: name a file, which may be a new one in it`,
	);
});

test.each(firstRows(cuts))(
	'a store file cut off to %s is refused with one line, and is not changed',
	async (_name, left) => {
		const { path, content } = await stoppedStore(20);
		const cut = content.subarray(0, left(content.length));
		writeFileSync(path, cut);
		await expectRefused(path, 'the file is cut off. Restore a copy of it, or use another file');
		expect(readFileSync(path).equals(cut)).toBe(true);
	},
);

test.each(
	firstRows(
		[0, 1].flatMap((page) => [0, 4097, 2 ** 31 - 1].map((bytes) => [page, bytes] as const)),
	),
)(
	'a store file whose meta page %i has a page size of %i is refused with one line',
	async (page, bytes) => {
		const { path, content } = await stoppedStore(1);
		content.writeUInt32LE(bytes, page * pageBytes + metaAt.freeTree);
		writeFileSync(path, content);
		await expectRefused(path, damagedFile);
	},
);

test('a store file in which a page names a later transaction is refused with one line', async () => {
	const { path, ids, content } = await stoppedStore(50);
	const last = ids.at(-1) ?? '';
	for (let at = 2 * pageBytes; at < content.length; at += pageBytes) {
		// A page begins with its number, or it is the rest of a large value.
		const isStart = content.readBigUInt64LE(at) === BigInt(at / pageBytes);
		if (isStart && content.subarray(at, at + pageBytes).includes(last)) {
			content.writeBigUInt64LE(laterTransaction, at + pageAt.transaction);
		}
	}
	writeFileSync(path, content);
	await expectRefused(path, damagedFile);
});

const changedMeta: [name: string, position: number, value: number][] = [
	['the kind of the page', pageAt.kind, 0],
	['the version of the data', metaAt.version, 3],
	['the flags of the list of free pages', metaAt.freeTree + treeAt.flags, 0x0c],
	['the flags of the entries', metaAt.mainTree + treeAt.flags, 4],
	['the number of the transaction', metaAt.transaction + 7, 128],
];

test.each(firstRows(changedMeta, 2))(
	'a store file with a wrong byte in its first page is refused with one line: %s',
	async (_name, position, value) => {
		const { path, content } = await stoppedStore(1);
		content[position] = value;
		writeFileSync(path, content);
		await expectRefused(path, damagedOrForeign);
	},
);

test('a file that was created, and not written before its sandbox ended, is a new store', async () => {
	const path = join(temporaryFolder(), 'store');
	await openFile(path).close();
	const sandbox = await createSandbox({ port: 0, store: `file:${path}` });
	onTestFinished(() => sandbox.close());
	expect((await options(sandbox)).status).toBe(200);
});

test('a store file without its entries is refused with one line', async () => {
	const { path, content } = await stoppedStore(1);
	const tree = laterMetaOf(content, pageBytes) + metaAt.mainTree;
	content.writeUInt16LE(0, tree + treeAt.depth);
	content.writeBigUInt64LE(0n, tree + treeAt.entries);
	content.writeBigUInt64LE(noPage, tree + treeAt.root);
	writeFileSync(path, content);
	await expectRefused(path, damagedOrForeign);
});

test('a file that a machine with another order of bytes has written is refused with one line', async () => {
	const { path, content } = await stoppedStore(1);
	for (const page of [0, pageBytes])
		content.subarray(page + metaAt.magic, page + metaAt.version).reverse();
	writeFileSync(path, content);
	await expectRefused(path, 'the file is no store of payments. Use another file');
});

test.each(firstRows([true, false]))(
	'a store of another program is refused and not changed (overlappingSync %s)',
	async (overlappingSync) => {
		const path = join(temporaryFolder(), 'store');
		const openOther = () =>
			open<string>({ path, noSubdir: true, encoding: 'string', overlappingSync });
		const theirs = openOther();
		await theirs.put('theirs', 'kept');
		await theirs.close();
		await expectRefused(path, damagedOrForeign);
		const again = openOther();
		onTestFinished(() => again.close());
		expect([...again.getKeys()]).toEqual(['theirs']);
	},
);

test.skipIf(process.platform === 'win32')(
	'a link to a file that does not exist is refused with one line',
	async () => {
		const path = join(temporaryFolder(), 'link');
		symlinkSync('nowhere', path);
		await expectRefused(
			path,
			'it is a link to a file that does not exist. Use the path of the file itself',
		);
	},
);

/** How many damaged files `npm test` plays. */
const damaged = 2;

/** How a block of a disk is lost, by the bytes that take its place. */
const losses: [string, (page: number) => Buffer][] = [
	['zeros', () => Buffer.alloc(pageBytes)],
	['ones', () => Buffer.alloc(pageBytes, 255)],
	['other bytes', (page) => randomBytesOf(`page ${page}`)],
	['another header', () => Buffer.alloc(32, 0xa5)],
];

test(`a store file with a damaged page is refused with one line, or serves every payment (${sampled(4)})`, async () => {
	const { path, ids, content: whole } = await stoppedStore(200);
	const pages = Array.from({ length: whole.length / pageBytes - 2 }, (_, index) => index + 2);
	const cases = pages.map((page) => ({ page, loss: losses[page % losses.length] }));
	let refused = 0;
	for (const { page, loss } of sample(cases, damaged, 4)) {
		const content = Buffer.from(whole);
		loss?.[1](page).copy(content, page * pageBytes);
		writeFileSync(path, content);
		const command = startServe(['--store', `file:${path}`, '--drain', '0s']);
		const started = await command.catch((failure: Error) => failure);
		if (started instanceof Error) {
			refused += 1;
			const line = `payin-sandbox: The store file:${path} cannot be used: the file is damaged.`;
			expect(started.message).toBe(
				`It ended with 3: ${line} Restore a copy of it, or use another file\n`,
			);
			continue;
		}
		const found = await Promise.all(
			ids.map((id) => send('GET', `${started.url}${controlPaths.payments}/${id}`)),
		);
		expect(found.map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect((await options(started)).status).toBe(200);
		expect((await send('POST', `${started.url}${controlPaths.reset}`)).status).toBe(200);
		started.child.kill('SIGTERM');
		expect((await started.ended).code).toBe(0);
	}
	expect(refused).toBeGreaterThan(0);
	noteFigure(`${refused} of ${full ? cases.length : damaged} damaged files refused, no crash`);
	// The command starts for each page.
}, 900_000);

test.skipIf(!full || process.platform !== 'linux').each(['x', 'version'])(
	'a folder that takes no files is refused with one line, for the file %s',
	async (name) => {
		const { code, stderr } = await runWarmCommand(serve(`file:/proc/${name}`));
		expect(stderr).toMatch(
			/^payin-sandbox: The store file:\/proc\/\w+ cannot be used: no file can be created in \/proc \(E\w+\)\n$/,
		);
		expect(code).toBe(3);
	},
);

test.skipIf(process.platform === 'win32')(
	'a path that is not a file is refused with one line',
	async () => {
		await expectRefused('/dev/null', 'it is no ordinary file');
	},
);

test.skipIf(process.platform !== 'linux')(
	'a folder that cannot be created is refused with one line',
	async () => {
		const { code, stderr } = await runWarmCommand(serve('file:/proc/none/store'));
		expect(stderr).toMatch(
			/^payin-sandbox: The store file:\/proc\/none\/store cannot be used: .+\n$/,
		);
		expect(code).toBe(3);
	},
);

test.skipIf(process.platform === 'win32').each([
	['file', '', [-1, 8_192, 0]],
	['lock', '-lock', [0]],
] as const)(
	'while it serves, its %s is shortened: calls get 503, and the process goes on',
	async (_name, ending, sizes) => {
		const path = join(temporaryFolder(), 'store');
		const { url, child, ended, output } = await startServe([
			'--store',
			`file:${path}`,
			'--log',
			'off',
		]);
		const { sessionId } = await startPayment(url);
		const payment = `${url}${controlPaths.payments}/${sessionId}`;
		for (const bytes of sizes) {
			const file = `${path}${ending}`;
			truncateSync(file, bytes < 0 ? statSync(file).size + bytes : bytes);
			for (const answer of [
				await send('GET', payment),
				await options({ url }),
				await send('GET', payment),
			]) {
				expect(answer).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
			}
		}
		expect(output().stderr).toContain('cut off while it is in use. Restore a copy of it');
		// When the process ends by itself, LMDB uses the memory of the lock.
		const isLock = ending === '-lock';
		child.kill(isLock ? 'SIGKILL' : 'SIGTERM');
		await ended;
		expect(child.signalCode).toBe(isLock ? 'SIGKILL' : null);
	},
);
