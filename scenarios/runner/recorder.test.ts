import { expect, test } from 'vitest';
import { createExpect, createRecorder, ExpectationMismatch, StepFailure } from './recorder.ts';

test('a step has its name, its result and its notes', async () => {
	const recorder = createRecorder();
	const value = await recorder.step('first', async (note) => {
		note('200');
		note('moved');
		return 7;
	});
	expect(value).toBe(7);
	expect(recorder.steps).toMatchObject([
		{ name: 'first', status: 'passed', durationMs: expect.any(Number), detail: '200; moved' },
	]);
});

test('a failed step is recorded, and its failure names the step', async () => {
	const recorder = createRecorder();
	const failing = recorder.step('second', async () => {
		throw new Error('no answer');
	});
	await expect(failing).rejects.toMatchObject({ step: 'second', message: 'no answer' });
	expect(recorder.steps).toMatchObject([{ status: 'failed', detail: 'no answer' }]);
});

test('work that throws synchronously is a failed step too', async () => {
	const recorder = createRecorder();
	const failing = recorder.step('third', () => {
		throw new Error('not a duration');
	});
	await expect(failing).rejects.toBeInstanceOf(StepFailure);
	expect(recorder.steps).toMatchObject([{ name: 'third', status: 'failed' }]);
});

test('an expectation is a step that shows the actual value', () => {
	const recorder = createRecorder();
	const { equal, ok } = createExpect(recorder);
	equal('state', { state: 'confirmed' }, { state: 'confirmed' });
	ok('the address carries the session', true);
	expect(() => equal('state', 'declined', 'confirmed')).toThrow(
		'expected "confirmed", got "declined"',
	);
	expect(() => ok('it holds', false)).toThrow('this does not hold');
	const forgotten = Promise.resolve(false) as unknown as boolean;
	expect(() => ok('it is awaited', forgotten)).toThrow('write await in front of it');
	const uncalled = (() => false) as unknown as boolean;
	expect(() => ok('it is called', uncalled)).toThrow('call it');
	expect(recorder.steps).toMatchObject([
		{ name: 'expect state', status: 'passed', detail: '{"state":"confirmed"}' },
		{ name: 'expect the address carries the session', status: 'passed' },
		{ name: 'expect state', status: 'failed' },
		{ name: 'expect it holds', status: 'failed' },
		{ name: 'expect it is awaited', status: 'failed' },
		{ name: 'expect it is called', status: 'failed' },
	]);
});

test('a very long message and very long values are cut', async () => {
	const recorder = createRecorder();
	const failing = recorder.step('long', async () => {
		throw new ExpectationMismatch('x'.repeat(1_000_000), [1]);
	});
	const failure = await failing.catch((error: StepFailure) => error);
	expect(failure).toMatchObject({ message: expect.stringMatching(/^expected "x+…, got \[1\]$/) });
	expect(JSON.stringify(recorder.steps).length).toBeLessThan(30_000);
	await recorder.step('noted', async (note) => note('x'.repeat(1_000_000)));
	expect(JSON.stringify(recorder.steps).length).toBeLessThan(100_000);
});
