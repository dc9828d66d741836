/** What LMDB would not survive: given a file of another kind, or one that is cut off, it ends the process without a word. */
import type { Stats } from 'node:fs';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** Behind the head of a page that describes the file: its mark, the size of a page, the last page, the transaction. */
const at = { mark: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };
const marks = [0xbeefc0de, 0xdec0efbe];
/** As most machines write it, lowest byte first; of others the mark alone is looked at. */
const [, littleEndian = 0] = marks;

/** Why a file is not to be opened; null where it may be, or is not there yet. */
export function refusalOfFile(path: string): string | null {
	const stats = statOf(path);
	if (stats === null || (stats.isFile() && stats.size === 0)) return null;
	// A folder has its own words.
	if (!stats.isFile() && !stats.isDirectory()) return 'it is no ordinary file';
	const file = openSync(path, 'r');
	try {
		const first = readAt(file, 0);
		const mark = first.readUInt32BE(at.mark);
		if (!marks.includes(mark)) return 'the file is no store of payments';
		return mark === littleEndian && isCutOff(file, first) ? 'the file is cut off' : null;
	} finally {
		closeSync(file);
	}
}

function statOf(path: string): Stats | null {
	return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function readAt(file: number, position: number): Buffer {
	const page = Buffer.alloc(at.end);
	readSync(file, page, 0, at.end, position);
	return page;
}

/** There are two such pages, written in turns: the later says how long the file is. */
function isCutOff(file: number, first: Buffer): boolean {
	const pageSize = first.readUInt32LE(at.pageSize);
	const second = readAt(file, pageSize);
	if (second.readUInt32BE(at.mark) !== littleEndian) return true;
	const transactionOf = (page: Buffer) => page.readBigUInt64LE(at.transaction);
	const later = transactionOf(second) > transactionOf(first) ? second : first;
	const described = (later.readBigUInt64LE(at.lastPage) + 1n) * BigInt(pageSize);
	// Asked last: a writer makes the file longer before it says so.
	return described > BigInt(fstatSync(file).size);
}
