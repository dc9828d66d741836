/** How several processes start and stop: as one would. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { runCommand, startCommand, startServe } from '../support/command.ts';
import { post, send } from '../support/sandbox.ts';
import {
	apart,
	atOnce,
	childrenOf,
	isAlive,
	onLinux,
	someFile,
	startWorkers,
} from '../support/workers.ts';

const delayed = (law: string) => ['--set', `latency.paymentOptions={"fixed":"${law}"}`];

test('delayed answers of all of them come before they stop', async () => {
	const { url, child, ended } = await startWorkers(2, { args: delayed('1500ms') });
	const slow = atOnce(8, () =>
		post(url + servicePaths.paymentOptions, paymentOptionsExample, apart),
	);
	await expect
		.poll(async () => (await send('GET', url + controlPaths.health)).body.payments.live)
		.toBe(8);
	child.kill('SIGTERM');
	expect((await slow).map(({ status }) => status)).toEqual(Array(8).fill(200));
	expect(await ended).toMatchObject({
		code: 0,
		stderr:
			'payin-sandbox: waiting up to 10 s for 8 calls in flight; press Ctrl-C again to stop at once\n',
	});
	await expect(send('GET', url + controlPaths.health)).rejects.toThrow();
});

onLinux('a second signal ends them at once, though a terminal tells all of them', async () => {
	const { url, child, ended, output } = await startWorkers(2, { args: delayed('10m') });
	const workers = childrenOf(child.pid);
	const call = () => post(url + servicePaths.paymentOptions, paymentOptionsExample, apart);
	const cut = Promise.all([1, 2].map(() => expect(call()).rejects.toThrow()));
	await expect
		.poll(async () => (await send('GET', url + controlPaths.health)).body.payments.live)
		.toBe(2);
	const interruptAll = () => {
		for (const pid of [...workers, child.pid ?? 0]) process.kill(pid, 'SIGINT');
	};
	interruptAll();
	await expect.poll(() => output().stderr).toContain('for 2 calls in flight');
	expect(workers.every(isAlive)).toBe(true);
	interruptAll();
	await cut;
	expect((await ended).code).toBe(130);
	await expect.poll(() => workers.filter(isAlive)).toEqual([]);
});

onLinux.each([1, 4])(
	'Ctrl-C while they start, the moment there are %i of them, is a stop',
	async (most) => {
		const args = ['serve', '--no-config', '--port', '0', '--workers', '4', '--store', someFile()];
		const { child, ended } = startCommand(args);
		const workers = () => childrenOf(child.pid);
		await expect
			.poll(() => workers().length, { interval: 1, timeout: 20_000 })
			.toBeGreaterThanOrEqual(most);
		for (const pid of [child.pid ?? 0, ...workers()]) process.kill(pid, 'SIGINT');
		expect(await ended).toMatchObject({ code: 0, stderr: '' });
	},
);

test('what cannot start is told once, as one process would', async () => {
	const { url } = await startServe();
	const port = new URL(url).port;
	const store = someFile();
	const taken = await runCommand(['serve', '--workers', '3', '--store', store, '--port', port]);
	expect(taken).toMatchObject({ code: 3, stdout: '' });
	expect(taken.stderr).toMatch(/^payin-sandbox: 127\.0\.0\.1:\d+ is taken: [^\n]+\n$/);
	const other = ['serve', '--workers', '2', '--store', store, '--port', '0', '--seed', '9'];
	const refused = await runCommand(other);
	expect(refused).toMatchObject({ code: 2, stdout: '' });
	expect(refused.stderr).toMatch(
		/^payin-sandbox: The store file:\S+ began with seed 1, and 9 was asked for\. [^\n]+\n$/,
	);
});

test('combinations that cannot be name what to do', async () => {
	const rule =
		'must be 1 where payments are kept in memory: add --store file:PATH or --store redis://HOST:PORT';
	const problemsOf = async (args: readonly string[], env: Record<string, string> = {}) => {
		const { code, stdout, stderr } = await runCommand(['serve', '--no-config', ...args], env);
		expect([code, stdout]).toEqual([2, '']);
		return stderr;
	};
	expect(await problemsOf(['--workers', '2'])).toBe(`payin-sandbox: --workers ${rule}\n`);
	expect(await problemsOf([], { PAYIN_SANDBOX_WORKERS: '4' })).toBe(
		`payin-sandbox: PAYIN_SANDBOX_WORKERS ${rule}\n`,
	);
	const outside = 'payin-sandbox: --workers must be a whole number from 1 to 64\n';
	expect(await problemsOf(['--workers', '65'])).toBe(outside);
	const given = { port: 0, workers: 2 };
	await expect(createSandbox(given)).rejects.toThrow('workers is not known here');
});

onLinux(
	'off loopback the token that was made once opens each of them, and stands nowhere',
	async () => {
		const { url, guide, child } = await startWorkers(2, { args: ['--host', '0.0.0.0'] });
		const token = /Control token {2}(\S+)/.exec(guide)?.[1] ?? '';
		expect(guide).toContain('2 workers, store file:');
		const calls = await atOnce(8, () =>
			send('GET', url + controlPaths.payments, undefined, {
				...apart,
				Authorization: `Bearer ${token}`,
			}),
		);
		expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
		const workers = childrenOf(child.pid);
		expect(workers).toHaveLength(2);
		for (const pid of workers) {
			const shown = ['cmdline', 'environ'].map((name) =>
				readFileSync(`/proc/${pid}/${name}`, 'utf8'),
			);
			expect(shown.join(' ')).not.toContain(token);
		}
	},
);
