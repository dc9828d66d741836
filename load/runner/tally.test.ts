import { expect, test } from 'vitest';
import { measuredParts } from './report.ts';
import { createSampleReader, createTally } from './tally.ts';

const epoch = Date.parse('2027-01-01T00:00:00.000Z');

function point(metric: string, atMs: number, value: number, tags: Record<string, string> = {}) {
	const time = new Date(epoch + atMs).toISOString();
	return JSON.stringify({ metric, type: 'Point', data: { time, value, tags } });
}

const hold = { phase: 'hold', scenario: 'hold', story: 'card/redirected', flow: 'card' };
const warmUp = { ...hold, phase: 'warm_up', scenario: 'warm_up' };

function tallied(lines: readonly string[]) {
	const tally = createTally();
	const read = createSampleReader(tally);
	for (const line of lines) read(line);
	return tally;
}

const call = (atMs: number, ms: number, outcome = 'accepted', tags = hold) => [
	point('http_req_duration', atMs, ms, {
		...tags,
		step: 'payment-options',
		expected_response: String(outcome === 'accepted'),
	}),
	point('payin_outcome', atMs, 1, { ...tags, step: 'payment-options', outcome }),
];

test('the measured phase is added up, the warm-up is in the series only', () => {
	const tally = tallied([
		point('payin_flow_started', 0, 1, warmUp),
		...call(10, 900, 'accepted', warmUp),
		point('payin_flow_ok', 20, 1, warmUp),
		point('payin_flow_started', 1000, 1, hold),
		...call(1010, 12),
		point('payin_injected', 1010, 10, { ...hold, step: 'payment-options' }),
		point('payin_own', 1010, 2, { ...hold, step: 'payment-options' }),
		point('payin_flow_ok', 2000, 1, hold),
	]);
	const report = measuredParts(tally, { warmUpMs: 0, holdMs: 1000 });
	expect(report.flows).toEqual({ started: 1, ok: 1, failed: 0, rate: 1 });
	expect(report.steps['payment-options']).toMatchObject({ count: 1, failed: 0, max: 12 });
	expect(report.steps['payment-options']?.injected.max).toBe(10);
	expect(report.steps['payment-options']?.own.max).toBe(2);
	expect(report.series).toHaveLength(3);
	expect(report.series[0]).toMatchObject({
		flowsOk: 1,
		steps: { 'payment-options': { max: 900 } },
	});
	expect(report.series[1]).toMatchObject({ flowsOk: 0 });
	expect(tally.everything).toEqual({ started: 2, ok: 2, failed: 0 });
});

test('a failed call is counted, without its latency', () => {
	const tally = tallied([
		...call(0, 20),
		...call(1, 0, 'transport'),
		point('payin_flow_ok', 2, 0, hold),
	]);
	const report = measuredParts(tally, { warmUpMs: 0, holdMs: 0 });
	expect(report.steps['payment-options']).toMatchObject({ count: 2, failed: 1, max: 20 });
	expect(report.outcomes).toEqual({ accepted: 1, transport: 1 });
	expect(report.flows).toMatchObject({ ok: 0, failed: 1 });
});

test('a response that breaks the contract is a failed call despite its status', () => {
	const tags = { ...hold, step: 'hybrid-payment' };
	const tally = tallied([
		point('http_req_duration', 0, 5, { ...tags, expected_response: 'true' }),
		point('payin_outcome', 0, 1, { ...tags, outcome: 'bad_contract' }),
	]);
	expect(measuredParts(tally, { warmUpMs: 0, holdMs: 0 }).steps['hybrid-payment']).toMatchObject({
		count: 1,
		failed: 1,
	});
});

test('dropped flows count in the phase they were dropped in', () => {
	const tally = tallied([
		point('dropped_iterations', 0, 3, { scenario: 'warm_up' }),
		point('dropped_iterations', 1500, 2, { scenario: 'hold' }),
	]);
	expect(tally.dropped).toBe(2);
	expect(
		measuredParts(tally, { warmUpMs: 0, holdMs: 0 }).series.map(({ dropped }) => dropped),
	).toEqual([3, 2]);
});

test('calls of the shopper are not steps of the service', () => {
	const tags = { ...hold, step: 'act', outcome: 'accepted' };
	const report = measuredParts(tallied([point('payin_outcome', 0, 1, tags)]), {
		warmUpMs: 0,
		holdMs: 0,
	});
	expect(report.steps).toEqual({});
	expect(report.outcomes).toEqual({ accepted: 1 });
});

test('assumptions are listed once, in order', () => {
	const tally = tallied([
		point('payin_assumption', 0, 1, { ...warmUp, assumption: 'D-17' }),
		point('payin_assumption', 1, 1, { ...hold, assumption: 'D-02' }),
		point('payin_assumption', 2, 1, { ...hold, assumption: 'D-17' }),
	]);
	expect(measuredParts(tally, { warmUpMs: 0, holdMs: 0 }).assumptions).toEqual(['D-02', 'D-17']);
});

test('the rate of a run that was cut short is based on its actual length', () => {
	const tally = tallied([0, 500, 1000].map((at) => point('payin_flow_ok', at, 1, hold)));
	expect(measuredParts(tally, { warmUpMs: 0, holdMs: 60_000 }).flows.rate).toBe(3);
});

test('a broken sample is counted, and other lines are skipped', () => {
	const tally = tallied([
		'{"metric":"payin_flow_ok","type":"Point","data":{"time":"2027',
		'{"metric":"payin_flow_ok","type":"Point","data":{"time":"never","value":1}}',
		'{"type":"Metric","data":{"name":"payin_flow_ok"},"metric":"payin_flow_ok"}',
		'{"metric":"vus","type":"Point","data":"?"}',
		'',
	]);
	expect(tally.unreadable).toBe(2);
});

test('a report without measurements has zeros and nulls', () => {
	expect(measuredParts(createTally(), { warmUpMs: 0, holdMs: 0 })).toMatchObject({
		flows: { started: 0, rate: 0 },
		steps: {},
		series: [],
	});
});
