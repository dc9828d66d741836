import { expect, test } from 'vitest';
import { smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { emptyLog } from './k6-log.ts';
import type { Measurement } from './measure.ts';
import { runnerReasons } from './report.ts';
import { createSharedIds } from './shared-ids.ts';
import { createTally, newStep } from './tally.ts';

const plan = smokePlan(stories);
const nothing = { cpu: null, memoryMb: null, connections: null };

function measurement(counted: number): Measurement {
	const tally = createTally();
	for (const count of [tally.flows, tally.everything]) {
		count.started = 30;
		count.ok = 30;
	}
	for (const step of plan.steps ?? []) tally.steps.set(step, newStep());
	for (const { name } of stories) tally.flowsByStory.set(name, { started: 5, ok: 5, failed: 0 });
	const metrics = {
		payin_flow_started: { values: { count: counted } },
		payin_flow_ok: { values: { passes: counted, fails: 0 } },
	};
	return {
		tally,
		log: emptyLog(),
		exit: { exitCode: 0, ...nothing, interrupted: false, tooLong: false },
		collapse: undefined,
		summary: { text: '', metrics },
	};
}

const rules = (measured: Measurement) => runnerReasons(plan, measured).map(({ id }) => id);

test('a run whose counts agree has no reasons', () => {
	expect(rules(measurement(30))).toEqual([]);
});

test('samples that k6 counted and the stream lacks are an error', () => {
	expect(runnerReasons(plan, measurement(31))).toMatchObject([
		{ severity: 'error', id: 'samples-lost' },
		{ severity: 'error', id: 'samples-lost' },
	]);
});

test('flows that succeed without a call they need are an error, even if other flows failed', () => {
	const measured = measurement(30);
	measured.tally.steps.delete('hybrid-payment');
	expect(rules(measured)).toEqual(['step-missing']);
	measured.tally.flows.failed = 1;
	expect(rules(measured)).toEqual(['step-missing']);
});

test('if all flows of the bank stories failed, payment-suboptions may be missing', () => {
	const measured = measurement(30);
	const { steps, flowsByStory } = measured.tally;
	steps.delete('payment-suboptions');
	for (const { name, tags } of stories) {
		if (tags.includes('bank')) flowsByStory.set(name, { started: 5, ok: 0, failed: 5 });
	}
	expect(rules(measured)).toEqual([]);
	steps.delete('hybrid-payment');
	expect(rules(measured)).toEqual(['step-missing']);
});

test('the counts of an interrupted run may differ', () => {
	const measured = measurement(31);
	measured.exit.interrupted = true;
	expect(rules(measured)).toEqual([]);
});

test('so may those of a run that was stopped because the target was down', () => {
	const measured = measurement(31);
	measured.collapse = { second: 40, overSeconds: 15, finished: 300, failed: 300 };
	expect(rules(measured)).toEqual([]);
});

test('a run that could not compare all session ids says so', () => {
	const measured = measurement(30);
	measured.tally.sessions = createSharedIds(512);
	for (let flow = 0; flow < 800; flow += 1) measured.tally.sessions.add(`s-${flow}`);
	expect(runnerReasons(plan, measured)).toMatchObject([
		{ id: 'sessions-sampled', severity: 'note', text: expect.stringContaining('1 in 2 ') },
	]);
});

test('failures have their counts, the most frequent first, with an example of the log', () => {
	const measured = measurement(30);
	const failure = { outcome: 'server_error', status: 503, firstSecond: 0, lastSecond: 2 };
	measured.tally.failures.set('rare', { ...failure, step: 'hybrid-payment', count: 1 });
	measured.tally.failures.set('often', { ...failure, step: 'payment-options', count: 9 });
	measured.log.failures.set('card/redirected: payment-options: server_error: status 503', 3);
	expect(runnerReasons(plan, measured)).toMatchObject([
		{
			severity: 'note',
			text: '10 calls or expectations failed in 2 ways.',
			evidence: [
				'9 × payment-options, server_error, status 503; from 0 ms to 2 s; for example card/redirected: payment-options: server_error: status 503',
				'1 × hybrid-payment, server_error, status 503; from 0 ms to 2 s',
			],
		},
	]);
});
