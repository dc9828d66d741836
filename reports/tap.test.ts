import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import { merchantRun } from '../test/support/scenario-reports.ts';
import { renderTap } from './tap.ts';

test('each story is a test point, with its reason to skip or a diagnostic block', () => {
	const lines = renderTap(merchantRun).split('\n');
	expect(lines.slice(0, 3)).toEqual([
		'TAP version 14',
		'# FAILED on http://127.0.0.1:8080, seed 42, 2026-11-14 09:30:12 UTC',
		'1..6',
	]);
	expect(lines).toContain('ok 1 - merchant/card-approved');
	const at = lines.indexOf('not ok 5 - merchant/answer-lost');
	expect(lines.slice(at + 1, at + 3)).toEqual(['  ---', '  severity: "failed"']);
	expect(lines[at + 3]).toMatch(/^ {2}message: "expect confirmed .*\\nrerun: npx payin-sandbox /);
	expect(lines.slice(at + 4, at + 6)).toEqual(['  duration_ms: 260', '  ...']);
	expect(lines).toContain(
		'ok 6 - merchant/late-confirmation # SKIP the merchant file has no "settle": the shop cannot learn that it was paid (D-14)',
	);
});

test('a flaky story is ok, and a run that could not be judged is not', () => {
	const failure = { step: 'state', message: 'expected a' };
	const flaky = renderTap(sampleScenarios([sampleResult({ status: 'flaky', failure })]));
	expect(flaky).toContain('\nok 1 - card/approve\n  ---\n  severity: "flaky"\n');
	expect(renderTap(sampleScenarios([]))).toContain('\n1..1\nnot ok 1 - run completed\n');
});

test('a load run has the cases of its JUnit file', () => {
	expect(renderTap(sampleLoad())).toContain('ok 1 - run completed');
});

test('no string of a report adds a line or a directive', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (value) => {
			const of = (text: string) =>
				renderTap(
					sampleScenarios([
						sampleResult({ name: text, status: 'failed', failure: { step: text, message: text } }),
						sampleResult({ name: text, status: 'skipped', skipReason: text }),
					]),
				).split('\n');
			const lines = of(`x${value}`);
			expect(lines.length).toBe(of('x').length);
			expect(lines[3]?.replace(/\\[\\#]/g, '')).not.toContain('#');
			expect(lines[9]?.replace(/\\[\\#]/g, '').split('#')).toHaveLength(2);
		}),
	);
});
