/** Which process ends the server: npm or npx if it started it, and not the shell that started the command itself. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { builtCommand, temporaryFolder } from './support/command.ts';
import { findBuiltK6 } from './support/k6.ts';
import { firstRows } from './support/sample.ts';
import { send } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const isWindows = process.platform === 'win32';
const serveFlags = ['--port', '0', '--no-config'];

/** Starts a program in a process group of its own, which ends with the test. Resolves with the server's address. */
async function startServer(program: string, args: readonly string[]) {
	const child = spawn(program, args, {
		cwd: packageRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	onTestFinished(() => {
		try {
			process.kill(-(child.pid ?? 0), 'SIGKILL');
		} catch {
			// The whole group has ended.
		}
	});
	let text = '';
	child.stdout.on('data', (chunk) => {
		text += chunk;
	});
	const address = () => /listening on (http:\S+)\n/.exec(text)?.[1];
	await expect.poll(address).toBeTruthy();
	return { child, url: address() ?? '' };
}

const isServing = (url: string) =>
	fetch(`${url}/_sandbox/health`).then(
		({ ok }) => ok,
		() => false,
	);

test.skipIf(isWindows).each(firstRows(['SIGKILL', 'SIGTERM'] as const))(
	'a server started by npm start stops when npm ends by %s',
	async (signal) => {
		const { child, url } = await startServer('npm', ['start', '--', ...serveFlags]);
		expect(await isServing(url)).toBe(true);
		child.kill(signal);
		await expect.poll(() => isServing(url)).toBe(false);
	},
);

test.skipIf(isWindows)(
	'a signal to all processes of npm start lets the calls in flight end',
	async () => {
		const { child, url } = await startServer('npm', ['start', '--', ...serveFlags]);
		await send('PUT', url + controlPaths.settings, { latency: { default: { fixed: '2500ms' } } });
		const call = send('POST', url + servicePaths.paymentOptions, paymentOptionsExample);
		const payments = async () =>
			(await send('GET', url + controlPaths.payments)).body.payments.length;
		await expect.poll(payments).toBe(1);
		process.kill(-(child.pid ?? 0), 'SIGTERM');
		expect((await call).status).toBe(200);
	},
);

const k6 = await findBuiltK6();

test.skipIf(isWindows).each(k6 ? ['scenarios', 'load'] : ['scenarios'])(
	'npm run %s ends with npm, with the reason and its exit code',
	async (script) => {
		const path = join(temporaryFolder(), 'out');
		const child = spawn('npm', ['run', script, '--', '--out', path], {
			cwd: packageRoot,
			stdio: 'ignore',
		});
		await expect.poll(() => existsSync(path), { timeout: 30_000 }).toBe(true);
		child.kill('SIGKILL');
		const report = join(path, 'report.json');
		await expect.poll(() => existsSync(report), { timeout: 30_000 }).toBe(true);
		const { exitCode } = JSON.parse(readFileSync(report, 'utf8'));
		expect(exitCode).toBe(130);
	},
);

test.skipIf(isWindows)('a server started by npx stops when npx ends', async () => {
	const { child, url } = await startServer('npx', ['payin-sandbox', 'serve', ...serveFlags]);
	expect(await isServing(url)).toBe(true);
	child.kill();
	await expect.poll(() => isServing(url)).toBe(false);
});

test.skipIf(isWindows)('a server started directly outlives its shell', async () => {
	const command = [process.execPath, builtCommand, 'serve', ...serveFlags].join(' ');
	const { child, url } = await startServer('sh', ['-c', `${command} & sleep 0`]);
	await expect.poll(() => child.exitCode).not.toBeNull();
	expect(await isServing(url)).toBe(true);
});

test('too many arguments are named', async () => {
	const { code, stderr } = await runWarmCommand(['serve', 'one', 'two']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('but got 2: one two\n')]);
});

test.each([
	[['serve', 'redis://:s3cret-pw@cache'], 'but got 1: redis://…@cache\n'],
	[['serve', '--controltoken=s3cret-pw'], "unknown option '--controltoken=…'\n"],
	[['scenarios', '--targett=http://shop:s3cret-pw@h'], "unknown option '--targett=…'\n"],
	[['scenarios', '--target', 'http://shop:s3cret-pw@h:99999'], '--target "http://…@h:99999" is no'],
])('a refused command line shows no secret: %j', async (args, shown) => {
	const { code, stderr } = await runWarmCommand(args);
	expect([code, stderr]).toEqual([2, expect.stringContaining(shown)]);
	expect(stderr).not.toContain('s3cret-pw');
});
