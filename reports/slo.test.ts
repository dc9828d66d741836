import { expect, test } from 'vitest';
import { sampleHistogram, sampleMeasured, sampleSlo, sampleStep } from '../test/support/reports.ts';
import { sloSchema } from './limits-file.ts';
import { evaluateSlo, formatMeasured, limitMargin, pastLimitText, runMsToDecide } from './slo.ts';

type Changes = Parameters<typeof sampleMeasured>[0];

const rowsOf = (changes: Changes = {}) => evaluateSlo(sampleSlo, sampleMeasured(changes));

function rowNamed(part: string, rows = rowsOf()) {
	const row = rows.find(({ name }) => name.includes(part));
	if (row === undefined) throw new Error(`no row with ${part}`);
	return row;
}

test('a healthy run keeps every limit', () => {
	const rows = rowsOf();
	expect(rows.map(({ name }) => name)).toEqual([
		'payment-options p95 ≤ 200 ms',
		'payment-options p99 ≤ 400 ms',
		'payment-options failures ≤ 1 %',
		'flow failures ≤ 1 %',
		'flow rate ≥ 19.8 per second',
	]);
	expect(rows.every(({ state, passed, judged }) => state === 'kept' && passed && judged)).toBe(
		true,
	);
});

test('limits of whole flows, handshakes included, have rows of their own', () => {
	const latency = { p50: 800, p95: 900, p99: 950, max: 990 };
	const flowTimes = { count: 2400, ...latency, fromIntendedStart: latency };
	const measured = sampleMeasured({ flowTimes });
	measured.histograms['flow/hold'] = sampleHistogram(sampleStep(latency));
	const slo = { ...sampleSlo, flow: { ...sampleSlo.flow, p95Ms: 500, p99Ms: 1000 } };
	const rows = evaluateSlo(slo, measured);
	expect(rows.filter(({ step, unit }) => step === null && unit === 'ms')).toMatchObject([
		{ id: 'flow.p95', name: 'flow p95 ≤ 500 ms', measured: 900, samples: 2400, state: 'broken' },
		{ id: 'flow.p99', measured: 950, state: 'kept' },
	]);
	const unknown = evaluateSlo(slo, sampleMeasured()).find(({ id }) => id === 'flow.p95');
	expect(unknown).toMatchObject({ measured: null, state: 'undecided' });
});

test('a value on the limit keeps it', () => {
	const exact = { 'payment-options': sampleStep({ p95: 200 }) };
	expect(rowNamed('p95', rowsOf({ steps: exact })).passed).toBe(true);
});

test('a limit without samples never passes', () => {
	const none = { started: 0, ok: 0, failed: 0, rate: 0 };
	const rows = rowsOf({ steps: {}, flows: none });
	expect(rows.map(({ passed, measured }) => [passed, measured])).toEqual(
		rows.map(() => [false, null]),
	);
	const silent = { 'payment-options': sampleStep({ count: 0, p95: 0, p99: 0 }) };
	expect(rowNamed('p95', rowsOf({ steps: silent })).passed).toBe(false);
});

test('a smoke run shows its limits and judges none', () => {
	const rows = rowsOf({ plan: { judgesLatency: false, ratePerSecond: null } });
	expect(rows.some(({ judged }) => judged)).toBe(false);
	expect(rows.some(({ unit }) => unit === 'per second')).toBe(false);
});

test('a rate below the planned rate breaks its limit', () => {
	const slow = { started: 2400, ok: 2400, failed: 0, rate: 15 };
	const row = rowNamed('rate', rowsOf({ flows: slow }));
	expect(row.passed).toBe(false);
	expect(pastLimitText(row)).toBe('24.2 % short of the limit');
});

test('the margin is the share of the limit that is left', () => {
	expect(limitMargin(rowNamed('p95'))).toBeCloseTo(0.25);
	expect(limitMargin({ ...rowNamed('p95'), measured: null })).toBeNull();
	expect(limitMargin({ ...rowNamed('failures'), limit: 0 })).toBeNull();
	expect(pastLimitText({ ...rowNamed('p95'), measured: 250 })).toBe('25 % past the limit');
	expect(pastLimitText({ ...rowNamed('p95'), measured: 500 })).toBe('2.5 times the limit');
});

test('a row has its step and its metric as fields, not only in its name', () => {
	const rows = rowsOf();
	expect(rows.map(({ step, metric }) => [step, metric])).toEqual([
		['payment-options', 'p95'],
		['payment-options', 'p99'],
		['payment-options', 'failures'],
		[null, 'failures'],
		[null, 'rate'],
	]);
});

test('a percentile counts accepted calls, a failure share counts all calls', () => {
	const half = { 'payment-options': sampleStep({ count: 700, failed: 310 }) };
	const rows = rowsOf({ steps: half });
	expect(rows.slice(0, 3).map(({ samples }) => samples)).toEqual([390, 390, 700]);
	const none = { 'payment-options': sampleStep({ count: 700, failed: 700, p95: 1, p99: 1 }) };
	const row = rowNamed('p95', rowsOf({ steps: none }));
	expect(row).toMatchObject({ samples: 0, measured: null, passed: false });
});

test('an SLO file with a misspelt key, an unknown call or another version is rejected', () => {
	expect(sloSchema.safeParse(sampleSlo).success).toBe(true);
	const limits = { p95: 200, maxFailureRatio: 0.01 };
	for (const wrong of [
		{ ...sampleSlo, steps: { 'payment-options': limits } },
		{ ...sampleSlo, steps: { payments: { maxFailureRatio: 0.01 } } },
		{ ...sampleSlo, schemaVersion: 3 },
		{ ...sampleSlo, steps: { 'payment-options': { p95Ms: 200 } } },
		{ ...sampleSlo, flow: { maxFailureRatio: 1.5, minAchievedRatio: 0.99 } },
	]) {
		expect(sloSchema.safeParse(wrong).success).toBe(false);
	}
});

test('a share is undecided while its interval contains the limit, and says how long to run', () => {
	const steps = { 'payment-options': sampleStep({ count: 1251, failed: 8 }) };
	const measured = sampleMeasured({ steps });
	const row = rowNamed('payment-options failures', evaluateSlo(sampleSlo, measured));
	expect(row).toMatchObject({ id: 'payment-options.failures', state: 'undecided', passed: true });
	expect(row.between?.map((value) => Math.round(value * 1000) / 10)).toEqual([0.3, 1.3]);
	const minutes = (runMsToDecide(row, measured) ?? 0) / 60_000;
	expect(minutes).toBeGreaterThan(2);
	expect(minutes).toBeLessThan(10);
});

test('a percentile has the interval of its order statistics', () => {
	const step = sampleStep({ p95: 190, p99: 220 });
	const histogram = sampleHistogram(step);
	// The limit of 200 ms lies within the interval: 94.5 % of the calls are faster.
	const buckets: [number, number][] = [
		[150_000, 2268],
		[210_000, 132],
	];
	const histograms = { 'payment-options/hold': { ...histogram, buckets } };
	const steps = { 'payment-options': step };
	expect(rowNamed('p95', rowsOf({ steps, histograms }))).toMatchObject({
		between: [150, 210],
		state: 'undecided',
	});
});

test('few samples keep no percentile, and can break one', () => {
	const state = (p95: number) =>
		rowNamed(
			'p95',
			rowsOf({ steps: { 'payment-options': sampleStep({ count: 100, p50: p95, p95 }) } }),
		).state;
	expect(state(150)).toBe('undecided');
	expect(state(900)).toBe('broken');
});

test('a call that the plan does not make is not called; a planned call without samples is undecided', () => {
	const none = { steps: {} };
	expect(rowNamed('p95', rowsOf({ ...none, plan: { steps: ['hybrid-payment'] } })).state).toBe(
		'not-called',
	);
	expect(rowNamed('p95', rowsOf({ ...none, plan: { steps: ['payment-options'] } })).state).toBe(
		'undecided',
	);
});

test('a measured value never looks like the limit that it exceeds', () => {
	const steps = { 'payment-options': sampleStep({ count: 983, failed: 10 }) };
	expect(formatMeasured(rowNamed('payment-options failures', rowsOf({ steps })))).toBe('1.02 %');
	expect(formatMeasured({ ...rowNamed('p95'), measured: 200.4 })).toBe('200.4 ms');
});
