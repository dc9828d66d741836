import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleLoad, sampleResult, sampleScenarios, sampleStep } from '../test/support/reports.ts';
import { failedRun, merchantRun } from '../test/support/scenario-reports.ts';
import { renderMarkdown } from './markdown.ts';

const failure = { step: 'state', message: 'expected a|b\nfound <c>' };

test('a load run has its verdict, its reasons, its limits and its command', () => {
	const text = renderMarkdown(
		sampleLoad({ steps: { 'payment-options': sampleStep({ p95: 250 }) } }),
	);
	expect(text).toMatch(/^## Load, average: NO-GO\n/);
	expect(text).toContain('- **no-go**: “payment-options p95 ≤ 200 ms” is broken');
	expect(text).toContain(
		'| payment-options p95 ≤ 200 ms | 250 ms | 25 % past the limit | 2,400 | **broken** |',
	);
	expect(text).toContain('| payment-options p99 ≤ 400 ms | 220 ms | 45 % left | 2,400 | kept |');
	expect(text).toContain('A sandbox is not the real service');
	expect(text).toContain('```sh\npayin-sandbox load --profile average --seed 42\n```');
});

test('failed scenarios come first, their message on one line of the table', () => {
	const text = renderMarkdown(
		sampleScenarios([sampleResult(), sampleResult({ name: 'b', status: 'failed', failure })]),
	);
	const rows = text.split('\n').filter((line) => line.startsWith('| '));
	expect(rows[2]).toBe('| b | **failed** | 120 ms | state: expected a\\|b |');
	expect(text).toContain('2 scenarios: 1 passed, 0 skipped, 0 flaky, 1 failed.');
});

test('a long run stays within sixty lines and counts the omitted rows', () => {
	const many = Array.from({ length: 200 }, (_, index) => sampleResult({ name: `story ${index}` }));
	const text = renderMarkdown(sampleScenarios(many));
	expect(text.split('\n').length).toBeLessThanOrEqual(60);
	expect(text).toContain('175 more rows are in report.html.');
	const load = sampleLoad();
	const reasons = Array.from({ length: 50 }, () => ({
		id: 'limit-broken',
		group: 'target' as const,
		severity: 'no-go' as const,
		text: 'broken',
		evidence: [],
	}));
	const slo = Array.from({ length: 50 }, () => load.slo[0]).filter((row) => row !== undefined);
	const full = renderMarkdown({ ...load, reasons, slo });
	expect(full.split('\n').length).toBeLessThanOrEqual(60);
});

test('no string of a report adds a line, a cell, a tag or leaves its code fence', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (value) => {
			const results = (text: string) => [
				sampleResult({ name: text, status: 'failed', failure: { step: text, message: text } }),
			];
			const of = (text: string) =>
				renderMarkdown({ ...sampleScenarios(results(text)), target: text, command: text });
			const text = of(`x${value}`);
			expect(text.split('\n').length).toBe(of('x').split('\n').length);
			const row = text.split('\n').find((line) => line.includes('**failed**')) ?? '';
			expect(row.replace(/\\./g, '').split('|').length).toBe(6);
			const [, ...outside] = text.split('\n').reverse().slice(4);
			expect(outside.join('\n')).not.toMatch(/[<>]/);
		}),
	);
});

test('the summary of a shop is a matrix with costs, and lists the findings', () => {
	const text = renderMarkdown(merchantRun);
	expect(text).toContain('### Readiness matrix');
	expect(text).toContain(
		'| merchant/answer-lost | **not handled** | The shopper pays one order twice. You refund, and pay the fees of both. | confirmed payments of the order: expected 1, got 2 |',
	);
	expect(text).toContain('| merchant/late-confirmation | not tried | You ship nothing');
	expect(text).toContain('| duplicate\\_order | money | 1 | merchant/answer-lost | Create one');
	expect(text).not.toContain('They do not test your shop');
	expect(renderMarkdown(failedRun)).toContain('They do not test your shop: run with --merchant.');
});

test('a command with backticks keeps its fence', () => {
	const text = renderMarkdown({ ...sampleLoad(), command: 'echo ```' });
	expect(text).toContain('````sh\necho ```\n````');
});

test('a command may have any number of backticks, and no control character is printed', () => {
	const report = { ...sampleScenarios([]), target: '\u001b[2J', command: 'a` '.repeat(300_000) };
	const text = renderMarkdown(report);
	expect(text).toContain('Target \\\\u001b\\[2J');
	expect(text).toContain('\n```sh\na` a`');
	expect(renderMarkdown({ ...report, command: '\u001b[2J' })).toContain('\n\\u001b[2J\n');
});
