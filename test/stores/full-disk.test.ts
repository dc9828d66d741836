/** `--store file:PATH` on a disk without space: at the start, and while it serves. */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { findFaketime } from '../parts/faketime.ts';
import { campaign } from '../support/campaign.ts';
import { runCommand, startServe, temporaryFolder } from '../support/command.ts';
import { createMachineClock } from '../support/machine-clock.ts';
import { sample, sampled } from '../support/sample.ts';
import { post, send, startPayment } from '../support/sandbox.ts';
import { atEnd } from '../support/shared.ts';

const faketime = findFaketime();
const streams = campaign({ sample: 8, full: 64 });
const noSpace = 'no space left on its disk: ENOSPC';
const unavailable = { status: 503, body: { code: 'store_unavailable' } };

const mount = (folder: string, options: string) =>
	execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
const unmount = (folder: string) => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });

const canMount = (() => {
	if (process.getuid?.() !== 0) return false;
	try {
		mount('/mnt', 'size=64k');
		unmount('/mnt');
		return true;
	} catch {
		return false;
	}
})();

function createDisk(size: string) {
	const folder = temporaryFolder();
	mount(folder, `size=${size}`);
	atEnd(() => unmount(folder));
	const filler = join(folder, 'filler');
	return {
		store: `file:${join(folder, 'store')}`,
		fill(leftBytes: number) {
			const { bavail, bsize } = statfsSync(folder);
			writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
		},
		free: () => rmSync(filler),
		grow: (newSize: string) => mount(folder, `remount,size=${newSize}`),
	};
}

const create = (url: string) => post(url + servicePaths.paymentOptions, paymentOptionsExample);

/** Creates payments in several streams until each was refused several times. Returns the ids of the created ones. */
async function fillWithPayments(url: string) {
	const ids: string[] = [];
	const stream = async () => {
		for (let refused = 0; refused < 5; ) {
			const answer = await create(url);
			if (answer.status === 200) ids.push(answer.body.sessionId);
			else {
				expect(answer).toMatchObject(unavailable);
				refused += 1;
			}
		}
	};
	await Promise.all(Array.from({ length: streams }, stream));
	return ids;
}

async function sessionsAt(url: string): Promise<string[]> {
	const ids: string[] = [];
	for (let cursor = ''; ; ) {
		const { body } = await send('GET', `${url}${controlPaths.payments}?limit=200${cursor}`);
		for (const { sessionId } of body.payments) ids.push(sessionId);
		if (body.next === null) return ids;
		cursor = `&cursor=${body.next}`;
	}
}

describe.skipIf(!canMount)('on a small disk', () => {
	test.each(sample([0, 4, 8, 12, 16, 24, 64, 512], 1, 1))(
		`with %d KiB left, a start is refused with one line (${sampled(1)})`,
		async (left) => {
			const disk = createDisk('2m');
			disk.fill(left * 1024);
			const start = () =>
				runCommand(['serve', '--no-config', '--port', '0', '--store', disk.store]);
			const line = `payin-sandbox: The store ${disk.store} cannot be used: ${noSpace}. Free some space there, or use a file on another disk\n`;
			expect(await start()).toEqual({ code: 3, stdout: '', stderr: line });
		},
	);

	test('an existing store on a full disk is refused with one line', async () => {
		const disk = createDisk('4m');
		await (await createSandbox({ port: 0, store: disk.store, drain: 0 })).close();
		disk.fill(0);
		const { code, stderr } = await runCommand(['serve', '--port', '0', '--store', disk.store]);
		expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 3, lines: 2 });
		expect(stderr).toContain(noSpace);
	});

	test('when the disk fills, changes get 503, reads succeed, and with space all continues', async () => {
		const disk = createDisk('8m');
		const first = await createSandbox({ port: 0, store: disk.store, drain: 0 });
		await send('PUT', `${first.url}${controlPaths.workspaces}/b`, {});
		await first.close();

		const { url, output } = await startServe(['--log', 'off', '--store', disk.store]);
		const { sessionId } = await startPayment(url);
		disk.fill(0);
		const payment = `${url}${controlPaths.payments}/${sessionId}`;
		for (let calls = 0; calls < 5; calls += 1) {
			expect(await create(url)).toMatchObject(unavailable);
			expect(await post(`${payment}/act`, { action: 'cancel' })).toMatchObject(unavailable);
		}
		for (const read of [
			payment,
			url + controlPaths.health,
			url + controlPaths.ready,
			url + controlPaths.payments,
			url + controlPaths.workspaces,
			// The first use of this workspace by this process would be noted.
			`${url}/w/b${controlPaths.settings}`,
			`${url}/w/b${controlPaths.payments}`,
		]) {
			expect(await send('GET', read)).toMatchObject({ status: 200 });
		}
		disk.free();
		expect((await post(`${payment}/act`, { action: 'cancel' })).body.state).toBe('cancelled');
		expect((await create(url)).status).toBe(200);
		expect(output().stderr.split('\n')).toEqual([
			`The store ${disk.store} cannot be written: ${noSpace}. Free some space there. Until then, calls that change something get 503 store_unavailable.`,
			`The store ${disk.store} can be written again.`,
			'',
		]);
	});

	test.skipIf(faketime === null)(
		'a workspace that is used while the disk is full stays when there is space again',
		async () => {
			const disk = createDisk('8m');
			const { setClock, env } = createMachineClock(faketime);
			const { url } = await startServe(['--log', 'off', '--store', disk.store], env);
			const cancelledIn = async (workspace: string) => {
				const { sessionId } = await startPayment(workspace);
				const payment = `${workspace}${controlPaths.payments}/${sessionId}`;
				await post(`${payment}/act`, { action: 'cancel' });
				return payment;
			};
			const used = await cancelledIn(`${url}/w/used`);
			const idle = await cancelledIn(`${url}/w/idle`);
			disk.fill(0);
			for (const minutes of [40, 80, 120]) {
				setClock(minutes * 60);
				expect((await send('GET', used)).status).toBe(200);
			}
			disk.free();
			expect((await send('GET', used)).status).toBe(200);
			expect((await send('GET', idle)).status).toBe(404);
		},
	);

	test('payments that fill the disk themselves are refused, and no answered call is lost', async () => {
		const disk = createDisk('4m');
		const { url, child, ended, output } = await startServe(['--log', 'off', '--store', disk.store]);
		const ids = await fillWithPayments(url);
		expect(ids.length).toBeGreaterThan(100);
		disk.grow('64m');
		for (let calls = 0; calls < 20; calls += 1) ids.push((await create(url)).body.sessionId);
		expect(output().stderr.split('\n')).toHaveLength(3);
		child.kill('SIGKILL');
		await ended;
		const again = await startServe(['--log', 'off', '--store', disk.store]);
		expect((await send('GET', again.url + controlPaths.health)).body.payments.live).toBe(
			ids.length,
		);
		expect((await sessionsAt(again.url)).sort()).toEqual(ids.sort());
	});
});

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!hasPrlimit)('a file that may not grow costs some 503, and no process', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const server = await startServe(['--store', store, '--log', 'off']);
	// As with a quota: the free space of the disk does not show it.
	execFileSync('prlimit', ['--pid', String(server.child.pid), '--fsize=614400']);
	const name = 'x'.repeat(200);
	const { customer } = paymentOptionsExample;
	const order = { ...paymentOptionsExample, customer: { ...customer, name } };
	const kept: string[] = [];
	for (let refused = 0; refused < 100; ) {
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => post(server.url + servicePaths.paymentOptions, order)),
		);
		for (const { status, body } of answers) {
			if (status === 200) kept.push(body.sessionId);
			else refused += 1;
		}
	}
	expect((await sessionsAt(server.url)).toSorted()).toEqual(kept.toSorted());
	server.child.kill('SIGTERM');
	const { code, stderr } = await server.ended;
	expect(code).toBe(0);
	expect(stderr.match(/cannot be written/g)).toHaveLength(1);
});
