import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { full } from '../test/support/campaign.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { readTextFile } from './read.ts';

function fileWith(content: string | Uint8Array): string {
	const path = join(temporaryFolder(), 'file');
	writeFileSync(path, content);
	return path;
}

test('a byte order mark is left out', () => {
	expect(readTextFile(fileWith('\uFEFF{"a": "é"}'))).toBe('{"a": "é"}');
	expect(readTextFile(fileWith(''))).toBe('');
});

test('a file of several chunks is read whole', () => {
	const text = 'é'.repeat(3_000_001);
	expect(readTextFile(fileWith(text)) === text).toBe(true);
});

test('text in another encoding is refused', () => {
	expect(() => readTextFile(fileWith(Buffer.from('\uFEFF{}', 'utf16le')))).toThrow(/utf-8/);
});

test.skipIf(!full || !existsSync('/dev/zero'))('a device without an end is refused', () => {
	expect(() => readTextFile('/dev/zero')).toThrow(/larger than 256 MiB/);
});
