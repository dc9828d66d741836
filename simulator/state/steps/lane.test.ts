import { expect, test } from 'vitest';
import { StoreUnavailable } from '../unavailable.ts';
import { createLane } from './lane.ts';

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

/** A lane whose first attempt at this job goes on until it is ended; all others are done at once. */
function setup(held: string) {
	let nowMs = 0;
	const gate = promise();
	const begun = promise();
	let isHeld = false;
	const names = new Map<unknown, string>();
	const lane = createLane({
		mostInBatch: 10,
		timeoutMs,
		monotonicMs: () => nowMs,
		async attempt(batch) {
			if (!isHeld && batch.some(({ job }) => names.get(job) === held)) {
				isHeld = true;
				begun.resolve();
				await gate.settled;
			}
			for (const { job, resolve } of batch) resolve(names.get(job));
			return true;
		},
	});
	const outcomes: Record<string, unknown> = {};
	const add = (name: string) => {
		const job = { needs: [], *run() {} };
		names.set(job, name);
		lane.add({
			job,
			resolve: () => Object.assign(outcomes, { [name]: 'done' }),
			reject: (failure) => Object.assign(outcomes, { [name]: failure }),
		});
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
			await lane.idle();
		},
	};
}

test('who has waited too long is told so, and those behind are served', async () => {
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

test('when an attempt runs out of time, only who has none left is told so', async () => {
	const { add, outcomes, begun, pass, end } = setup('old');
	add('old');
	pass(timeoutMs - 200);
	add('young');
	await begun;
	pass(200);
	await end(new Error('no answer in time'));
	expect(outcomes).toEqual({ old: expect.any(StoreUnavailable), young: 'done' });
});

test('when an attempt is refused while there is time, all of it are told at once', async () => {
	const { add, outcomes, begun, pass, end } = setup('one');
	add('one');
	add('other');
	await begun;
	pass(1);
	await end(new Error('connection refused'));
	const failed = expect.any(StoreUnavailable);
	expect(outcomes).toEqual({ one: failed, other: failed });
});
