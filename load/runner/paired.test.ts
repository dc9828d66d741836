import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../reports/write.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import type { PairedOptions } from './paired.ts';
import { pairedRunOrder, runPaired } from './paired.ts';

const ioIn = (cwd: string) => ({
	out: () => {},
	err: () => {},
	isTerminal: false,
	env: {},
	cwd,
	signal: new AbortController().signal,
});
const earlier = { 'report.json': '{}', 'series.csv': '', 'k6.log': '', 'k6-summary.json': '{}' };
const [base, candidate] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
const options: PairedOptions = {
	...{ profile: 'average', seed: 1, permission: false, allowHosts: [], command: 'load' },
	hosts: [base, candidate],
};

test('the sides follow each other as A B B A A B', () => {
	expect(pairedRunOrder(3).map(([letter]) => letter)).toEqual(['b', 'c', 'c', 'b', 'b', 'c']);
});

test.each<[Partial<PairedOptions>, RegExp]>([
	[{ hosts: [base] }, /--paired needs two addresses/],
	[{ hosts: [] }, /--paired needs two addresses/],
	[{ pairs: 0 }, /--pairs must be a whole number from 1 to 50/],
	[{ profile: 'smoke' }, /--profile smoke makes too few calls/],
	[{ profile: 'idempotency' }, /--profile idempotency compares payments with orders, not speed/],
	[{ profile: 'spike' }, /--profile spike has a peak that is too short to compare/],
	[{ profile: 'breakpoint' }, /--profile breakpoint finds another rate in each run/],
	[{ target: base }, /--target has no meaning with --paired/],
	[{ part: '1/2' }, /--part has no meaning with --paired/],
	[{ k6Api: ':6565' }, /--k6-api has no meaning with --paired/],
	[{ hosts: [base, 'https://pay.example'] }, /pay\.example is not this machine/],
	[{ hosts: ['https://pay.example', candidate] }, /pay\.example is not among the allowed hosts/],
	[{ rate: 'x' }, /--rate must be/],
])('%j is refused before anything runs', async (changes, sentence) => {
	await expect(runPaired({ ...options, ...changes }, ioIn('.'))).rejects.toThrow(sentence);
});

test('a host that does not answer ends the pairs', async () => {
	const folder = temporaryFolder();
	await writeFiles(earlier, join(folder, 'out', '09-base'));
	await writeFiles({ 'compare.json': '{}', 'notes.txt': '' }, join(folder, 'out'));
	expect(await runPaired({ ...options, out: 'out' }, ioIn(folder))).toBe(3);
	// Nothing of an earlier comparison is left.
	expect(readdirSync(join(folder, 'out', '09-base'))).toEqual([]);
	expect(readdirSync(join(folder, 'out')).sort()).toEqual(['01-base', '09-base', 'notes.txt']);
});
