/** The stories for CI pass, whichever process answers their calls. */
import { expect, test } from 'vitest';
import { runCommand, startServe, temporaryFolder } from '../support/command.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { journalAt, startWorkers, workersOf } from '../support/workers.ts';

async function replay(url: string, jobs: number) {
	const out = temporaryFolder();
	const args = ['scenarios', '--target', url, '--jobs', String(jobs), '--out', out];
	const { code, stdout, stderr } = await runCommand(args);
	return { code, told: code === 0 ? '' : stdout + stderr };
}
const passed = { code: 0, told: '' };

test('over a file', async () => {
	const { url } = await startWorkers(3, { args: ['--clock', 'manual'] });
	expect(await replay(url, 6)).toEqual(passed);
});

test.skipIf(redisProgram === null)('over Redis, which a replica shares', async () => {
	const { url: store } = await startRedis();
	const { url } = await startWorkers(2, { store, args: ['--clock', 'manual'] });
	const replica = await startServe(['--store', store]);
	// Each in a workspace of its own: they move its clock.
	const runs = await Promise.all([replay(`${url}/w/a`, 4), replay(`${replica.url}/w/b`, 4)]);
	expect(runs).toEqual([passed, passed]);
	const { entries } = await journalAt(`${url}/w/a`, '?limit=1000');
	expect(workersOf(entries)).toEqual([1, 2]);
});
