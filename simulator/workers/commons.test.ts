import { expect, test } from 'vitest';
import type { Cuts, Holdings } from '../journal/together.ts';
import type { WorkerCalls } from './calls.ts';
import type { Answers, Channel } from './channel.ts';
import { NoAnswer } from './channel.ts';
import { createCommons } from './commons.ts';

/** A worker with these entries of ten bytes each; what it is told to cut. */
function workerWith(entries: Holdings) {
	const count = entries.reduce((total, [, held]) => total + held.length, 0);
	const cut: Cuts[] = [];
	const answers: Partial<Answers<WorkerCalls>> = {
		kept: () => ({ entries: count, bytes: count * 10 }),
		holdings: () => entries,
		cut: (cuts) => void cut.push(cuts),
		clear: () => count,
	};
	return { channel: channelTo(answers), cut };
}

function channelTo(answers: Partial<Answers<WorkerCalls>>): Channel<WorkerCalls> {
	const ask = async (what: keyof WorkerCalls, input: never) => answers[what]?.(input);
	return { ask: ask as Channel<WorkerCalls>['ask'], close: () => undefined };
}

const unanswered = (isGone: boolean) => {
	const clear = () => {
		throw new NoAnswer('clear', isGone);
	};
	return channelTo({ clear });
};

function setup(...workers: Channel<WorkerCalls>[]) {
	return createCommons({ workers: () => workers, wallNow: () => 0 });
}

test('journals that are too large together are cut, and only those', async () => {
	const one = workerWith([
		[
			'a',
			[
				[1, 10],
				[4, 10],
			],
		],
	]);
	const other = workerWith([
		[
			'a',
			[
				[2, 10],
				[3, 10],
			],
		],
	]);
	const { trim, answers } = setup(one.channel, other.channel);
	await trim();
	await answers.limitTo({ journalEntries: 4, journalBytes: 40 });
	await trim();
	expect([one.cut, other.cut]).toEqual([[], []]);
	await answers.limitTo({ journalEntries: 4, journalBytes: 15 });
	await trim();
	expect([one.cut, other.cut]).toEqual([[[['a', 3]]], [[['a', 3]]]]);
});

test('a worker that is gone is left out, and one that does not answer is no answer', async () => {
	const { channel } = workerWith([['a', [[1, 10]]]]);
	expect(await setup(channel, unanswered(true)).answers.clear('a')).toBe(1);
	await expect(setup(channel, unanswered(false)).answers.clear('a')).rejects.toBeInstanceOf(
		NoAnswer,
	);
});
