/** Reads the text files that a user names on the command line. */
import { closeSync, openSync, readSync } from 'node:fs';

const mebibyte = 2 ** 20;
/** The largest file that is read. Reports and archives are smaller; a device such as `/dev/zero` has no end. */
const maxMebibytes = 256;

/** Reads a text file. Throws if it is not UTF-8. Removes a byte order mark, which editors on Windows write. */
export function readTextFile(path: string): string {
	const file = openSync(path, 'r');
	try {
		const chunks: Buffer[] = [];
		for (let length = 0; ; ) {
			const chunk = Buffer.allocUnsafe(mebibyte);
			const read = readSync(file, chunk);
			if (read === 0) break;
			chunks.push(chunk.subarray(0, read));
			length += read;
			if (length > maxMebibytes * mebibyte) {
				throw Object.assign(new Error(`it is larger than ${maxMebibytes} MiB`), { code: 'EFBIG' });
			}
		}
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
	} finally {
		closeSync(file);
	}
}
