/** What a story leaves behind when it ends: calls that it does not await, and handles that keep a process alive. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';
import { firstRows } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(() => startSandbox({ clock: 'real' }));

test('a call that a story does not await ends in a report that says so', async () => {
	const file = storyFile(
		temporaryFolder(),
		'forgot',
		"payin.paymentOptions({ market: 'CO', amount: -1 });",
	);
	const { code, report } = await scenarios([
		...[file, 'card/approved', '--jobs', '1', '--target', shared().url],
	]);
	expect(code).toBe(3);
	expect(report().error).toMatch(
		/^A promise was rejected that no story waits for.*: .*amount = 150000\. Write "await"/s,
	);
	expect(report().scenarios).toHaveLength(2);
});

test('a call that the last story does not await is waited for, also at a slow target', async () => {
	const folder = temporaryFolder();
	const file = storyFile(folder, 'forgot', "payin.paymentOptions({ market: 'CO', amount: -1 });");
	const latency = { default: { fixed: '300ms' } } as const;
	const { url } = await startSandbox({ clock: 'real', settings: { latency } });
	const { code, report } = await scenarios([file, '--target', url]);
	expect([code, report().verdict]).toEqual([3, 'ERROR']);
	expect(report().error).toMatch(/^A promise was rejected that no story waits for/);
});

const callbacks: [code: string, expected: RegExp][] = [
	[
		"setTimeout(() => { throw new Error('my stub is gone.'); }, 1);",
		/\(.*own\.mjs:\d+\): my stub is gone\. Catch/,
	],
	["setTimeout(() => new EventEmitter().emit('error', new Error('gone')), 1);", /: gone\. Catch/],
	["setTimeout(() => { throw 'gone'; }, 1);", /: gone\. Catch/],
	["connect(1, '127.0.0.1');", /: connect ECONNREFUSED .* Catch it in the callback, or listen/],
];

test.each(firstRows(callbacks, 2))(
	'an error in a callback of a story ends in a report that says so: %s',
	async (code, expected) => {
		const folder = temporaryFolder();
		const file = join(folder, 'own.mjs');
		writeFileSync(
			file,
			`import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
export const one = { name: 'own/callback', title: 'A story', tags: ['own'], needs: 'calls', async run() {
	await new Promise((resolve) => { setTimeout(resolve, 50); ${code} });
} };`,
		);
		const args = ['scenarios', file, 'card/approved', '--jobs', '1', '--target', shared().url];
		const { code: exitCode } = await runCommand([...args, '--out', join(folder, 'out')]);
		const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
		expect([exitCode, report.verdict]).toEqual([3, 'ERROR']);
		expect(report.error).toMatch(/^An error was thrown in a callback, /);
		expect(report.error).toMatch(expected);
		expect(report.scenarios).toHaveLength(2);
	},
);

test('an error in a callback of a package is not blamed on the story, and keeps the calls that led to it', async () => {
	const folder = temporaryFolder();
	const library = join(folder, 'node_modules', 'stub');
	mkdirSync(library, { recursive: true });
	writeFileSync(
		join(library, 'index.mjs'),
		"export const start = () => setTimeout(function tick() { throw new Error('my stub is gone.'); }, 1);",
	);
	const file = join(folder, 'own.mjs');
	writeFileSync(
		file,
		`import { start } from './node_modules/stub/index.mjs';
export const one = { name: 'own/package', title: 'A story', tags: ['own'], needs: 'calls', async run() {
	await new Promise((resolve) => { setTimeout(resolve, 50); start(); });
} };`,
	);
	const out = join(folder, 'out');
	const { code } = await runCommand(['scenarios', file, '--target', shared().url, '--out', out]);
	expect(code).toBe(3);
	const { error } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
	expect(error).toMatch(
		/^An error was thrown in payin-sandbox itself, or in a package or file that a story uses: my stub is gone\.\n\s+at .*tick .*stub\/index\.mjs:1:\d+/,
	);
	expect(error).not.toContain('Catch it');
});

test.each([[], ['--list']])(
	'a server that a story leaves open does not keep the command, with %j',
	async (...flags) => {
		const file = join(temporaryFolder(), 'open.mjs');
		writeFileSync(
			file,
			`import { createServer } from 'node:http';
createServer().listen(0, '127.0.0.1');
export const one = { name: 'own/open', title: 'A story', tags: ['own'], needs: 'calls', async run() {} };`,
		);
		const { code, stdout } = await runCommand([
			...['scenarios', file, '--target', shared().url, '--out', join(temporaryFolder(), 'out')],
			...flags,
		]);
		expect([code, stdout]).toEqual([0, expect.stringContaining('own/open')]);
	},
);

test('a forgotten await or call is named, also in a story that is no async function', async () => {
	const folder = temporaryFolder();
	const files = [
		storyFile(folder, 'promise', "expect.equal('state', shopper.state({}), 'processing');"),
		storyFile(folder, 'function', "expect.ok('state', () => false);"),
		storyFile(folder, 'sync', "expect.equal('sum', 1, 2);"),
	];
	for (const file of files.slice(1)) {
		writeFileSync(file, readFileSync(file, 'utf8').replace('async run', 'run'));
	}
	const { report } = await scenarios([...files, '--jobs', '1', '--target', shared().url]);
	const failures = report().scenarios.map(({ name, failure }) => [name, failure?.message]);
	expect(Object.fromEntries(failures)).toEqual({
		'own/promise': expect.stringMatching(/^this is a promise: write await in front of it/),
		'own/function': expect.stringMatching(/^this is a function: call it/),
		'own/sync': expect.stringMatching(/2, got 1/),
	});
});
