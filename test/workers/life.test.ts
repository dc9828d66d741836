/** Workers that die or hang, and a supervisor that dies. */
import { expect } from 'vitest';
import { healthSchema } from '../../simulator/contract/control.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { startServe } from '../support/command.ts';
import { post, send } from '../support/sandbox.ts';
import {
	apart,
	atOnce,
	childrenOf,
	healthOfEach,
	isAlive,
	onLinux,
	startWorkers,
} from '../support/workers.ts';

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
			// Between the last death and the next life nobody may answer what was asked.
			const signal = AbortSignal.timeout(2_000);
			const asked = fetch(url + controlPaths.health, { headers: apart, signal });
			const answer = await asked.then((one) => one.json()).catch(() => null);
			return healthSchema.safeParse(answer).data?.workers.running;
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

onLinux('one that hangs for half a minute is ended, and another takes its place', async () => {
	const { url, child, output } = await startWorkers(2);
	const [one = 0] = childrenOf(child.pid);
	process.kill(one, 'SIGSTOP');
	const told = new RegExp(
		`^payin-sandbox: worker \\d \\(process ${one}\\) was ended, for it gave no answer for 30 s: its part of the journal is lost; another starts now\\n$`,
	);
	await expect.poll(() => output().stderr, { timeout: 60_000 }).toMatch(told);
	await expect.poll(async () => (await healthOfEach(url, 2)).length, { timeout: 20_000 }).toBe(2);
	expect(isAlive(one)).toBe(false);
});
