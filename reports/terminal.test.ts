import { expect, test } from 'vitest';
import type { ScenarioReport, ScenarioResult } from '../simulator/contract/run-report.ts';
import { failedRun, merchantRun } from '../test/support/scenario-reports.ts';
import { resultsWithStatus } from './failure.ts';
import { createPaint, createProgress, githubAnnotations, scenarioSummary } from './terminal.ts';

const common: Pick<ScenarioResult, 'title' | 'tags' | 'steps' | 'transactionIds'> = {
	title: 'A title',
	tags: [],
	steps: [],
	transactionIds: [],
};
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
	seed: 7,
	scenarios: [passed, failed, left],
} as unknown as ScenarioReport;

const plain = createPaint({ isTerminal: false, env: {} });

function progress(results: readonly ScenarioResult[], paint = plain): string {
	let text = '';
	const names = [passed, failed, left].map(({ name }) => name);
	const print = createProgress(names, (more) => (text += more), paint);
	for (const result of results) print(result);
	return text;
}

test('the table is aligned, failures follow it, and the verdict is last', () => {
	expect(scenarioSummary(report, plain).split('\n')).toEqual([
		'',
		'SCENARIO     STATUS    DURATION',
		'card/a       passed       42 ms',
		'card/longer  failed       1.2 s',
		'bank/b       skipped          –',
		'',
		'✗ card/longer failed',
		'  A title',
		'  shopper pays: refused',
		'  Fix: another card',
		'  seed:    7',
		'',
		'FAILED  1 passed, 1 failed, 1 skipped in 1.5 s, seed 7',
		'',
	]);
});

test('a failure has its cost, what to do, the request, the command and the seed; a flaky story is a warning', () => {
	const summary = scenarioSummary(failedRun, plain);
	expect(summary).toContain(
		[
			'✗ card/declined failed',
			'  A card is declined, and the shopper can still return',
			'  state after the decline: expected "declined", got "processing"',
			'  cost:    The order stays open although the shopper has paid: support has to refund by hand.',
			'  advice:  Poll until the state is final, and allow for D-33: the page may show processing for long.',
			'  rerun:   npx payin-sandbox scenarios card/declined --seed 42',
			'  seed:    42',
		].join('\n'),
	);
	expect(summary).toContain('  request: curl -sS -X POST');
	expect(summary).toContain(
		'≈ warning: edge/lost-answer is flaky\n  The answer of payment-options is lost after the commit\n  hybrid-payment: status 500',
	);
	expect(summary).toContain(
		'  payment-options: The answer differs from the documented shape (documented, got):\n    payment-options: paymentOptions[0].logo: a string, got null\n',
	);
	expect(scenarioSummary(merchantRun, plain)).toMatch(
		/^FAILED {2}4 handled, 1 not handled, 1 not tried in /m,
	);
});

test('a message has no characters that the terminal obeys', () => {
	const message = 'a\u001b[2J\n\tb\u202e';
	const scenarios = [{ ...failed, failure: { step: 'x', message } }] as unknown as [];
	const summary = scenarioSummary({ ...report, scenarios, error: message }, plain);
	expect(summary).toContain('  x: a\\u001b[2J\n  \tb\\u202e\n');
	expect(summary).toMatch(/a\\u001b\[2J\n\tb\\u202e\n$/);
});

test('a failure that another story has explained is one line, behind the others', () => {
	const repeated = {
		...failed,
		name: 'card/again',
		failure: {
			step: 'calls',
			message: 'Finding x (wrong): this is odd.\nCalls: #1\nFix: not so',
			sameAs: failed.name,
		},
	} as const;
	const scenarios = [repeated, failed] as unknown as ScenarioReport['scenarios'];
	expect(
		scenarioSummary({ ...report, scenarios }, plain)
			.split('\n')
			.slice(5, -2),
	).toEqual([
		'✗ card/longer failed',
		'  A title',
		'  shopper pays: refused',
		'  Fix: another card',
		'  seed:    7',
		'',
		'✗ card/again: Finding x (wrong), as in card/longer.',
		'',
	]);
	expect(resultsWithStatus(scenarios, 'failed').map(({ name }) => name)).toEqual([
		'card/longer',
		'card/again',
	]);
});

test('the stories of a refusal are counted without flaky ones', () => {
	const refusal = 'POST /v2/payment-options → 400 invalid_body (amount)';
	const refused = (name: string, status: string) => ({
		...{ ...failed, name, status, failure: { step: 'x', message: 'y', refusal } },
	});
	const summaryOf = (...stories: object[]) => {
		const scenarios = stories as ScenarioReport['scenarios'];
		return scenarioSummary({ ...report, scenarios }, plain);
	};
	const three = [refused('a', 'flaky'), refused('b', 'failed'), refused('c', 'failed')];
	expect(summaryOf(...three)).toContain(`\n2 stories fail for this refusal: ${refusal}\n`);
	expect(summaryOf(...three.slice(0, 2))).not.toContain('fail for this refusal');
});

test('a cost and an advice are printed once, and many failures are counted by cost at the end', () => {
	const stakes = { cost: 'Goods sent without a payment.', advice: 'Wait for confirmed.' };
	const stories = [
		...['a', 'b'].map((name) => ({ ...failed, name, ...stakes })),
		{ ...failed, name: 'c', cost: 'Every sale by card.', advice: stakes.advice },
		{ ...failed, name: 'd', ...stakes },
	] as const;
	const summaryOf = (count: number) =>
		scenarioSummary({ ...report, scenarios: stories.slice(0, count) }, plain).split('\n');
	const lines = summaryOf(4);
	const after = (name: string) => lines.slice(lines.indexOf(`✗ ${name} failed`) + 4).slice(0, 3);
	expect(after('a')).toEqual([
		'  cost:    Goods sent without a payment.',
		'  advice:  Wait for confirmed.',
		'  seed:    7',
	]);
	expect(after('b').slice(0, 2)).toEqual(['  seed:    7', '']);
	expect(after('c').slice(0, 2)).toEqual(['  cost:    Every sale by card.', '  seed:    7']);
	expect(lines.slice(-7, -3)).toEqual([
		...['', 'Failed stories by cost:', '   3  Goods sent without a payment.'],
		'   1  Every sale by card.',
	]);
	expect(summaryOf(3)).not.toContain('Failed stories by cost:');
	const different = stories.map((story, index) => ({ ...story, cost: `Cost ${index}.` }));
	expect(scenarioSummary({ ...report, scenarios: different }, plain)).not.toContain('by cost');
});

test('progress is in the order of the list, with the reason of a skipped story', () => {
	expect(progress([left])).toBe('');
	expect(progress([left, failed])).toBe('');
	expect(progress([left, passed, failed])).toBe(
		'✓ card/a  42 ms\n✗ card/longer  1.2 s\n– bank/b  needs the cashier of a sandbox\n',
	);
});

test('only terminals have colour, and NO_COLOR turns it off', () => {
	const coloured = (isTerminal: boolean, env: Record<string, string>) =>
		progress([passed], createPaint({ isTerminal, env })).includes('\u001b[');
	expect(coloured(true, {})).toBe(true);
	expect(coloured(true, { NO_COLOR: '1' })).toBe(false);
	expect(coloured(true, { TERM: 'dumb' })).toBe(false);
	expect(coloured(false, {})).toBe(false);
});

test('annotations name the story, its reason and its costs, and stay on one line each', () => {
	expect(githubAnnotations(merchantRun)).toBe(
		'::error title=merchant/answer-lost (not handled)::confirmed payments of the order: expected 1, got 2%0Acost: The shopper pays one order twice. You refund, and pay the fees of both.%0Aadvice: Create one paymentReference for each order, store it before the call, and retry with it.%0Arerun: npx payin-sandbox scenarios merchant/answer-lost --merchant shop.json --seed 42\n',
	);
	const odd = {
		...failed,
		name: 'a,b:c%\r\n::error::d',
		failure: { step: 's', message: '50%\u001b[31mx' },
	};
	expect(githubAnnotations({ ...failedRun, scenarios: [odd] })).toBe(
		'::error title=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ad (failed)::s: 50%25\\u001b[31mx\n',
	);
	expect(githubAnnotations({ ...failedRun, scenarios: [{ ...odd, status: 'flaky' }] })).toMatch(
		/^::warning title=/,
	);
	const flaky = {
		...failedRun,
		failOnFlaky: true,
		scenarios: [{ ...odd, status: 'flaky' as const }],
	};
	expect(githubAnnotations(flaky)).toMatch(/^::error title=/);
	expect(githubAnnotations({ ...failedRun, scenarios: [passed] })).toBe('');
	expect(githubAnnotations({ ...failedRun, scenarios: [], error: 'no answer' })).toBe(
		'::error title=payin-sandbox scenarios::no answer\n',
	);
});

test('the findings of the stories come before the verdict, the most severe first', () => {
	const lines = scenarioSummary(merchantRun, plain).split('\n');
	const begin = lines.findIndex((line) => line.startsWith('Findings, '));
	expect(lines.slice(begin + 1, begin + 4)).toEqual([
		'   1  money: duplicate_order',
		'   3  risky: retried_without_pause',
		'',
	]);
	expect(scenarioSummary({ ...merchantRun, findings: [] }, plain)).not.toContain('Findings');
});
