import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderProblem, makeFolder, writeFailure } from './folder.ts';

function setup() {
	const root = mkdtempSync(join(tmpdir(), 'reports-folder-'));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	return root;
}

test('a folder that can be used is made, with nothing in it', async () => {
	const folder = join(setup(), 'a', 'b', 'c');
	expect(await folderProblem(folder)).toBeUndefined();
	expect(await folderProblem(folder)).toBeUndefined();
	expect(readdirSync(folder)).toEqual([]);
});

test('two runs may make the same folders at the same time', async () => {
	const folder = join(setup(), 'a', 'b', 'c');
	await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(folder)]);
	expect(existsSync(folder)).toBe(true);
});

test('a file in the way is named, at the end of the path or within it', async () => {
	const file = join(setup(), 'file');
	writeFileSync(file, '');
	for (const folder of [file, join(file, 'a', 'b')]) {
		expect(await folderProblem(folder)).toBe(`${file} is a file, not a folder`);
	}
});

test('links that lead nowhere or in a circle are a problem, and no endless search', async () => {
	const root = setup();
	symlinkSync('absent', join(root, 'dangling'));
	symlinkSync('circle', join(root, 'circle'));
	expect(await folderProblem(join(root, 'dangling', 'a'))).toBeTruthy();
	expect(await folderProblem(join(root, 'circle', 'a'))).toMatch(/circle \(ELOOP\)/);
});

test.skipIf(!existsSync('/proc/self'))(
	'a file system that takes no folders ends the attempt',
	async () => {
		expect(await folderProblem('/proc/results/deep')).toMatch(/lets nothing be made there/);
		expect(await folderProblem('/proc')).toMatch(/lets nothing be made there/);
	},
);

test.each([
	[Object.assign(new Error('EACCES: words'), { code: 'EACCES' }), /^this user may not .*EACCES/],
	[Object.assign(new Error('EOTHER: words'), { code: 'EOTHER' }), /^EOTHER: words$/],
	['thrown text', /^thrown text$/],
])('a failure of writing is told as a reason (%s)', (error, told) => {
	expect(writeFailure(error)).toMatch(told);
});
