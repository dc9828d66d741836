import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import { healthSchema } from '../../simulator/contract/control.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { firstRows } from '../../test/support/sample.ts';
import { startSandbox } from './sandbox-process.ts';

test('starts a sandbox with its seed and clock, and stops it', async () => {
	const { url, stop } = await startSandbox({ seed: 42, env: process.env, clock: 'manual' });
	const health = healthSchema.parse(await (await fetch(`${url}${controlPaths.health}`)).json());
	expect(health.seed).toBe(42);
	const clock = clockViewSchema.parse(await (await fetch(`${url}${controlPaths.clock}`)).json());
	expect(clock.mode).toBe('manual');
	await stop();
	await expect(fetch(url)).rejects.toThrow();
	await stop();
});

test('a control token in the environment is meant for a target: the started sandbox needs none', async () => {
	const env = { ...process.env, PAYIN_SANDBOX_CONTROL_TOKEN: 'token-of-a-target' };
	const { url, stop } = await startSandbox({ seed: 1, env });
	onTestFinished(stop);
	expect((await fetch(`${url}${controlPaths.clock}`)).status).toBe(200);
});

test('a failed start has the error output of the command', async () => {
	const failing = startSandbox({ seed: 1, env: process.env, args: ['--no-such-flag'] });
	await expect(failing).rejects.toThrow(/^The sandbox did not start: .*code 2.*no-such-flag/s);
});

/** A process that starts a sandbox of the built package, runs `more` and prints the sandbox's URL. */
async function startParent(more = '', detached = false) {
	const module = new URL('../../dist/scenarios/harness/sandbox-process.js', import.meta.url);
	const script = `import { startSandbox } from '${module}';
		const { url, stop } = await startSandbox({ seed: 1, env: process.env }); ${more} console.log(url);`;
	const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
		detached,
	});
	onTestFinished(() => void parent.kill('SIGKILL'));
	const lines = createInterface({ input: parent.stdout });
	const [url] = await once(lines, 'line');
	expect((await fetch(`${url}${controlPaths.health}`)).status).toBe(200);
	return { parent, url: String(url), lines };
}

const isGone = (url: string) =>
	fetch(url).then(
		() => false,
		() => true,
	);

test.each(firstRows(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
	'the sandbox ends when its parent is ended by %s',
	async (signal) => {
		const { parent, url } = await startParent();
		parent.kill(signal);
		expect(await once(parent, 'exit')).toEqual([null, signal]);
		await expect.poll(() => isGone(url)).toBe(true);
	},
);

test('the sandbox ends when its parent exits', async () => {
	const { parent, url } = await startParent("process.once('SIGUSR2', () => process.exit(7));");
	parent.kill('SIGUSR2');
	expect(await once(parent, 'exit')).toEqual([7, null]);
	await expect.poll(() => isGone(url)).toBe(true);
});

const finishing = `process.once('SIGINT', async () => {
	const statuses = [];
	for (let call = 0; call < 50; call += 1) {
		statuses.push((await fetch(url + '${controlPaths.health}', { headers: { connection: 'close' } })
			.catch(() => ({ status: 0 }))).status);
	}
	await stop();
	console.log(JSON.stringify([...new Set(statuses)]));
});`;

test.skipIf(process.platform === 'win32')(
	'a sandbox survives Ctrl-C until its run has ended',
	async () => {
		const { parent, url, lines } = await startParent(finishing, true);
		const output = once(lines, 'line');
		// Like Ctrl-C: every process of the group receives the signal.
		process.kill(-Number(parent.pid), 'SIGINT');
		expect(await output).toEqual(['[200]']);
		expect(await isGone(url)).toBe(true);
	},
);
