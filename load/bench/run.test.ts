import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { contestants } from './contestants.ts';
import { readCoreList } from './cores.ts';
import { readBenchOptions } from './options.ts';
import type { BenchResult } from './result.ts';
import { spreadOf } from './statistics.ts';

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

test('a tiny run ends well, with a row for each server', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'payin-sandbox-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const tiny = ['--rounds', '1', '--warm-up', '50', '--measure', '200', '--connections', '4'];
	const { said, ended } = bench([...tiny, '--out', folder]);
	expect(await ended, said.stderr).toEqual([0, null]);
	for (const { name } of contestants) {
		expect(said.stdout).toMatch(
			new RegExp(`^${name.replace('+', '\\+')} +[\\d,]+ +\\d\\.\\d\\d x`, 'm'),
		);
	}
	const text = await readFile(join(folder, 'bench.json'), 'utf8');
	const { kind, results } = JSON.parse(text) as BenchResult;
	expect(kind).toBe('bench');
	expect(results.map(({ name, failed }) => [name, failed])).toEqual(
		contestants.map(({ name }) => [name, 0]),
	);
	expect(results[0]?.ratio).toEqual({ median: 1, lowest: 1, highest: 1 });
});

test('a wrong option is told, and nothing is started', async () => {
	const { said, ended } = bench(['--rounds', 'many']);
	expect(await ended).toEqual([2, null]);
	expect(said.stderr).toContain('"many" must be a whole number from 1 to 100');
	expect(said.stdout).toBe('');
});

test('an interrupt leaves no server behind', async () => {
	const { child, said, ended } = bench([]);
	await once(child.stderr, 'data');
	expect(said.stderr).toContain('every server is up');
	child.kill('SIGTERM');
	// `close` waits for everyone who holds the child's standard error: the servers inherit it.
	expect(await ended).toEqual([130, null]);
});

test('quick is quicker, and every part can be set', () => {
	const seconds = ({ rounds, warmUpMs, measureMs }: ReturnType<typeof readBenchOptions>) =>
		((rounds + 1) * contestants.length * (warmUpMs + measureMs)) / 1000;
	expect(seconds(readBenchOptions([]))).toBeLessThan(45);
	expect(seconds(readBenchOptions(['--quick']))).toBeLessThan(20);
	expect(readBenchOptions(['--quick', '--rounds', '9']).rounds).toBe(9);
	expect(() => readBenchOptions(['--fast'])).toThrow(/Usage: npm run bench/);
});

test('reads the cores a process may use', () => {
	expect(readCoreList(' 0,1\n')).toEqual([0, 1]);
	expect(readCoreList('0-2,5')).toEqual([0, 1, 2, 5]);
	expect(readCoreList('')).toEqual([]);
});

test('a spread is the median between the lowest and the highest', () => {
	expect(spreadOf([3, 1, 2])).toEqual({ median: 2, lowest: 1, highest: 3 });
	expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, lowest: 1, highest: 4 });
});
