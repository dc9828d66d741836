/** What a store was created with, and a start that asks for something else. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { startServe, temporaryFolder } from '../support/command.ts';
import { post, send, startSandbox } from '../support/sandbox.ts';
import { runWarmCommand } from '../support/warm-command.ts';

const place = () => `file:${join(temporaryFolder(), 'store')}`;
const serve = (...args: string[]) =>
	runWarmCommand(['serve', '--no-config', '--port', '0', ...args]);

test('another seed or clock than that of the store prevents the start, with a message that names both', async () => {
	const store = place();
	await (await createSandbox({ port: 0, store, seed: 7, clock: 'manual', drain: 0 })).close();
	const ended = await serve('--store', store, '--seed', '8', '--clock', 'scaled:60');
	expect(ended).toMatchObject({ code: 2, stdout: '' });
	expect(ended.stderr).toMatch(
		/^payin-sandbox: The store file:\S+ was created with seed 7, not 8, and with clock manual, not scaled:60\.[^\n]*\n$/,
	);
	const { guide } = await startServe(['--store', store, '--seed', '7']);
	expect(guide).toContain('seed 7, clock manual');
});

test('a manual clock that began at its usual time can be asked for by that time', async () => {
	const store = place();
	const clock = ['--store', store, '--clock', 'manual'];
	await (await createSandbox({ port: 0, store, clock: 'manual', drain: 0 })).close();
	const other = await serve(...clock, '--now', '2027-01-02T00:00:00Z');
	expect(other.stderr).toContain(
		'was created with its clock at 2027-01-01T00:00:00.000Z, not 2027-01-02T00:00:00.000Z.',
	);
	const { guide } = await startServe([...clock, '--now', '2027-01-01T01:00:00+01:00']);
	expect(guide).toContain('clock manual');
});

test('other start values of the workspace default are not those of the server after a restart', async () => {
	const store = place();
	const before = await createSandbox({ port: 0, store, seed: 7, drain: 0 });
	const own = { seed: 9, clock: { mode: 'manual' }, settings: { defaultOutcome: 'DECLINE' } };
	const put = await send('PUT', `${before.url}${controlPaths.workspaces}/default`, own);
	expect(put.status).toBe(200);
	await before.close();

	const { url } = await startSandbox({ store, seed: 7, clock: 'real' });
	const startOf = async (workspace: string) => {
		const base = `${url}/w/${workspace}`;
		const read = async (path: string) => (await send('GET', base + path)).body;
		const { defaultOutcome } = await read(controlPaths.settings);
		const { mode } = await read(controlPaths.clock);
		return [(await read(controlPaths.health)).seed, mode, defaultOutcome];
	};
	expect(await startOf('team-a')).toEqual([7, 'real', 'APPROVE']);
	expect(await startOf('default')).toEqual([9, 'manual', 'DECLINE']);
	await post(`${url}${controlPaths.reset}`);
	expect(await startOf('default')).toEqual([9, 'manual', 'DECLINE']);
});
