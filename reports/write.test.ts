import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../test/support/command.ts';
import {
	createFolder,
	describeWriteError,
	fileProblem,
	folderProblem,
	removeFile,
	writeFiles,
} from './write.ts';

const files = { 'report.html': '<p></p>', 'junit.xml': '<testsuites/>' };
const names = Object.keys(files);

test('a usable folder is created, and stays empty', async () => {
	const folder = join(temporaryFolder(), 'a', 'b', 'c');
	expect(await folderProblem(folder)).toBeUndefined();
	expect(await folderProblem(folder)).toBeUndefined();
	expect(readdirSync(folder)).toEqual([]);
});

test('two runs may create the same folders at the same time', async () => {
	const folder = join(temporaryFolder(), 'a', 'b', 'c');
	await Promise.all([createFolder(folder), createFolder(folder), createFolder(folder)]);
	expect(existsSync(folder)).toBe(true);
});

test('a file in the way is named, at the end of the path or within it', async () => {
	const file = join(temporaryFolder(), 'file');
	writeFileSync(file, '');
	for (const folder of [file, join(file, 'a', 'b')]) {
		expect(await folderProblem(folder)).toBe(`${file} is a file, not a folder`);
	}
});

test('dangling and circular links are a problem, not an endless search', async () => {
	const root = temporaryFolder();
	symlinkSync('absent', join(root, 'dangling'));
	symlinkSync('circle', join(root, 'circle'));
	expect(await folderProblem(join(root, 'dangling', 'a'))).toBeTruthy();
	expect(await folderProblem(join(root, 'circle', 'a'))).toMatch(/circle \(ELOOP\)/);
});

test.skipIf(!existsSync('/proc/self'))(
	'a file system that accepts no folders is a problem',
	async () => {
		expect(await folderProblem('/proc/results/deep')).toMatch(/lets nothing be made there/);
		expect(await folderProblem('/proc')).toMatch(/lets nothing be made there/);
	},
);

test.each([
	[Object.assign(new Error('EACCES: words'), { code: 'EACCES' }), /^this user may not .*EACCES/],
	[Object.assign(new Error('EOTHER: words'), { code: 'EOTHER' }), /^EOTHER: words$/],
	['thrown text', /^thrown text$/],
])('a write failure has a reason (%s)', (error, reason) => {
	expect(describeWriteError(error)).toMatch(reason);
});

test('files are written into a new folder, without temporary files', async () => {
	const directory = join(temporaryFolder(), 'a', 'b');
	const paths = await writeFiles(files, directory);
	expect(paths).toEqual(names.map((name) => join(directory, name)));
	expect(readdirSync(directory).sort()).toEqual([...names].sort());
	expect(await readFile(join(directory, 'junit.xml'), 'utf8')).toBe(files['junit.xml']);
});

test('a file that cannot be written leaves no part of it behind', async () => {
	const directory = temporaryFolder();
	await writeFiles(files, join(directory, 'report.html'));
	await expect(writeFiles(files, directory)).rejects.toThrow();
	expect(readdirSync(directory)).toEqual(['report.html']);
});

test('a link stays, and the file behind it is written', async () => {
	const directory = temporaryFolder();
	const target = join(temporaryFolder(), 'target');
	writeFileSync(target, 'old');
	symlinkSync(target, join(directory, 'report.html'));
	await writeFiles(files, directory);
	expect(await readFile(target, 'utf8')).toBe(files['report.html']);
	expect(lstatSync(join(directory, 'report.html')).isSymbolicLink()).toBe(true);
});

test('a link to a file that does not exist yet stays, and the file is written, in its new folder', async () => {
	const directory = temporaryFolder();
	for (const [from, to] of [
		['report.html', 'second'],
		['second', join('a', 'b', 'report.html')],
		['junit.xml', join('..', basename(directory), 'c', 'junit.xml')],
	] as const)
		symlinkSync(to, join(directory, from));
	expect(await fileProblem(join(directory, 'report.html'))).toBeUndefined();
	expect(readdirSync(join(directory, 'a', 'b'))).toEqual([]);
	await writeFiles(files, directory);
	expect(readdirSync(directory).sort()).toEqual(['a', 'c', 'junit.xml', 'report.html', 'second']);
	for (const name of names) expect(lstatSync(join(directory, name)).isSymbolicLink()).toBe(true);
	expect(await readFile(join(directory, 'a/b/report.html'), 'utf8')).toBe(files['report.html']);
	expect(await readFile(join(directory, 'c/junit.xml'), 'utf8')).toBe(files['junit.xml']);
});

test.skipIf(process.platform === 'win32')(
	'a pipe is written to, stays a pipe, and without a reader is an error',
	async () => {
		const directory = temporaryFolder();
		const pipe = join(directory, 'junit.xml');
		execFileSync('mkfifo', [pipe]);
		expect(await fileProblem(pipe)).toBeUndefined();
		await expect(writeFiles(files, directory)).rejects.toThrow(/ENXIO/);
		const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
		// Read from now on: Node drops the output of a process that ends before its output is read.
		const received = text(reader.stdout);
		// The reader opens the pipe at a time that only a successful write shows.
		await vi.waitFor(() => writeFiles(files, directory), { timeout: 10_000 });
		expect(await received).toBe(files['junit.xml']);
		expect(lstatSync(pipe).isFIFO()).toBe(true);
	},
);

test.skipIf(!existsSync('/dev/null'))('a device needs no writable folder', async () => {
	expect(await fileProblem('/dev/null')).toBeUndefined();
});

test('a removed file is gone, a link stays with an empty file, and what is no file stays', async () => {
	const directory = temporaryFolder();
	await writeFiles(files, directory);
	const link = join(directory, 'link');
	const target = join(directory, 'report.html');
	symlinkSync(target, link);
	for (const name of ['link', 'junit.xml', 'absent']) await removeFile(join(directory, name));
	expect(readdirSync(directory).sort()).toEqual(['link', 'report.html']);
	expect(await readFile(target, 'utf8')).toBe('');
	await removeFile(directory);
	expect(existsSync(directory)).toBe(true);
});
