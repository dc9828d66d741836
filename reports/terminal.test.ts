import { expect, test } from 'vitest';
import type { ScenarioReport } from '../simulator/contract/run-report.ts';
import { createPaint, progressLine, scenarioSummary } from './terminal.ts';

const common = { title: 'A title', tags: [], steps: [], transactionIds: [] };
const passed = {
	...common,
	name: 'card/a',
	status: 'passed',
	durationMs: 42,
	failure: null,
} as const;
const failed = {
	...common,
	name: 'card/longer',
	status: 'failed',
	durationMs: 1_200,
	failure: { step: 'shopper pays', message: 'refused\nFix: another card' },
} as const;
const left = {
	...common,
	name: 'bank/b',
	status: 'skipped',
	durationMs: 0,
	failure: null,
	skipReason: 'needs the cashier of a sandbox',
} as const;

const report = {
	verdict: 'FAILED',
	durationMs: 1_500,
	scenarios: [passed, failed, left],
} as unknown as ScenarioReport;

const plain = createPaint({ isTerminal: false, env: {} });

test('the table is aligned, and failures follow it', () => {
	expect(scenarioSummary(report, plain).split('\n')).toEqual([
		'',
		'SCENARIO     STATUS    DURATION',
		'card/a       passed       42 ms',
		'card/longer  failed       1.2 s',
		'bank/b       skipped          –',
		'',
		'card/longer (failed) at step "shopper pays":',
		'  refused',
		'  Fix: another card',
		'',
		'FAILED  1 passed, 1 failed, 1 skipped in 1.5 s',
		'',
	]);
});

test('the progress line of a skipped story has the reason', () => {
	expect(progressLine(left, plain)).toBe('– bank/b  needs the cashier of a sandbox\n');
});

test('only terminals have colour, and NO_COLOR turns it off', () => {
	const coloured = (isTerminal: boolean, env: Record<string, string>) =>
		progressLine(passed, createPaint({ isTerminal, env })).includes('\u001b[');
	expect(coloured(true, {})).toBe(true);
	expect(coloured(true, { NO_COLOR: '1' })).toBe(false);
	expect(coloured(true, { TERM: 'dumb' })).toBe(false);
	expect(coloured(false, {})).toBe(false);
});
