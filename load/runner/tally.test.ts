import { expect, test } from 'vitest';
import { measuredFields } from './report.ts';
import { createSampleCounter, createSampleReader } from './samples.ts';
import { countSharedIds, createFlowIdSets } from './shared-ids.ts';
import { createTally } from './tally.ts';

const epoch = Date.parse('2027-01-01T00:00:00.000Z');

type Texts = Record<string, string>;

function point(metric: string, atMs: number, value: number, tags: Texts = {}, metadata?: Texts) {
	const time = new Date(epoch + atMs).toISOString();
	return JSON.stringify({ metric, type: 'Point', data: { time, value, tags, metadata } });
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
	const report = measuredFields(tally, { warmUpMs: 0, holdMs: 1000 });
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
	expect(tally.everything).toEqual({ started: 2, ok: 2, failed: 0, dropped: 0 });
});

test('an id that a flow of an earlier step of the run received belongs to more than one flow', () => {
	const ids = createFlowIdSets();
	for (const atMs of [0, 1_000]) {
		const add = createSampleCounter(createTally(ids));
		add('payin_flow_ok', { atMs: epoch + atMs, value: 1, tags: hold, ids: 't-1 s-1' });
	}
	expect(countSharedIds(ids)).toMatchObject({
		sharedSessions: { count: 1 },
		sharedTransactions: { count: 1 },
	});
});

test('a failed call is counted, without its latency', () => {
	const tally = tallied([
		...call(0, 20),
		...call(1, 0, 'transport'),
		point('payin_flow_ok', 2, 0, hold),
	]);
	const report = measuredFields(tally, { warmUpMs: 0, holdMs: 0 });
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
	expect(measuredFields(tally, { warmUpMs: 0, holdMs: 0 }).steps['hybrid-payment']).toMatchObject({
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
		measuredFields(tally, { warmUpMs: 0, holdMs: 0 }).series.map(({ dropped }) => dropped),
	).toEqual([3, 2]);
});

test('calls of the shopper are not steps of the service', () => {
	const tags = { ...hold, step: 'act', expected_response: 'true' };
	const report = measuredFields(tallied([point('http_req_duration', 0, 1, tags)]), {
		warmUpMs: 0,
		holdMs: 0,
	});
	expect(report.steps).toEqual({});
	expect(report.outcomes).toEqual({ accepted: 1 });
});

const times = (text: string, at: number, isOk = 1) =>
	point('payin_flow_ok', at, isOk, hold).replace('"tags"', `"metadata":{"times":"${text}"},"tags"`);

test('flows are as slow as their calls, and from the intended start as late as they were', () => {
	const tally = tallied([
		...call(10, 12),
		times(`${epoch} 30 80 20 payment-options`, 90),
		times(`${epoch} 0 10000 10000 payment-options`, 10_000, 0),
	]);
	const { flowTimes, histograms, series, steps } = measuredFields(tally, {
		...{ warmUpMs: 0, holdMs: 10_000 },
	});
	expect(flowTimes).toMatchObject({ count: 1, max: 80, fromIntendedStart: { max: 10_000 } });
	expect(tally.fromIntendedStart.quantile(0.5)).toBeCloseTo(110, -1);
	expect(steps['payment-options']).toMatchObject({ max: 12, fromIntendedStart: { max: 10_000 } });
	expect(histograms['flow/hold']?.buckets).toHaveLength(1);
	expect(series[0]?.flow).toMatchObject({ max: 80 });
});

test('connections that are open already cost nothing', () => {
	const tally = tallied([
		point('http_req_connecting', 0, 0, hold),
		point('http_req_connecting', 0, 4, hold),
		point('http_req_tls_handshaking', 0, 700, hold),
		point('http_req_connecting', 0, 9, warmUp),
	]);
	expect(measuredFields(tally, { warmUpMs: 0, holdMs: 1000 }).connecting).toMatchObject({
		...{ opened: 1, tcp: { max: 4 }, tls: { max: 700 } },
	});
});

test('flows in flight are those without an end at the close of a second', () => {
	const tally = tallied([
		...[0, 100, 200].map((at) => point('payin_flow_started', at, 1, hold)),
		point('payin_flow_ok', 900, 1, hold),
		point('payin_flow_ok', 1900, 0, hold),
	]);
	const { series } = measuredFields(tally, { warmUpMs: 0, holdMs: 2000 });
	expect(series.map(({ inFlight }) => inFlight)).toEqual([2, 1]);
	expect(tally.maxInFlight).toBe(3);
});

test('the canary is no step and no flow, and a request without an answer counts as its timeout', () => {
	const canary = { scenario: 'canary', phase: 'hold', name: 'canary' };
	const tally = tallied([
		point('http_req_duration', 500, 500, {
			...canary,
			phase: 'warm_up',
			expected_response: 'true',
		}),
		point('http_req_duration', 100, 0.7, { ...canary, expected_response: 'true' }),
		point('http_req_connecting', 0, 0.1, canary),
		point('dropped_iterations', 0, 1, { scenario: 'canary' }),
		point('http_req_duration', 200, 0, { ...canary, expected_response: 'false' }),
	]);
	expect([tally.canary.count, tally.canary.max]).toEqual([3, 1000]);
	expect(measuredFields(tally, { warmUpMs: 0, holdMs: 1000 })).toMatchObject({
		...{ outcomes: {}, steps: {}, flows: { started: 0 }, connecting: { opened: 0 } },
		series: [{ dropped: 0 }],
	});
});

test('a request of the canary counts from the time at which it was due', () => {
	const tags = { scenario: 'canary', phase: 'hold', expected_response: 'true' };
	const canary = (atMs: number, late: string) =>
		point('http_req_duration', atMs, 2, tags, { late });
	const tally = tallied([
		canary(3, '1'),
		canary(1_000, '898'),
		// The number of a request does not count those that k6 dropped.
		point('dropped_iterations', 1_001, 1, { scenario: 'canary' }),
		canary(1_102, '100'),
		canary(1_302, '150'),
	]);
	// A dropped request counts as its timeout.
	expect([tally.canary.count, tally.canary.max]).toEqual([5, 1000]);
	expect(tally.canary.quantile(0.75)).toBeCloseTo(900, -1);
	expect(tally.seconds.get(1)?.canary.quantile(0.9)).toBeCloseTo(52, 0);
});

test('virtual users that k6 has created start no clock', () => {
	const line = point('vus_max', 0, 40);
	const tally = tallied([line, point('payin_flow_started', 5000, 1, hold)]);
	expect(tally.virtualUsers).toBe(40);
	expect(tally.lastSecond).toBe(0);
});

test('assumptions are listed once, in order', () => {
	const tally = tallied([
		point('payin_assumption', 0, 1, { ...warmUp, assumption: 'D-17' }),
		point('payin_assumption', 1, 1, { ...hold, assumption: 'D-02' }),
		point('payin_assumption', 2, 1, { ...hold, assumption: 'D-17' }),
	]);
	expect(measuredFields(tally, { warmUpMs: 0, holdMs: 0 }).assumptions).toEqual(['D-02', 'D-17']);
});

test('the rate of a run that was cut short is based on its actual length', () => {
	const tally = tallied([
		point('payin_flow_started', 0, 1, hold),
		...[0, 500, 1000].map((at) => point('payin_flow_ok', at, 1, hold)),
	]);
	expect(measuredFields(tally, { warmUpMs: 0, holdMs: 60_000 }).flows.rate).toBe(3);
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
	expect(measuredFields(createTally(), { warmUpMs: 0, holdMs: 0 })).toMatchObject({
		flows: { started: 0, rate: 0 },
		steps: {},
		series: [],
	});
});
