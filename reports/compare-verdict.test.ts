import { expect, test } from 'vitest';
import type { LoadReason, LoadReport } from '../simulator/contract/run-report.ts';
import { around, compare, rowOf, runOf } from '../test/support/compared-runs.ts';
import { sampleLoad } from '../test/support/reports.ts';
import { compareSummary } from './compare-text.ts';
import { renderCompareHtml } from './html/compare-page.ts';

const noGo = (id: string, text: string): Partial<LoadReport> => ({
	verdict: 'NO-GO',
	reasons: [
		{ id: 'cold-start', group: 'target', severity: 'note', text: 'A note.', evidence: [] },
		{ id, group: 'target', severity: 'no-go', text, evidence: [] } satisfies LoadReason,
	],
});
const mixedUp = noGo('wrong-session', '1 session id belonged to more than one flow.');
const withChanges = (reports: readonly LoadReport[], changes: Partial<LoadReport>) =>
	reports.map((report) => ({ ...report, ...changes }));

test('a candidate with a reason for NO-GO that no base run has is worse, however fast it is', () => {
	const [, ...others] = around(60);
	const compared = compare(around(80), [runOf({ p50: 60 }, mixedUp), ...others]);
	expect(compared).toMatchObject({ verdict: 'worse', exitCode: 1 });
	expect(compared.why).toBe(
		'Only the candidate is NO-GO: wrong-session (1 of 5 runs). 1 session id belonged to more than one flow.',
	);
	expect(rowOf(compared, 'payment-options.p50')?.state).toBe('better');
});

test('noise and disagreeing pairs do not explain a NO-GO', () => {
	const noisy = [1, 1.3, 0.8, 1.1, 0.9].map((factor) => runOf({ p50: 80 * factor }, mixedUp));
	expect(compare(around(80), noisy).verdict).toBe('worse');
});

test('a slower candidate that is NO-GO has both reasons', () => {
	const compared = compare(around(80), withChanges(around(96), mixedUp));
	expect(compared.why).toMatch(
		/^Worse: payment-options\.p50 .*\. Only the candidate is NO-GO: wrong-session \(5 of 5 runs\)\./,
	);
});

test('runs of both sides with the same reasons for NO-GO are compared by their figures', () => {
	const [base, candidate] = [around(80), around(80)].map((side) => withChanges(side, mixedUp));
	const compared = compare(base ?? [], candidate ?? []);
	expect(compared).toMatchObject({ verdict: 'same', exitCode: 0 });
	expect(compared.why).toMatch(/ Base and candidate are NO-GO: wrong-session\.$/);
});

test.each([0, 40])(
	'a candidate that collapses, with %i good calls, is worse, though it ended its runs early',
	(samples) => {
		const { reasons = [], ...changes } = noGo('collapse', 'Of the last flows, all failed.');
		const early: LoadReport['reasons'][number] = {
			...{ id: 'plan', group: 'run', severity: 'inconclusive', text: 'It ended.', evidence: [] },
		};
		const collapsed = { ...changes, reasons: [...reasons, early] };
		const dead = withChanges(around(80, { samples, failed: 300 }), collapsed);
		const compared = compare(around(80), dead);
		expect(compared).toMatchObject({ verdict: 'worse', exitCode: 1 });
		expect(compared.why).toContain(
			'Only the candidate is NO-GO: collapse (5 of 5 runs). Of the last',
		);
		expect(renderCompareHtml(compared)).not.toContain('NaN');
		// Nothing is known of the speed of a base that collapses.
		const text = 'The run in run-0 did not play its whole plan.';
		for (const candidate of [around(80), dead]) {
			expect(compare(dead, candidate)).toMatchObject({ verdict: 'not-comparable', why: text });
		}
	},
);

test('another broken limit is another reason', () => {
	const limits = sampleLoad().slo.slice(0, 2);
	const [one, other] = limits.map(({ name }) => ({
		...noGo('limit-broken', `“${name}” is broken: 1 of 2.`),
		slo: limits,
	}));
	const id = limits[1]?.id ?? '';
	const compared = compare(
		withChanges(around(80), one ?? {}),
		withChanges(around(80), other ?? {}),
	);
	expect(compared.verdict).toBe('worse');
	expect(compared.why).toContain(`Only the candidate is NO-GO: limit-broken ${id} (5 of 5 runs).`);
	const equal = compare(withChanges(around(80), one ?? {}), withChanges(around(80), one ?? {}));
	expect(equal.verdict).toBe('same');
	// Noise breaks a limit in one run of two equal versions.
	const [first, ...others] = around(80);
	const once = compare(around(80), [{ ...(first as LoadReport), ...other }, ...others]);
	expect(once.verdict).toBe('same');
});

test('the terminal and the page name the verdict of each run with its first reason', () => {
	const compared = compare(around(80).slice(0, 1), withChanges(around(80).slice(0, 1), mixedUp));
	const reason = 'wrong-session: 1 session id belonged to more than one flow.';
	expect(compared).toMatchObject({
		verdict: 'not-comparable',
		verdicts: {
			base: [{ verdict: 'GO', reason: null }],
			candidate: [{ verdict: 'NO-GO', reason: { id: 'wrong-session' } }],
		},
	});
	const lines = compareSummary(compared).split('\n');
	expect(lines).toContainEqual(expect.stringMatching(/^base +run-0 +GO$/));
	expect(lines).toContain(`candidate  run-0   NO-GO    ${reason}`);
	const page = renderCompareHtml(compared);
	expect(page).toContain('NO-GO</span>');
	expect(page).toContain(reason);
});
