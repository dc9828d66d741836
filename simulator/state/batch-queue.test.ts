import { expect, test } from 'vitest';
import type { TransactionFunction } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { createBatchQueue } from './batch-queue.ts';

const timeoutMs = 5_000;

function promise() {
	let resolve: () => void = () => undefined;
	let reject: (failure: Error) => void = () => undefined;
	const settled = new Promise<void>((done, failed) => {
		resolve = done;
		reject = failed;
	});
	return { settled, resolve, reject };
}

/** A queue in which the first attempt with this transaction runs until the test ends it. All other attempts end at once. */
function setup(held: string) {
	let nowMs = 0;
	const gate = promise();
	const begun = promise();
	let isHeld = false;
	const names = new Map<TransactionFunction<unknown>, string>();
	const queue = createBatchQueue({
		maxInBatch: 10,
		timeoutMs,
		monotonicMs: () => nowMs,
		async attempt(batch) {
			if (!isHeld && batch.some(({ run }) => names.get(run) === held)) {
				isHeld = true;
				begun.resolve();
				await gate.settled;
			}
			for (const { run, resolve } of batch) resolve(names.get(run));
			return true;
		},
	});
	const outcomes: Record<string, unknown> = {};
	const add = (name: string, leftMs = timeoutMs) => {
		const run = () => name;
		names.set(run, name);
		const resolve = () => Object.assign(outcomes, { [name]: 'done' });
		const reject = (failure: unknown) => Object.assign(outcomes, { [name]: failure });
		queue.add({ run, resolve, reject }, nowMs + leftMs);
	};
	return {
		add,
		outcomes,
		begun: begun.settled,
		pass: (ms: number) => {
			nowMs += ms;
		},
		end: async (failure?: Error) => {
			if (failure) gate.reject(failure);
			else gate.resolve();
			await queue.idle();
		},
	};
}

test('a transaction that waited too long is rejected, and the next ones run', async () => {
	const { add, outcomes, begun, pass, end } = setup('slow');
	add('slow');
	await begun;
	pass(100);
	add('early');
	pass(timeoutMs - 200);
	add('late');
	pass(200);
	await end();
	expect(outcomes).toEqual({ slow: 'done', early: expect.any(StoreUnavailable), late: 'done' });
});

test('a transaction with less time than the ones before it is rejected first', async () => {
	const { add, outcomes, begun, pass, end } = setup('slow');
	add('slow');
	await begun;
	add('patient');
	add('hurried', 1_000);
	pass(1_000);
	await end();
	expect(outcomes).toEqual({
		slow: 'done',
		patient: 'done',
		hurried: expect.any(StoreUnavailable),
	});
});

test('when an attempt runs out of time, only transactions without time left are rejected', async () => {
	const { add, outcomes, begun, pass, end } = setup('old');
	add('old');
	pass(timeoutMs - 600);
	add('young');
	await begun;
	pass(200);
	await end(new Error('no answer in time'));
	expect(outcomes).toEqual({ old: expect.any(StoreUnavailable), young: 'done' });
});

test('when an attempt fails while there is time, its whole batch is rejected at once', async () => {
	const { add, outcomes, begun, pass, end } = setup('one');
	add('one');
	add('other');
	await begun;
	pass(1);
	await end(new Error('connection refused'));
	const failed = expect.any(StoreUnavailable);
	expect(outcomes).toEqual({ one: failed, other: failed });
});
