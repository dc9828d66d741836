import { expect, test } from 'vitest';
import { doubtsOf, spreadDoubts } from './doubts.ts';
import type { Played } from './generator/job.ts';
import type { State } from './judge.ts';
import { exitCodeOf, judgeRow, marginOf } from './judge.ts';
import type { Limit, Outcome } from './row.ts';
import { atLeast, atMost } from './row.ts';
import { single } from './statistics.ts';

const row = { id: 'speed', title: 'Speed', reference: 'bare' };
const ratio = atLeast(0.6, 'x', 'of bare');
const took = atMost(400, 'ms', 'to the first answer');

function outcome(checks: [Limit, number][], doubts: string[] = []): Outcome {
	return {
		checks: checks.map(([limit, value]) => ({ limit, value: single(value) })),
		doubts,
		figures: [],
		plots: [],
	};
}

test.each<[string, Outcome | Error, State]>([
	['met exactly', outcome([[ratio, 0.6]]), 'reached'],
	['met on the other side', outcome([[took, 400]]), 'reached'],
	['just missed', outcome([[ratio, 0.599]]), 'not reached'],
	['missed on the other side', outcome([[took, 400.1]]), 'not reached'],
	[
		'one of two missed',
		outcome([
			[ratio, 0.7],
			[took, 500],
		]),
		'not reached',
	],
	['met with a doubt', outcome([[ratio, 0.9]], ['2 answers were not 200']), 'not to be trusted'],
	['missed with a doubt', outcome([[ratio, 0.1]], ['busy']), 'not to be trusted'],
	['no number', outcome([[ratio, Number.NaN]]), 'not to be trusted'],
	['no check', outcome([]), 'not to be trusted'],
	['no server', new Error('it did not start'), 'not measured'],
])('a target that is %s', (_, measured, state) => {
	expect(judgeRow(row, measured).state).toBe(state);
});

test('what could not be measured says why', () => {
	expect(judgeRow(row, new Error('it did not start')).doubts).toEqual(['it did not start']);
});

test('the median decides, whatever the worst round was', () => {
	const value = { median: 0.61, lowest: 0.3, highest: 0.7 };
	const measured = { ...outcome([]), checks: [{ limit: ratio, value }] };
	expect(judgeRow(row, measured).state).toBe('reached');
});

const reached = judgeRow(row, outcome([[ratio, 1]]));
const missed = judgeRow(row, outcome([[ratio, 0.1]]));
const doubtful = judgeRow(row, outcome([[ratio, 1]], ['busy']));
const failed = judgeRow(row, new Error('it did not start'));

test.each([
	['all reached', [reached, reached], 0],
	['one missed', [reached, missed], 1],
	['one missed and one in doubt', [doubtful, missed], 1],
	['one in doubt', [reached, doubtful], 4],
	['one not measured', [reached, failed], 4],
	['nothing measured', [], 4],
])('the exit code of a run with %s', (_, rows, code) => {
	expect(exitCodeOf(rows)).toBe(code);
});

test('a margin above one is better than asked, on either side', () => {
	expect(marginOf(ratio, 1.2)).toBe(2);
	expect(marginOf(took, 200)).toBe(2);
	expect(marginOf(took, 800)).toBe(0.5);
	expect(marginOf(atMost(0, 'count', 'unanswered'), 0)).toBeNull();
	expect(marginOf(atMost(2, 'ms', 'beyond bare'), -1)).toBeNull();
});

function played(changes: Partial<Played>): Played {
	const none = new Float64Array();
	const calls = { seenMs: none, injectedMs: none, ownMs: none };
	const counts = { visits: 9, visitsInAll: 9, seconds: 1, failed: 0, unanswered: 0 };
	return { ...calls, ...counts, generatorCpu: 0.5, startLagP99Ms: 0, ...changes };
}

test.each<[string, Partial<Played>, RegExp | null]>([
	['quiet', {}, null],
	['a busy generator', { generatorCpu: 0.95 }, /95 % of its core/],
	['failed answers', { failed: 2 }, /4 answers were not 200/],
	['late visits', { startLagP99Ms: 6 }, /6\.0 ms late/],
])('doubts of rounds with %s', (_, changes, words) => {
	const doubts = doubtsOf('sandbox', [played(changes), played({}), played(changes)]);
	expect(doubts).toHaveLength(words ? 1 : 0);
	if (words) expect(doubts[0]).toMatch(words);
});

test('a single disturbed round is no doubt, and a single failed answer is one', () => {
	const disturbed = played({ generatorCpu: 0.95, startLagP99Ms: 6 });
	expect(doubtsOf('sandbox', [played({}), disturbed, played({})])).toEqual([]);
	expect(doubtsOf('sandbox', [played({}), played({ failed: 1 }), played({})])).toHaveLength(1);
});

test('rounds that lie too far apart are told', () => {
	expect(spreadDoubts([0.6, 0.5, 0.7, 0.6, 0.1])).toEqual([]);
	expect(spreadDoubts([0.6, 0.4, 0.7, 0.7, 0.3])).toEqual([
		expect.stringContaining('0.40 to 0.70'),
	]);
	expect(spreadDoubts([0.3, 0.7])).toHaveLength(1);
});
