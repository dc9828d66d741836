import { expect, test } from 'vitest';
import { sampleMeasured, sampleSlo, sampleStep } from '../test/support/reports.ts';
import { evaluateSlo, margin, pastLimit, sloSchema } from './slo.ts';

const { plan, flows, steps } = sampleMeasured();

function rowNamed(part: string, rows = evaluateSlo(sampleSlo, steps, flows, plan)) {
	const row = rows.find(({ name }) => name.includes(part));
	if (row === undefined) throw new Error(`no row with ${part}`);
	return row;
}

test('a healthy run keeps every limit', () => {
	const rows = evaluateSlo(sampleSlo, steps, flows, plan);
	expect(rows.map(({ name }) => name)).toEqual([
		'payment-options p95 ≤ 200 ms',
		'payment-options p99 ≤ 400 ms',
		'payment-options failures ≤ 1 %',
		'flow failures ≤ 1 %',
		'flow rate ≥ 19.8 per second',
	]);
	expect(rows.every(({ passed, judged }) => passed && judged)).toBe(true);
});

test('a value on the limit keeps it', () => {
	const exact = { 'payment-options': sampleStep({ p95: 200 }) };
	expect(rowNamed('p95', evaluateSlo(sampleSlo, exact, flows, plan)).passed).toBe(true);
});

test('a limit without samples never passes', () => {
	const none = { started: 0, ok: 0, failed: 0, rate: 0 };
	const rows = evaluateSlo(sampleSlo, {}, none, plan);
	expect(rows.map(({ passed, measured }) => [passed, measured])).toEqual(
		rows.map(() => [false, null]),
	);
	const silent = { 'payment-options': sampleStep({ count: 0, p95: 0, p99: 0 }) };
	expect(rowNamed('p95', evaluateSlo(sampleSlo, silent, flows, plan)).passed).toBe(false);
});

test('a smoke run shows its limits and judges none', () => {
	const rows = evaluateSlo(sampleSlo, steps, flows, { judgesLatency: false, ratePerSecond: null });
	expect(rows.some(({ judged }) => judged)).toBe(false);
	expect(rows.some(({ unit }) => unit === 'per second')).toBe(false);
});

test('a rate below the planned rate breaks its limit', () => {
	const slow = { ...flows, rate: 15 };
	const row = rowNamed('rate', evaluateSlo(sampleSlo, steps, slow, plan));
	expect(row.passed).toBe(false);
	expect(pastLimit(row)).toBe('24.2 % short of the limit');
});

test('the margin is the share of the limit that is left', () => {
	expect(margin(rowNamed('p95'))).toBeCloseTo(0.25);
	expect(margin({ ...rowNamed('p95'), measured: null })).toBeNull();
	expect(margin({ ...rowNamed('failures'), limit: 0 })).toBeNull();
	expect(pastLimit({ ...rowNamed('p95'), measured: 250 })).toBe('25 % past the limit');
	expect(pastLimit({ ...rowNamed('p95'), measured: 500 })).toBe('2.5 times the limit');
});

test('a row has its step and its metric as fields, not only in its name', () => {
	const rows = evaluateSlo(sampleSlo, steps, flows, plan);
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
	const rows = evaluateSlo(sampleSlo, half, flows, plan);
	expect(rows.slice(0, 3).map(({ samples }) => samples)).toEqual([390, 390, 700]);
	const none = { 'payment-options': sampleStep({ count: 700, failed: 700, p95: 1, p99: 1 }) };
	const row = rowNamed('p95', evaluateSlo(sampleSlo, none, flows, plan));
	expect(row).toMatchObject({ samples: 0, measured: null, passed: false });
});

test('an SLO file with a misspelt key, an unknown call or another version is rejected', () => {
	expect(sloSchema.safeParse(sampleSlo).success).toBe(true);
	const limits = { p95: 200, maxFailureRatio: 0.01 };
	for (const wrong of [
		{ ...sampleSlo, steps: { 'payment-options': limits } },
		{ ...sampleSlo, steps: { payments: { maxFailureRatio: 0.01 } } },
		{ ...sampleSlo, schemaVersion: 2 },
		{ ...sampleSlo, steps: { 'payment-options': { p95Ms: 200 } } },
		{ ...sampleSlo, flow: { maxFailureRatio: 1.5, minAchievedRatio: 0.99 } },
	]) {
		expect(sloSchema.safeParse(wrong).success).toBe(false);
	}
});
