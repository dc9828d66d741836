import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { full, fullTest } from '../../test/support/campaign.ts';
import type { Bench } from './bench.ts';
import { bare, recordResponses, sandbox, startServer } from './bench.ts';
import type { GeneratorResult } from './generator.ts';
import type { RowResult } from './judge.ts';
import { atLeast, atMost, exitCodeOfRows, generatorProblems, judgeRow } from './judge.ts';
import { readOptions } from './options.ts';
import { stopAllProcesses } from './processes.ts';
import { longRowNames, rows } from './rows.ts';
import { ksDistance, lognormalCdf, median, medianError, quantile } from './statistics.ts';

test('options choose rows and rounds', () => {
	expect(readOptions(['--long']).names).toEqual(rows);
	const shortRows = rows.filter((name) => !longRowNames.includes(name));
	expect(readOptions(['--quick']).names).toEqual(shortRows);
	expect(readOptions(['--only', 'flow', '--only', 'heap']).names).toEqual(['flow', 'heap']);
	expect(readOptions(['--rounds', '30']).sizes.rounds).toBe(30);
});

test.each([
	[['--fast'], /--fast/],
	[['--rounds', '0'], /from 1 to 100/],
	[['--only', 'speed'], /no row "speed"/],
	[['--only', 'soak'], /"soak" needs --long/],
	[['--quick', '--long'], /exclude each other/],
])('rejects %j', (args, message) => {
	expect(() => readOptions(args)).toThrow(message);
});

test('statistics of rounds', () => {
	expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
	expect([quantile([4, 1, 3, 2], 0.5), quantile([4, 1, 3, 2], 1)]).toEqual([3, 4]);
	// Of 16 values, the median is between the fifth and the twelfth in 92 of 100 cases.
	const ratios = [0.1, 0.2, 0.3, 0.4, ...Array(4).fill(1), ...Array(4).fill(1.34986), 7, 8, 9, 99];
	expect(medianError(ratios)).toBeCloseTo(0.3 / 2 / 1.96, 4);
	expect(median([])).toBeNaN();
});

test('the Kolmogorov-Smirnov distance is the largest one, above or below a step', () => {
	expect(ksDistance([0.25, 0.75], (value) => value)).toBe(0.25);
	expect(ksDistance([0.9, 0.95], (value) => value)).toBeCloseTo(0.9);
	// Quantiles of the standard normal distribution from a table.
	expect(lognormalCdf(80 * Math.exp(0.4 * 2.3263479), 80, 0.4)).toBeCloseTo(0.99, 6);
	expect(lognormalCdf(80 * Math.exp(-0.4 * 1.2815516), 80, 0.4)).toBeCloseTo(0.1, 6);
});

const ratio = (...values: number[]) => [atLeast(0.6, 'x', 'of bare', values)];
const reached = judgeRow('reached', ratio(0.58, 0.6, 0.62), []);
const missed = judgeRow('missed', [...ratio(0.7), atMost(400, 'ms', 'start', [401])], []);
const noisy = judgeRow('noisy', ratio(0.4, 0.4, 0.8, 0.8), []);
const noisyWithManyRounds = judgeRow('noisy', ratio(...Array(96).fill([0.6, 1]).flat()), []);
const wrong = judgeRow('wrong', ratio(0.9), ['2 responses were not 200']);
const failed = judgeRow('failed', new Error('it did not start'), []);

test('the median decides, and a noisy or wrong measurement does not', () => {
	const states = [reached, missed, noisy, noisyWithManyRounds, wrong, failed].map(
		({ state }) => state,
	);
	const untrusted = 'not to be trusted';
	expect(states).toEqual([
		...['reached', 'not reached', untrusted, untrusted, untrusted, 'not measured'],
	]);
	expect(failed.problems).toEqual(['it did not start']);
	expect([[reached], [reached, failed, missed], [reached, noisy]].map(exitCodeOfRows)).toEqual([
		0, 1, 4,
	]);
});

test('a wrong response and a busy generator are problems, one disturbed turn is not', () => {
	const turn = (of: Partial<GeneratorResult>) =>
		({ failed: 0, cpuShare: 0.5, ...of }) as GeneratorResult;
	const problems = (...turns: GeneratorResult[]) => generatorProblems('sandbox', turns);
	expect(problems(turn({}), turn({ cpuShare: 0.95 }), turn({}))).toEqual([]);
	expect(problems(turn({}), turn({ failed: 1 }))).toEqual(['sandbox: 1 responses were not 200']);
	expect(problems(turn({ cpuShare: 0.95 }))[0]).toContain('95 % of its core');
});

test('the bare server sends responses as long as those of the sandbox', async () => {
	onTestFinished(async () => void (await stopAllProcesses()));
	const bench = { cores: {}, servers: [] } as Pick<Bench, 'cores' | 'servers'>;
	const expected = await recordResponses(
		(await startServer({ ...bench, responses: '' }, sandbox())).url,
	);
	const reference = await startServer({ ...bench, responses: `[${expected}]` }, bare());
	const lengths = (bodies: string[]) => bodies.map((body) => body.length);
	expect(lengths(await recordResponses(reference.url))).toEqual(lengths(expected));
});

function bench(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'load/bench/run.ts', ...args]);
	const output = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].on('data', (text) => {
			output[name] += text;
		});
	}
	return { child, output, ended: once(child, 'close') };
}

test.skipIf(!full)('the smallest run measures each of its rows', { timeout: 240_000 }, async () => {
	const folder = mkdtempSync(join(tmpdir(), 'payin-sandbox-bench-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const { output, ended } = bench(
		'--tiny',
		'--out',
		folder,
		...rows.flatMap((name) => ['--only', name]),
	);
	const [code] = await ended;
	const result = JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8'));
	expect([0, 1, 4], output.stderr).toContain(code);
	expect(result).toMatchObject({ kind: 'bench', exitCode: code });
	const measured: RowResult[] = result.rows;
	expect(measured.map(({ name }) => name)).toEqual(rows);
	for (const { name, state, checks, problems } of measured) {
		expect(state, `${name}: ${problems}`).not.toBe('not measured');
		expect(problems.join()).not.toContain('not 200');
		expect(output.stdout).toMatch(new RegExp(`^${name} .*${checks[0]?.what}$`, 'm'));
		for (const { what, lowest, isReached } of checks) {
			expect(lowest, `${name}: ${what}`).toEqual(expect.any(Number));
			if (/earliest|without a response|pending/.test(what)) expect(isReached, what).toBe(true);
		}
	}
});

fullTest('a wrong option and an interrupt end the bench with all its processes', async () => {
	const wrongOption = bench('--rounds', 'many');
	expect(await wrongOption.ended).toEqual([2, null]);
	expect(wrongOption.output.stderr).toContain('"many" must be a whole number from 1 to 100');
	const { child, output, ended } = bench('--only', 'flow');
	while (!output.stderr.includes('flow:')) await once(child.stderr, 'data');
	child.kill('SIGTERM');
	// The servers inherit standard error: it closes when they have ended.
	expect(await ended).toEqual([130, null]);
});
