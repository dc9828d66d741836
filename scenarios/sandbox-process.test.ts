import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { clockViewSchema, healthSchema } from '../simulator/contract/control.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { startSandbox } from './sandbox-process.ts';

const slow = 40_000;

test('starts a sandbox with its seed and clock, and stops it', { timeout: slow }, async () => {
	const { url, stop } = await startSandbox({ seed: 42, clock: 'manual' });
	const health = healthSchema.parse(await (await fetch(`${url}${controlPaths.health}`)).json());
	expect(health.seed).toBe(42);
	const clock = clockViewSchema.parse(await (await fetch(`${url}${controlPaths.clock}`)).json());
	expect(clock.mode).toBe('manual');
	await stop();
	await expect(fetch(url)).rejects.toThrow();
	await stop();
});

test('a start that fails tells what the command complained about', { timeout: slow }, async () => {
	const failing = startSandbox({ seed: 1, args: ['--no-such-flag'] });
	await expect(failing).rejects.toThrow(/^The sandbox did not start: .*code 2.*no-such-flag/s);
});

test('nothing is left listening when the parent is ended', { timeout: slow }, async () => {
	const require = createRequire(import.meta.url);
	const module = pathToFileURL(fileURLToPath(new URL('sandbox-process.ts', import.meta.url)));
	const parent = spawn(
		process.execPath,
		[
			...['--import', pathToFileURL(require.resolve('tsx')).href, '--input-type=module', '-e'],
			`import { startSandbox } from '${module}'; console.log((await startSandbox({ seed: 1 })).url);`,
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const [line] = await once(parent.stdout, 'data');
	const url = String(line).trim();
	expect((await fetch(`${url}${controlPaths.health}`)).status).toBe(200);
	parent.kill('SIGTERM');
	await once(parent, 'exit');
	await expect
		.poll(() =>
			fetch(url).then(
				() => 'there',
				() => 'gone',
			),
		)
		.toBe('gone');
});
