/**
 * Reads a whole LMDB file before the sandbox uses it. A damaged page would end the process that reads it, without a
 * message.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * The program of the check. It runs in another process, which may crash. It is text, because it must be the same in the
 * clone, in the package and in a bundle, and it needs only `lmdb`. It reads each value as the backend does, and writes
 * it again in transactions that it aborts: LMDB looks at some bytes of a page only when it copies the page for a write.
 * A last aborted write makes it read its list of free pages, in which it looks for as many neighbouring pages as the
 * value needs, at most 16 MiB.
 */
const readAll = `
	const [, lmdb, path] = process.argv;
	const { ABORT, open } = require(lmdb);
	const file = open({ path, encoding: 'string', noSubdir: true, overlappingSync: false });
	const stats = file.getStats();
	const parent = process.ppid;
	let count = 0;
	let read = [];
	const writeAgain = () => {
		file.transactionSync(() => {
			for (const { key, value } of read) file.putSync(key, value);
			return ABORT;
		});
		read = [];
	};
	for (const { key, value } of file.getRange()) {
		if (key[0] === 'value') JSON.parse(value);
		// Write in parts: an aborted transaction keeps all its pages in memory.
		if (read.push({ key, value }) === 500) writeAgain();
		// Stop after the known number of entries: a damaged page may lead back to itself.
		if (++count > stats.entryCount) break;
		// Stop if the parent process has ended: as a reader of the file, this process would keep the next start from using
		// it.
		if (count % 100 === 0 && process.ppid !== parent) process.exit(1);
	}
	writeAgain();
	const used = stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages;
	const freeBytes = (stats.lastPageNumber - used) * stats.pageSize;
	file.transactionSync(() => {
		file.putSync(['check'], 'x'.repeat(Math.min(freeBytes, 2 ** 24)));
		return ABORT;
	});
	process.exitCode = count === stats.entryCount ? 0 : 1;
`;

/** Whether LMDB can read every used page, and every value is JSON. Changed bytes that keep both true are not found. */
export function isReadable(path: string): Promise<boolean> {
	const lmdb = createRequire(import.meta.url).resolve('lmdb');
	return new Promise((resolve) => {
		execFile(process.execPath, ['-e', readAll, lmdb, path], (failure) => resolve(failure === null));
	});
}
