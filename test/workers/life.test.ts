/** Workers that die, a supervisor that dies, and how all of them start and stop. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { runCommand, startServe } from '../support/command.ts';
import { post, send } from '../support/sandbox.ts';
import { apart, atOnce, healthOfEach, someFile, startWorkers } from '../support/workers.ts';

/** The processes that a process has started; where the system tells. */
function childrenOf(pid: number | undefined): number[] {
	const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
	return text.split(' ').filter(Boolean).map(Number);
}

/** One that has ended stays listed until somebody asks how. */
const isAlive = (pid: number): boolean => {
	try {
		return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
};
const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a worker that is killed is replaced, and no answered call is missing', async () => {
	const { url, child, output } = await startWorkers(2);
	const [one = 0] = childrenOf(child.pid);
	const told: string[] = [];
	let calls = 0;
	await atOnce(6, async () => {
		for (let times = 0; times < 25; times += 1) {
			calls += 1;
			if (calls === 60) process.kill(one, 'SIGKILL');
			// The calls that it had are cut off; what was not answered may have been done, or not.
			const call = post(url + servicePaths.paymentOptions, paymentOptionsExample, apart);
			const answer = await call.catch(() => null);
			if (answer) told.push(answer.body.sessionId);
		}
	});
	expect(told.length).toBeGreaterThan(100);
	await expect
		.poll(() => output().stderr)
		.toMatch(
			new RegExp(
				`^payin-sandbox: worker \\d \\(process ${one}\\) was ended by SIGKILL: its part of the journal is lost; another starts in 0.2 s\\n$`,
			),
		);
	await expect
		.poll(async () => (await send('GET', url + controlPaths.health)).body.workers.running, {
			timeout: 20_000,
		})
		.toBe(2);
	expect(await healthOfEach(url, 2)).toHaveLength(2);
	for (const id of told) {
		expect((await send('GET', `${url}${controlPaths.payments}/${id}`)).status).toBe(200);
	}
});

onLinux(
	'an address stays when all workers die, and is free when their supervisor does',
	async () => {
		const { url, child } = await startWorkers(2);
		for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGKILL');
		const running = async () => {
			const answer = await send('GET', url + controlPaths.health, undefined, apart).catch(
				() => null,
			);
			return answer?.body.workers.running;
		};
		await expect.poll(running, { timeout: 20_000 }).toBe(2);
		expect(await healthOfEach(url, 2)).toHaveLength(2);
		const workers = childrenOf(child.pid);
		expect(workers).toHaveLength(2);
		child.kill('SIGKILL');
		await expect.poll(() => workers.filter(isAlive)).toEqual([]);
		await startServe(['--port', new URL(url).port]);
	},
);

onLinux('one that hangs is told in time, and heard again when it goes on', async () => {
	const { url, child } = await startWorkers(3);
	const [one = 0] = childrenOf(child.pid);
	process.kill(one, 'SIGSTOP');
	// One of them meets the one that hangs, and waits with it.
	const asked = [0, 1, 2, 3].map(() =>
		send('GET', url + controlPaths.journal, undefined, apart).catch(() => null),
	);
	const first = await Promise.race(asked);
	expect(first).toMatchObject({ status: 503, body: { code: 'worker_unavailable' } });
	expect(first?.headers.get('retry-after')).toBe('1');
	process.kill(one, 'SIGCONT');
	for (const answer of await Promise.all(asked)) expect([200, 503]).toContain(answer?.status);
	expect((await send('GET', url + controlPaths.journal, undefined, apart)).status).toBe(200);
});

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

test('off loopback the token that was made once opens each of them', async () => {
	const { url, guide } = await startWorkers(2, { args: ['--host', '0.0.0.0'] });
	const Authorization = `Bearer ${/Control token {2}(\S+)/.exec(guide)?.[1]}`;
	expect(guide).toContain('2 workers, store file:');
	const calls = await atOnce(8, () =>
		send('GET', url + controlPaths.payments, undefined, { ...apart, Authorization }),
	);
	expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
});
