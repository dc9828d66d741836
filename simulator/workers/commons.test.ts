import { expect, test } from 'vitest';
import type { Cuts } from '../journal/together.ts';
import type { WorkerCalls } from './calls.ts';
import type { Answers, Channel } from './channel.ts';
import { NoAnswer } from './channel.ts';
import { createCommons } from './commons.ts';

/** A worker with these entries of ten bytes each in one workspace; what it is told to cut. */
function workerWith(ids: readonly number[]) {
	const cut: Cuts[] = [];
	const answers: Partial<Answers<WorkerCalls>> = {
		kept: () => ({ entries: ids.length, bytes: ids.length * 10 }),
		holdings: () => [['a', ids.map((id) => [id, 1, 10])]],
		cut: (cuts) => void cut.push(cuts),
		clear: () => ids.length,
		page: () => ({ entries: [], counters: [] }),
	};
	return { channel: channelTo(answers), cut };
}

function channelTo(answers: Partial<Answers<WorkerCalls>>): Channel<WorkerCalls> {
	const ask = async (what: keyof WorkerCalls, input: never) => answers[what]?.(input);
	return { ask: ask as Channel<WorkerCalls>['ask'], close: () => undefined };
}

function unanswered(isGone: boolean): Channel<WorkerCalls> {
	const ask = async (what: keyof WorkerCalls) => {
		throw new NoAnswer(what, isGone);
	};
	return { ask, close: () => undefined };
}

function setup(...workers: Channel<WorkerCalls>[]) {
	return createCommons({ workers: () => workers, wallNow: () => 0 });
}

test('journals that are too large together are cut, and only those', async () => {
	const [one, other] = [workerWith([1, 4]), workerWith([2, 3])];
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
	const { channel } = workerWith([1]);
	expect(await setup(channel, unanswered(true)).answers.clear('a')).toBe(1);
	const withOneThatHangs = setup(channel, unanswered(false));
	await withOneThatHangs.answers.limitTo({ journalEntries: 4, journalBytes: 40 });
	const page = { workspace: 'a', wanted: { limit: 1 } };
	for (const asked of [withOneThatHangs.answers.clear('a'), withOneThatHangs.answers.page(page)]) {
		await expect(asked).rejects.toBeInstanceOf(NoAnswer);
	}
});

test('one that does not answer keeps the others from nothing', async () => {
	const { channel, cut } = workerWith([1, 2, 3]);
	const { trim, answers } = setup(unanswered(false), channel, unanswered(true));
	await answers.limitTo({ journalEntries: 1, journalBytes: 40 });
	await trim();
	expect(cut).toEqual([[['a', 2]]]);
});
