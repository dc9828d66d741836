/** Which process ends the server: npm or npx if it started it, and not the shell that started the command itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

const merchantOption = ['--merchant=shop/merchant.jsonc'];

test.skipIf(isWindows)(
	'an option that npm takes as its own is refused, and not ignored',
	async () => {
		const child = spawn('npm', ['run', '--silent', 'scenarios', ...merchantOption], {
			cwd: packageRoot,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const stderr = text(child.stderr);
		expect(await once(child, 'exit')).toEqual([2, null]);
		expect(await stderr).toContain(
			'npm took --merchant as its own. With npm, options come after --: npm run scenarios -- --merchant=shop/merchant.jsonc\n',
		);
	},
);

/** The words and the variables with which npm runs the command, and the command that the user meant. */
const takenByNpm = [
	[['load'], { profile: 'average', rate: '5' }, 'load -- --profile=average --rate=5'],
	[['load', 'average'], { profile: 'true' }, 'load -- --profile average'],
	[['load', 'x', '--rate', '5'], { shopper: 'true' }, 'load -- --rate 5 --shopper x'],
	[['load', 'a', 'b'], { paired: 'true' }, 'load -- --paired URLS'],
	[['load'], { i_have_permission: 'true' }, 'load -- --i-have-permission'],
	[['scenarios', 'card', '7'], { seed: 'true' }, 'scenarios -- --seed NUMBER'],
	[['scenarios', 'card'], { seed: '7', bail: '' }, 'scenarios -- card --seed=7'],
	[['scenarios'], { allow_host: 'a\n\nb' }, 'scenarios -- --allow-host=a --allow-host=b'],
	[['scenarios'], { header: 'A: secret' }, 'scenarios -- --header "A: $TOKEN"'],
	[['findings'], { control_token: 'secret' }, 'findings -- --control-token TOKEN'],
	[['serve', '8080'], { port: 'true', config: '' }, 'start -- --port 8080 --no-config'],
	[['report', 'merge', 'a', 'b'], { out: 'c' }, 'report -- merge a b --out=c'],
] as const;

test.each(takenByNpm)(
	'npm runs %j and took %j: the user meant npm run %s',
	async (words, taken, meant) => {
		const [script = ''] = meant.split(' ');
		const { code, stderr } = await runWarmCommand(
			words,
			npmVariables(script, taken, 'payin-sandbox'),
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(/^payin-sandbox: npm took --/);
		expect(
			stderr.endsWith(` as its own. With npm, options come after --: npm run ${meant}\n`),
		).toBe(true);
	},
);

/** The variables of npm that are no option of the command, or of another package or command. */
const notTaken = [
	[
		['scenarios', '--list', '--target=http://127.0.0.1:1'],
		'scenarios',
		{ target: 'http://other' },
		'payin-sandbox',
	],
	[['scenarios', '--list'], 'scenarios', { tag: 'next', json: 'true', quiet: '' }, 'payin-sandbox'],
	[['scenarios', '--list'], 'test', { target: 'http://other' }, 'payin-sandbox'],
	[['scenarios', '--list'], 'scenarios', { target: 'http://other' }, 'other-package'],
] as const;

test.each(notTaken)(
	'%j runs in the script %s with the variables %j',
	async (words, script, taken, name) => {
		const { code, stderr } = await runWarmCommand(words, npmVariables(script, taken, name));
		expect([code, stderr]).toEqual([0, expect.not.stringContaining('npm')]);
	},
);

const npmVariables = (script: string, taken: object, name: string) => ({
	npm_package_name: name,
	npm_lifecycle_event: script,
	...Object.fromEntries(Object.entries(taken).map(([key, value]) => [`npm_config_${key}`, value])),
});

test('too many arguments are named', async () => {
	const { code, stderr } = await runWarmCommand(['serve', 'one', 'two']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('but got 2: one two\n')]);
});
