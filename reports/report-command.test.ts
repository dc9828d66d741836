import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/command.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import { renderReport } from './render.ts';
import { renderReportsAgain } from './report-command.ts';
import { writeFiles } from './write.ts';

test('the pages are rendered again from report.json, which stays unchanged', async () => {
	const directory = temporaryFolder();
	const report = sampleScenarios([sampleResult()]);
	await writeFiles(renderReport(report), directory);
	await rm(join(directory, 'report.html'));
	const source = `${await readFile(join(directory, 'report.json'), 'utf8')}\n`;
	await writeFile(join(directory, 'report.json'), source);
	const [result] = await renderReportsAgain([directory]);
	expect(result).toMatchObject({ problem: null, report });
	expect(await readFile(join(directory, 'report.html'), 'utf8')).toContain('PASSED');
	expect(await readFile(join(directory, 'report.json'), 'utf8')).toBe(source);
});

test.each([
	[undefined, /^There is no .*report\.json; name a folder that a run has written\.$/],
	['{"kind":', /report\.json is not JSON/],
	['{"schemaVersion":3,"kind":"load"}', /has schema version 3, and .* reads versions 1 and 2\.$/],
	[
		'{"schemaVersion":1,"kind":"load"}',
		/ run: startedAt is required\. .* \d+ more like these\. Name a/,
	],
	['{"schemaVersion":1,"kind":"x"}', / run: kind must be "scenarios" or "load"\. /],
	['[]', / run: the file must be an object\. /],
])('a folder with %s as report.json gets one clear sentence', async (content, sentence) => {
	const directory = temporaryFolder();
	if (content !== undefined) await writeFile(join(directory, 'report.json'), content);
	const [result] = await renderReportsAgain([directory]);
	expect(result?.problem).toMatch(sentence);
	expect(result?.problem).not.toMatch(/\n|✖|Invalid|expected/);
});

test('a folder that cannot be read does not stop the next one', async () => {
	const directory = temporaryFolder();
	await writeFiles(renderReport(sampleLoad()), directory);
	const results = await renderReportsAgain([join(directory, 'absent'), directory]);
	expect(results.map(({ problem }) => problem === null)).toEqual([false, true]);
});

test('a load report of schema version 1 is rendered with the states of its limits', async () => {
	const { failures, histograms, windows, ...report } = sampleLoad();
	const slo = report.slo.map(({ id, between, state, worstWindow, doubts, ...old }) => old);
	const [first, ...others] = slo;
	const old = {
		...report,
		schemaVersion: 1,
		reasons: [{ rule: 'slo', severity: 'no-go', detail: 'The p95 is broken.' }],
		slo: [{ ...first, measured: 900, passed: false }, ...others],
		series: report.series.map(({ flowsStarted, ...second }) => second),
	};
	const directory = temporaryFolder();
	await writeFile(join(directory, 'report.json'), JSON.stringify(old));
	const [result] = await renderReportsAgain([directory]);
	expect(result?.problem).toBeNull();
	const page = await readFile(join(directory, 'summary.md'), 'utf8');
	expect(page).toContain('- **no-go**: The p95 is broken.');
	expect(page).toContain('| 900 ms | 4.5 times the limit | 2,400 | **broken** |');
	expect(page.match(/\| kept \|/g)).toHaveLength(4);
});

test('the series of a load run is written again on request', async () => {
	const directory = temporaryFolder();
	await writeFiles(renderReport(sampleLoad()), directory);
	const [plain] = await renderReportsAgain([directory]);
	const [withSeries] = await renderReportsAgain([directory], { csv: true });
	const path = join(directory, 'series.csv');
	expect(plain?.problem === null && plain.paths.includes(path)).toBe(false);
	expect(withSeries?.problem === null && withSeries.paths.includes(path)).toBe(true);
	expect(await readFile(path, 'utf8')).toMatch(/^second,phase,flows_started,/);
});

test('a byte order mark before the report is no error', async () => {
	const directory = temporaryFolder();
	const text = JSON.stringify(sampleScenarios([sampleResult()]));
	await writeFile(join(directory, 'report.json'), `\uFEFF${text}`);
	const [result] = await renderReportsAgain([directory]);
	expect(result?.problem).toBeNull();
});

test('a duration that no chart can show is refused', async () => {
	const directory = temporaryFolder();
	const report = sampleLoad();
	for (const second of report.series) {
		for (const step of Object.values(second.steps)) step.p50 = 1e308;
	}
	await writeFile(join(directory, 'report.json'), JSON.stringify(report));
	const [result] = await renderReportsAgain([directory]);
	expect(result?.problem).toMatch(/series\.0\.steps\.\S+\.p50 must be at most 1000000000000\./);
});
