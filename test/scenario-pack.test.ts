import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stories } from '../scenarios/stories.ts';
import { scenarioReportSchema } from '../simulator/contract/run-report.ts';
import { campaign, noteFigure } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { runWarmCommand } from './support/warm-command.ts';

const runs = campaign({ sample: 1, full: 200 });

test(`the whole pack passes shuffled, without a flake (runs: ${runs})`, {
	timeout: runs * 60_000,
}, async () => {
	const out = temporaryFolder();
	const report = () =>
		scenarioReportSchema.parse(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));
	let longestMs = 0;
	for (let seed = 1; seed <= runs; seed += 1) {
		const args = ['--shuffle', '--seed', String(seed), '--jobs', '4', '--fail-on-flaky'];
		const startedAt = performance.now();
		const { code, stdout } = await runWarmCommand(['scenarios', ...args, '--out', out]);
		longestMs = Math.max(longestMs, performance.now() - startedAt);
		expect([seed, code], stdout).toEqual([seed, 0]);
		const { scenarios, findings } = report();
		expect(scenarios.map(({ status }) => status)).toEqual(stories.map(() => 'passed'));
		expect(findings, `seed ${seed}`).toEqual([]);
	}
	noteFigure(`${runs} runs, the longest ${(longestMs / 1_000).toFixed(1)} s`);
});

test('each story has one line on what a failure costs, and one on what to do', () => {
	for (const { name, cost, advice } of stories) {
		for (const line of [cost, advice]) expect(line, name).toMatch(/^[A-Z].{20,160}\.$/);
	}
});
