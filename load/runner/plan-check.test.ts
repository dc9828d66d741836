import { expect, test } from 'vitest';
import type { ProcessResult } from '../../scenarios/harness/child-process.ts';
import { totalVUs } from '../canary.ts';
import { repeatPlan } from '../open-plans.ts';
import { averagePlan, k6Options, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { planDifferences } from './plan-check.ts';

const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond: 20, holdMs: 90_000, mix, stories });
const { scenarios } = k6Options(plan);
/** As k6 prints it: 131000ms as 2m11s. */
const inspectedPlan = { scenarios, maxVUs: totalVUs(plan), totalDuration: '2m11s' };

const printed = (inspected: object, more: Partial<ProcessResult> = {}): ProcessResult => ({
	code: 0,
	stdout: JSON.stringify(inspected),
	stderr: '',
	timedOut: false,
	...more,
});

test('a plan that k6 reads correctly has no differences', () => {
	expect(planDifferences(plan, printed(inspectedPlan))).toEqual([]);
});

test('every difference is named', () => {
	const hold = { ...scenarios.hold, executor: 'ramping-vus', maxVUs: 1 };
	const other = { ...inspectedPlan, maxVUs: 2, scenarios: { ...scenarios, hold } };
	expect(planDifferences(plan, printed(other))).toEqual([
		'scenarios.hold.executor is "ramping-vus" instead of "constant-arrival-rate".',
		'scenarios.hold.maxVUs is 1 instead of 260.',
		'maxVUs is 2 instead of 306.',
	]);
});

test('a plan with a connection for each flow is compared too', () => {
	const perFlow = { ...plan, connections: 'new' as const };
	expect(planDifferences(perFlow, printed(inspectedPlan))).toEqual([
		'noVUConnectionReuse is false instead of true.',
	]);
	const inspected = { ...inspectedPlan, noVUConnectionReuse: true };
	expect(planDifferences(perFlow, printed(inspected))).toEqual([]);
});

test('repeated calls need a new connection for each call', () => {
	const repeats = repeatPlan({ ratePerSecond: 5, holdMs: 10_000 }, ['later']);
	const inspected = {
		...{ scenarios: k6Options(repeats).scenarios, maxVUs: totalVUs(repeats) },
		...{ totalDuration: `${repeats.longestMs}ms`, noVUConnectionReuse: true },
	};
	expect(planDifferences(repeats, printed(inspected))).toEqual([
		'noConnectionReuse is false instead of true.',
	]);
	expect(planDifferences(repeats, printed({ ...inspected, noConnectionReuse: true }))).toEqual([]);
});

test('a scenario that k6 dropped is reported', () => {
	const { warm_up } = scenarios;
	const found = planDifferences(plan, printed({ ...inspectedPlan, scenarios: { warm_up } }));
	expect(found).toContain('scenarios.hold is missing.');
});

test('a script that k6 cannot read is reported with the reason', () => {
	const stderr = '{"level":"error","msg":"the module is not on disk"}\n';
	expect(planDifferences(smokePlan(stories), printed({}, { code: 107, stderr }))).toEqual([
		'k6 cannot read the scripts: the module is not on disk',
	]);
});

test('a script that k6 reads forever is reported too', () => {
	const [sentence] = planDifferences(plan, printed({}, { code: null, timedOut: true }));
	expect(sentence).toContain('did not come to an end');
});
