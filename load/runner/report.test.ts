import { expect, test } from 'vitest';
import { smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { emptyLog } from './k6-log.ts';
import type { Measurement } from './measure.ts';
import { runnerReasons } from './report.ts';
import { createTally, newStep } from './tally.ts';

const plan = smokePlan(stories);

function measurement(counted: number): Measurement {
	const tally = createTally();
	for (const count of [tally.flows, tally.everything]) {
		count.started = 30;
		count.ok = 30;
	}
	for (const step of plan.expectedSteps) tally.steps.set(step, newStep());
	const metrics = {
		payin_flow_started: { values: { count: counted } },
		payin_flow_ok: { values: { passes: counted, fails: 0 } },
	};
	return {
		tally,
		log: emptyLog(),
		exit: { exitCode: 0, cpu: null, interrupted: false, tooLong: false },
		summary: { text: '', metrics },
	};
}

const rules = (measured: Measurement) => runnerReasons(plan, measured).map(({ rule }) => rule);

test('a run whose counts agree has no reasons', () => {
	expect(rules(measurement(30))).toEqual([]);
});

test('samples that k6 counted and the stream lacks are an error', () => {
	expect(runnerReasons(plan, measurement(31))).toMatchObject([
		{ severity: 'error', rule: 'samples-lost' },
		{ severity: 'error', rule: 'samples-lost' },
	]);
});

test('flows that succeed without a call they need are an error', () => {
	const measured = measurement(30);
	measured.tally.steps.delete('hybrid-payment');
	expect(rules(measured)).toEqual(['step-missing']);
});

test('the counts of an interrupted run may differ', () => {
	const measured = measurement(31);
	measured.exit.interrupted = true;
	expect(rules(measured)).toEqual([]);
});

test('reasons of failed flows are notes, the most frequent first', () => {
	const measured = measurement(30);
	measured.log.failures.set('rare', 1).set('frequent', 9);
	expect(runnerReasons(plan, measured).map(({ detail }) => detail)).toEqual(['frequent', 'rare']);
});
