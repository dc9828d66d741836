/** Where reports go: the copies of `--report-…`, and paths that are empty. */
import {
	appendFileSync,
	closeSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCommand, temporaryFolder } from './support/command.ts';
import { scenarios } from './support/own-stories.ts';
import { startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';
import { runWarmCommand } from './support/warm-command.ts';

const shared = useShared(() => startSandbox({ clock: 'real' }));

test('copies of the TAP and the Markdown report', async () => {
	const args = ['card/approved', '--report-tap', 'a/r.tap', '--report-markdown', 'a/r.md'];
	const { code, cwd } = await scenarios([...args, '--target', shared().url]);
	expect(code).toBe(0);
	const [tap, markdown] = ['a/r.tap', 'a/r.md'].map((file) =>
		readFileSync(join(cwd, file), 'utf8'),
	);
	expect(tap).toMatch(/^TAP version 14\n.*^1\.\.1\n.*^ok 1 - .*card\/approved/ms);
	expect(markdown).toContain('card/approved');
});

test.skipIf(process.platform === 'win32')(
	'a report on /dev/stdout or /dev/stderr joins the output, also of a file or a socket',
	async () => {
		const folder = temporaryFolder();
		const log = join(folder, 'job.log');
		writeFileSync(log, 'before\n');
		const file = openSync(log, 'a');
		symlinkSync('/dev/stdout', join(folder, 'link.tap'));
		const reports = ['--report-tap', 'link.tap', '--report-markdown', '/dev/fd/2'];
		const args = ['scenarios', 'card/approved', '--target', shared().url, '--out', 'out'];
		// The pipes of Node are sockets.
		const { ended } = startCommand([...args, ...reports], {}, folder, { stdout: file });
		const { code, stderr } = await ended;
		appendFileSync(file, 'after\n');
		closeSync(file);
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^#.*card\/approved/ms)]);
		const order = /^before\n.*^PASSED.*^TAP version 14\n.*^ok 1 - .*^Report: .*^after\n$/ms;
		expect(readFileSync(log, 'utf8')).toMatch(order);
		expect(lstatSync(join(folder, 'link.tap')).isSymbolicLink()).toBe(true);
	},
);

test.each([
	['scenarios card/approved --out', /--out <dir> is empty\. Name a folder\./],
	['scenarios card/approved --report-junit', /--report-junit <file> is empty\. Name a file\./],
	['merchant check', /<file> is empty/],
	['load --limits', /--limits <file> is empty/],
	['serve --print-config --config', /--config <file> is empty/],
	['record an-id --out', /--out <file> is empty/],
	['report', /<dir> is empty/],
	['report compare a --with b --out c --with', /--with <dir...> is empty/],
	['report merge a --out', /--out <dir> is empty/],
])('%s "" is refused: the variable of a script is not set', async (words, problem) => {
	const cwd = temporaryFolder();
	const { code, stdout, stderr } = await runWarmCommand([...words.split(' '), ''], {}, cwd);
	expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(problem)]);
	expect(readdirSync(cwd)).toEqual([]);
});
