/** What a story leaves behind when it ends: calls that it does not await, and handles that keep a process alive. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';
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
	expect(report().error).toMatch(/^A call failed that its story does not wait for: .*"await"/s);
	expect(report().scenarios).toHaveLength(2);
});

test('a call that the last story does not await is waited for, also at a slow target', async () => {
	const folder = temporaryFolder();
	const file = storyFile(folder, 'forgot', "payin.paymentOptions({ market: 'CO', amount: -1 });");
	const latency = { default: { fixed: '300ms' } } as const;
	const { url } = await startSandbox({ clock: 'real', settings: { latency } });
	const { code, report } = await scenarios([file, '--target', url]);
	expect([code, report().verdict]).toEqual([3, 'ERROR']);
	expect(report().error).toMatch(/^A call failed that its story does not wait for: /);
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
