import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/command.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import { renderReport } from './render.ts';
import { renderAgain } from './report-command.ts';
import { writeFiles } from './write.ts';

test('the pages are rendered again from report.json, which stays unchanged', async () => {
	const directory = temporaryFolder();
	const report = sampleScenarios([sampleResult()]);
	await writeFiles(renderReport(report), directory);
	await rm(join(directory, 'report.html'));
	const source = `${await readFile(join(directory, 'report.json'), 'utf8')}\n`;
	await writeFile(join(directory, 'report.json'), source);
	const [result] = await renderAgain([directory]);
	expect(result).toMatchObject({ problem: null, report });
	expect(await readFile(join(directory, 'report.html'), 'utf8')).toContain('PASSED');
	expect(await readFile(join(directory, 'report.json'), 'utf8')).toBe(source);
});

test.each([
	[undefined, /^There is no .*report\.json; name a folder that a run has written\.$/],
	['{"kind":', /report\.json is not JSON/],
	['{"schemaVersion":2,"kind":"load"}', /has schema version 2, and .* reads version 1\.$/],
	[
		'{"schemaVersion":1,"kind":"load"}',
		/ run: startedAt is required\. .* \d+ more like these\. Name a/,
	],
	['{"schemaVersion":1,"kind":"x"}', / run: kind must be "scenarios" or "load"\. /],
	['[]', / run: the file must be an object\. /],
])('a folder with %s as report.json gets one clear sentence', async (content, sentence) => {
	const directory = temporaryFolder();
	if (content !== undefined) await writeFile(join(directory, 'report.json'), content);
	const [result] = await renderAgain([directory]);
	expect(result?.problem).toMatch(sentence);
	expect(result?.problem).not.toMatch(/\n|✖|Invalid|expected/);
});

test('a folder that cannot be read does not stop the next one', async () => {
	const directory = temporaryFolder();
	await writeFiles(renderReport(sampleLoad()), directory);
	const results = await renderAgain([join(directory, 'absent'), directory]);
	expect(results.map(({ problem }) => problem === null)).toEqual([false, true]);
});
