/** Reads text files that a user names. */
import { closeSync, openSync, readSync } from 'node:fs';

const mebibyte = 2 ** 20;
/** Longer than reports and archives are. A device such as `/dev/zero` has no end. */
const maxMebibytes = 256;

/** Throws for text that is not UTF-8. A byte order mark, which editors on Windows write, is left out. */
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
