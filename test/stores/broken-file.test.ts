import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { options } from '../support/calls.ts';
import { runCommand, temporaryFolder } from '../support/command.ts';

const serve = (store: string) =>
	runCommand(['serve', '--no-config', '--port', '0', '--store', store]);

test.each([
	['half of it', (size: number) => size >> 1],
	['its first two pages', () => 8192],
	['all but a byte', (size: number) => size - 1],
])(
	'a store file cut off to %s is refused with one line, and is not changed',
	async (_name, left) => {
		const path = join(temporaryFolder(), 'store');
		const sandbox = await createSandbox({ port: 0, store: `file:${path}`, drain: 0 });
		for (let count = 0; count < 20; count += 1) await options(sandbox);
		await sandbox.close();
		const whole = readFileSync(path);
		const cut = whole.subarray(0, left(whole.length));
		writeFileSync(path, cut);
		const { code, stderr } = await serve(`file:${path}`);
		expect(stderr).toBe(
			`payin-sandbox: The store file:${path} cannot be used: the file is cut off\n`,
		);
		expect(code).toBe(3);
		expect(readFileSync(path).equals(cut)).toBe(true);
	},
);

test.skipIf(process.platform === 'win32')(
	'a path that is not a file is refused with one line',
	async () => {
		const { code, stderr } = await serve('file:/dev/null');
		expect(stderr).toBe(
			'payin-sandbox: The store file:/dev/null cannot be used: it is no ordinary file\n',
		);
		expect(code).toBe(3);
	},
);
