/** Checks the first pages of a file before LMDB opens it: a wrong value in them would end the process without a message. */
import type { Stats } from 'node:fs';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export const damaged = 'the file is damaged. Restore a copy of it, or use another file';

/** The byte positions in a meta page of LMDB: its mark, the page size, the last page, the transaction. */
const positions = { mark: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };
const marks = [0xbeefc0de, 0xdec0efbe];
/**
 * The mark in a little-endian file, which nearly all machines write. A file with the other mark is not checked for
 * being cut off.
 */
const [, littleEndian = 0] = marks;

/** Rejects files of other kinds, and truncated files: LMDB would end the process without a message. */
export function refuseForeignFile(path: string, stats: Stats): void {
	if (stats.isFile() && stats.nlink > 1) {
		throw new Error('it has a second name (a hard link). Copy it instead');
	}
	if (stats.isFile() && stats.size === 0) return;
	// A folder fails below, with the system's message.
	if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is no ordinary file');
	const file = openSync(path, 'r');
	try {
		const first = readAt(file, 0);
		const mark = first.readUInt32BE(positions.mark);
		if (!marks.includes(mark))
			throw new Error('the file is no store of payments. Use another file');
		if (mark === littleEndian) checkMetaPages(file, first);
	} finally {
		closeSync(file);
	}
}

function readAt(file: number, position: number): Buffer {
	const page = Buffer.alloc(positions.end);
	readSync(file, page, 0, positions.end, position);
	return page;
}

/**
 * Refuses a file whose page size is wrong, which would end this process without a message, and one that is shorter than
 * its later meta page says. LMDB writes its two meta pages in turns.
 */
function checkMetaPages(file: number, first: Buffer): void {
	const pageSize = first.readUInt32LE(positions.pageSize);
	const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
	if (!isPageSize) throw new Error(damaged);
	const second = readAt(file, pageSize);
	const isSecond = second.readUInt32BE(positions.mark) === littleEndian;
	if (isSecond && second.readUInt32LE(positions.pageSize) !== pageSize) throw new Error(damaged);
	if (!isSecond || isCutOff(file, pageSize, [first, second])) {
		throw new Error('the file is cut off');
	}
}

function isCutOff(file: number, pageSize: number, [first, second]: readonly [Buffer, Buffer]) {
	const transactionOf = (page: Buffer) => page.readBigUInt64LE(positions.transaction);
	const later = transactionOf(second) > transactionOf(first) ? second : first;
	const described = (later.readBigUInt64LE(positions.lastPage) + 1n) * BigInt(pageSize);
	// Read the size last, because a writer extends the file before it writes the meta page.
	return described > BigInt(fstatSync(file).size);
}
