import { expect, test } from 'vitest';
import { nextTurn } from './awaitable.ts';
import { monotonicMs } from './time.ts';
import { WorkScheduler } from './work-scheduler.ts';

/** Work that takes longer than all work of a turn may. */
function work() {
	const endMs = monotonicMs() + 11;
	while (monotonicMs() < endMs);
}

test('work that does not fit waits for a later turn, and low priority goes last but not without end', async () => {
	const scheduler = new WorkScheduler();
	const started: string[] = [];
	const add = (name: string, isLow: boolean) => {
		const run = () => {
			started.push(name);
			work();
		};
		scheduler.run({ run, isLowPriority: () => isLow });
	};
	add('at once', false);
	for (const name of ['low 1', 'low 2']) add(name, true);
	for (const name of ['usual 1', 'usual 2']) add(name, false);
	expect(started).toEqual(['at once']);
	await nextTurn();
	expect(started).toEqual(['at once', 'usual 1', 'low 1']);
	await nextTurn();
	expect(started).toEqual(['at once', 'usual 1', 'low 1', 'usual 2', 'low 2']);
});

test('while clients connect, work waits, but not longer than a short time', async () => {
	const scheduler = new WorkScheduler();
	let hasStarted = false;
	const startMs = monotonicMs();
	scheduler.noteAccepted();
	scheduler.run({
		run() {
			hasStarted = true;
		},
		isLowPriority: () => false,
	});
	expect(hasStarted).toBe(false);
	while (!hasStarted) {
		scheduler.noteAccepted();
		await nextTurn();
	}
	expect(monotonicMs() - startMs).toBeGreaterThanOrEqual(10);
});
