import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { BenchResult } from './result.ts';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const program = fileURLToPath(new URL('run.ts', import.meta.url));

function bench(args: readonly string[]) {
	const child = spawn(process.execPath, ['--import', tsx, program, ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: 90_000,
	});
	const said = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			said[name] += text;
		});
	}
	return { child, said, ended: once(child, 'close') };
}

test('a run of one row prints it, and leaves its figures and its page', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'payin-sandbox-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const args = ['--quick', '--rounds', '1', '--only', 'flow', '--out', folder];
	const { said, ended } = bench(args);
	const [code] = await ended;
	const result = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8')) as BenchResult;
	expect(code, said.stderr).toBe(result.exitCode);
	expect([exitCodes.passed, exitCodes.failed, exitCodes.inconclusive]).toContain(code);
	expect(result).toMatchObject({ kind: 'bench', command: `npm run bench -- ${args.join(' ')}` });
	expect(result.rows.map(({ id }) => id)).toEqual(['flow']);
	const [check] = result.rows[0]?.checks ?? [];
	expect(check?.value.median, said.stderr).toBeGreaterThan(0);
	expect(said.stdout).toMatch(/^flow +of what bare node:http answers +\d+\.\d\d x/m);
	expect(said.stdout).toContain('Left out: most rounds');
	expect(said.stderr).toContain('round 1 of 1');
	const page = await readFile(join(folder, 'bench.html'), 'utf8');
	expect(page).toContain('The whole bank flow, three calls');
	expect(said.stdout).toContain(join(folder, 'bench.html'));
});

test('a wrong option is told, and nothing is started', async () => {
	const { said, ended } = bench(['--rounds', 'many']);
	expect(await ended).toEqual([exitCodes.usage, null]);
	expect(said.stderr).toContain('"many" must be a whole number from 1 to 100');
	expect(said.stdout).toBe('');
});

test('an interrupt leaves no server behind', async () => {
	const { child, said, ended } = bench(['--quick', '--only', 'flow']);
	while (!said.stderr.includes('every server is up')) await once(child.stderr, 'data');
	child.kill('SIGTERM');
	// `close` waits for everyone who holds the child's standard error: the servers inherit it.
	expect(await ended).toEqual([exitCodes.interrupted, null]);
});
