import { expect, test } from 'vitest';
import { sampleMeasured, sampleResult, sampleSlo, sampleStep } from '../test/support/reports.ts';
import { judgeLoad, judgeScenarios } from './verdict.ts';

type Changes = Parameters<typeof sampleMeasured>[0];

function judge(changes: Changes = {}) {
	const { verdict, exitCode, reasons } = judgeLoad(sampleMeasured(changes));
	return { verdict, exitCode, rules: reasons.map(({ id }) => id), reasons };
}

/** With an unknown profile name: the rules read the plan, not the name. */
const smoke = {
	profile: 'quick look',
	judgesLatency: false,
	ratePerSecond: null,
	iterations: 10,
	warmUpMs: 0,
	holdMs: 0,
};
const never = { maxFailureRatio: 0.01 };
const tenFlows = { started: 10, ok: 10, failed: 0, rate: 2 };

test('a healthy run is a GO without reasons', () => {
	expect(judge()).toEqual({ verdict: 'GO', exitCode: 0, rules: [], reasons: [] });
});

test.each<[string, Changes, string]>([
	['without a summary', { summaryMissing: true }, 'summary'],
	['with an exception of the script', { iterationExceptions: 1 }, 'exceptions'],
	['when k6 was killed', { generator: { k6ExitCode: null } }, 'k6-exit'],
	['without flows', { flows: { started: 0, ok: 0, failed: 0, rate: 0 } }, 'no-flows'],
	['when the script threw', { generator: { k6ExitCode: 107 } }, 'k6-exit'],
])('a run %s is an ERROR', (_name, changes, rule) => {
	expect(judge(changes)).toMatchObject({ verdict: 'ERROR', exitCode: 3, rules: [rule] });
});

test.each<[string, Changes, string]>([
	['drops more than one flow in a thousand', { generator: { dropped: 3 } }, 'dropped'],
	['starts flows late', { generator: { startLagP99Ms: 51 } }, 'start-lag'],
	['does not know how late flows start', { generator: { startLagP99Ms: null } }, 'start-lag'],
	['leaves flows open', { flows: { started: 2400, ok: 2300, failed: 0, rate: 20 } }, 'unfinished'],
	['executes half of its plan', { plan: { holdMs: 240_000 } }, 'plan'],
])('a run that %s is INCONCLUSIVE', (_name, changes, rule) => {
	const { verdict, exitCode, rules } = judge(changes);
	expect({ verdict, exitCode }).toEqual({ verdict: 'INCONCLUSIVE', exitCode: 4 });
	expect(rules).toContain(rule);
});

test('a slow start is allowed a tenth of the time between two flows', () => {
	const plan = { ratePerSecond: 0.5, holdMs: 4_800_000 };
	const flows = { started: 2400, ok: 2400, failed: 0, rate: 0.5 };
	expect(judge({ plan, flows, generator: { startLagP99Ms: 200 } }).verdict).toBe('GO');
	expect(judge({ plan, flows, generator: { startLagP99Ms: 201 } }).verdict).toBe('INCONCLUSIVE');
});

test.each([
	[399, ['undecided', 'undecided']],
	[400, ['kept', 'undecided']],
	[1999, ['kept', 'undecided']],
	[2000, ['kept', 'kept']],
])('%i samples are judged by what a percentile needs', (count, expected) => {
	const { slo } = judgeLoad(
		sampleMeasured({ steps: { 'payment-options': sampleStep({ count }) } }),
	);
	expect(slo.slice(0, 2).map(({ state }) => state)).toEqual(expected);
});

test('failed calls are not samples of a percentile', () => {
	const step = sampleStep({ count: 2300, failed: 301 });
	const { verdict, reasons } = judge({ steps: { 'payment-options': step } });
	expect(verdict).toBe('NO-GO');
	expect(reasons.map(({ text }) => text)).toContain(
		'“payment-options p99 ≤ 400 ms” is undecided: 220 ms over 1,999 calls is 220 ms to 220 ms; a p99 needs 2,000 samples. Run 3 min to know.',
	);
});

test('limits that a longer run decides share one reason, which says how long it takes for all of them', () => {
	const { verdict, reasons } = judge({
		steps: { 'payment-options': sampleStep({ count: 300 }) },
	});
	expect(verdict).toBe('INCONCLUSIVE');
	expect(reasons.map(({ id }) => id)).toEqual(['limit-undecided']);
	expect(reasons[0]?.text).toMatch(/^\d limits are undecided\. Run \d+ min to know\.$/);
	expect(reasons[0]?.evidence[0]).toMatch(
		/^“payment-options p95 ≤ 200 ms” is undecided: .* 400 samples\.$/,
	);
});

test('a planned call without samples prevents a GO', () => {
	const { verdict, reasons } = judge({ steps: {} });
	expect(verdict).toBe('INCONCLUSIVE');
	expect(reasons[0]?.text).toBe(
		'“payment-options p95 ≤ 200 ms” is undecided: no call of this kind was accepted.',
	);
});

test('a call that the plan does not make is no doubt', () => {
	const limits = { ...sampleSlo, steps: { ...sampleSlo.steps, 'payment-suboptions': never } };
	const plan = { steps: ['payment-options'] };
	expect(judge({ limits, plan })).toMatchObject({ verdict: 'GO', reasons: [] });
	expect(judge({ limits }).verdict).toBe('INCONCLUSIVE');
});

test('a broken limit is a NO-GO with figures', () => {
	const { verdict, exitCode, reasons } = judge({
		steps: { 'payment-options': sampleStep({ p95: 250 }) },
	});
	expect({ verdict, exitCode }).toEqual({ verdict: 'NO-GO', exitCode: 1 });
	expect(reasons[0]?.text).toBe(
		'“payment-options p95 ≤ 200 ms” is broken: 250 ms over 2,400 calls, 25 % past the limit.',
	);
});

test('a late generator explains response times, and no failed call', () => {
	const generator = { startLagP99Ms: 80 };
	const slow = { steps: { 'payment-options': sampleStep({ p95: 250 }) }, generator };
	expect(judge(slow)).toMatchObject({ verdict: 'INCONCLUSIVE', rules: ['start-lag'] });
	const { slo } = judgeLoad(sampleMeasured(slow));
	expect(slo.map(({ state, doubts }) => [state, doubts.length])).toEqual([
		...[1, 2].map(() => ['undecided', 1]),
		...[3, 4].map(() => ['kept', 0]),
		['undecided', 1],
	]);
	const failing = { steps: { 'payment-options': sampleStep({ failed: 100 }) }, generator };
	expect(judge(failing)).toMatchObject({
		verdict: 'NO-GO',
		rules: ['limit-broken', 'start-lag'],
	});
});

test.each([
	[20, 'NO-GO', ['limit-broken']],
	[21, 'INCONCLUSIVE', ['starved']],
])('a canary of %i ms overrules the start lag: %s', (p95Ms, verdict, rules) => {
	const steps = { 'payment-options': sampleStep({ p95: 250 }) };
	const generator = { startLagP99Ms: 900, canary: { p95Ms } };
	expect(judge({ steps, generator })).toMatchObject({ verdict, rules });
});

test('an interrupted run hides no broken limit', () => {
	const steps = { 'payment-options': sampleStep({ failed: 100 }) };
	expect(judge({ steps, interrupted: true })).toMatchObject({ verdict: 'NO-GO', exitCode: 130 });
});

test('an interrupted run blames no target for a starved generator', () => {
	const steps = { 'payment-options': sampleStep({ p95: 250 }) };
	const generator = { startLagP99Ms: 3, canary: { p95Ms: 45 } };
	const { verdict, rules } = judge({ steps, generator, interrupted: true });
	expect([verdict, rules.toSorted()]).toEqual(['INCONCLUSIVE', ['interrupted', 'starved']]);
});

test('a run that could not be judged keeps no limit', () => {
	const { verdict, slo, reasons } = judgeLoad(
		sampleMeasured({ summaryMissing: true, flows: { ...tenFlows, started: 119 } }),
	);
	expect(verdict).toBe('ERROR');
	expect(slo.every(({ state, doubts }) => state === 'undecided' && doubts[0] === 'summary')).toBe(
		true,
	);
	expect(reasons[0]?.text).toContain('119 flows cannot be judged');
	const text = 'k6 counted 31 flows started, its samples show 30.';
	const lost = { id: 'samples-lost', group: 'generator', severity: 'error' } as const;
	expect(judge({ runnerReasons: [{ ...lost, text, evidence: [] }] }).verdict).toBe('ERROR');
});

test('flows lost to a slow target are a NO-GO with a healthy k6, and a doubt otherwise', () => {
	const steps = { 'payment-options': sampleStep({ p95: 900 }) };
	expect(judge({ steps, generator: { dropped: 90 } }).verdict).toBe('NO-GO');
	expect(judge({ steps, generator: { dropped: 90, cpu: 0.95 } }).verdict).toBe('INCONCLUSIVE');
	expect(judge({ steps, generator: { dropped: 90, cpu: null } }).verdict).toBe('INCONCLUSIVE');
});

test('a target that is down is a NO-GO, although the run ends early', () => {
	const steps = { 'payment-options': sampleStep({ count: 300, failed: 290 }) };
	const flows = { started: 300, ok: 10, failed: 290, rate: 20 };
	const { verdict, reasons } = judge({ steps, flows, generator: { k6ExitCode: 99 } });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({ id: 'collapse', text: '290 of 300 flows failed (96.7 %).' });
});

test('a smoke run is judged by its flows and contract, whatever its speed', () => {
	const slow = { 'payment-options': sampleStep({ count: 10, p95: 9000, p99: 9000 }) };
	expect(judge({ plan: smoke, flows: tenFlows, steps: slow }).verdict).toBe('GO');
	const flows = { started: 10, ok: 9, failed: 1, rate: 2 };
	const steps = { 'payment-options': sampleStep({ count: 10, failed: 1 }) };
	const { verdict, rules } = judge({ plan: smoke, flows, steps });
	expect({ verdict, rules }).toEqual({ verdict: 'NO-GO', rules: ['flows', 'contract'] });
});

test('dropped flows of a run that judges no speed are flows that did not take place', () => {
	const plan = { ...smoke, ratePerSecond: 20, iterations: null, holdMs: 30_000 };
	const flows = { started: 60, ok: 60, failed: 0, rate: 2 };
	const dropping = judge({ plan, flows, generator: { dropped: 540 } });
	expect(dropping).toMatchObject({ verdict: 'INCONCLUSIVE', rules: ['plan'] });
});

test.each<[string, typeof sampleSlo]>([
	['without response times', { ...sampleSlo, steps: { 'payment-options': never } }],
	[
		'with response times of other steps',
		{ ...sampleSlo, steps: { 'merchant-checkout': { ...never, p95Ms: 100 } } },
	],
	[
		'with response times of calls that the plan does not make',
		{ ...sampleSlo, steps: { 'hybrid-payment': { ...never, p95Ms: 100 } } },
	],
])('limits %s do not judge speed: no GO', (_name, limits) => {
	const { verdict, reasons } = judge({ limits, plan: { steps: ['payment-options'] } });
	expect(verdict).toBe('INCONCLUSIVE');
	expect(reasons).toMatchObject([
		{
			id: 'no-time-limit',
			text: expect.stringContaining('steps.payment-options.p95Ms or flow.p95Ms'),
		},
	]);
});

test('a smoke run with missing flows is INCONCLUSIVE', () => {
	const flows = { started: 8, ok: 8, failed: 0, rate: 2 };
	expect(judge({ plan: smoke, flows })).toMatchObject({ verdict: 'INCONCLUSIVE', rules: ['plan'] });
});

test('an interrupted run exits with 130, with or without a summary', () => {
	const generator = { k6ExitCode: 105 };
	const stopped = judge({ interrupted: true, generator });
	expect(stopped).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 130, rules: ['interrupted'] });
	// At 93 % of the plan, the rate is below its limit for want of time.
	const flows = { started: 2232, ok: 2232, failed: 0, rate: 18.6 };
	expect(judge({ interrupted: true, flows })).toMatchObject({ rules: ['interrupted'] });
	const lost = judge({ interrupted: true, summaryMissing: true, generator: { k6ExitCode: null } });
	expect(lost).toMatchObject({ verdict: 'ERROR', exitCode: 130, rules: ['interrupted'] });
	const killed = judge({ interrupted: true, generator: { k6ExitCode: null } });
	expect(killed.rules).toEqual(['interrupted']);
	const thrown = judge({ interrupted: true, summaryMissing: true, generator: { k6ExitCode: 107 } });
	expect(thrown.rules).toContain('k6-exit');
	const nothing = judge({ interrupted: true, flows: { started: 0, ok: 0, failed: 0, rate: 0 } });
	expect(nothing).toMatchObject({ verdict: 'ERROR', exitCode: 130, rules: ['interrupted'] });
});

test('scenarios pass unless one failed; a flaky one does not decide', () => {
	const passed = sampleResult();
	expect(judgeScenarios([passed, sampleResult({ status: 'flaky' })])).toEqual({
		verdict: 'PASSED',
		exitCode: 0,
	});
	expect(judgeScenarios([passed, sampleResult({ status: 'failed' })])).toEqual({
		verdict: 'FAILED',
		exitCode: 1,
	});
});

test('a run in which no scenario was tried is an ERROR', () => {
	expect(judgeScenarios([])).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	const skipped = judgeScenarios([sampleResult({ status: 'skipped' })]);
	expect(skipped).toMatchObject({ verdict: 'ERROR', error: expect.stringContaining('skipped') });
});
