import { expect, test } from 'vitest';
import type { VerifyMemory } from './verify-memory.ts';
import { createVerifyMemory } from './verify-memory.ts';

/** A text of about 1 MB. */
const text = 'x'.repeat(500_000);

function reserveUntilFull({ reserve }: VerifyMemory): number {
	let megabytes = 0;
	while (reserve(text)) megabytes += 1;
	return megabytes;
}

test('the questions of a call have 64 MB, and calls that do not wait have no common limit', () => {
	const memoryFor = createVerifyMemory();
	for (let call = 1; call <= 3; call += 1) {
		const memory = memoryFor(false);
		expect([reserveUntilFull(memory), memory.isExhausted()]).toEqual([63, false]);
	}
});

test('waiting calls have 128 MB together: the call that needs more loses its own, and others go on', () => {
	const memoryFor = createVerifyMemory();
	const [first, second, third] = [memoryFor(true), memoryFor(true), memoryFor(true)];
	for (let megabyte = 0; megabyte < 42; megabyte += 1) {
		for (const memory of [first, second, third]) expect(memory.reserve(text)).toBe(true);
	}
	expect([first.reserve(text), third.reserve(text)]).toEqual([true, false]);
	expect([first, second, third].map(({ isExhausted }) => isExhausted())).toEqual([
		false,
		false,
		true,
	]);
	expect([reserveUntilFull(first), reserveUntilFull(second)]).toEqual([20, 21]);
	third.release();
	const next = memoryFor(true);
	expect([reserveUntilFull(next), next.isExhausted()]).toEqual([1, true]);
	first.release();
	expect(reserveUntilFull(memoryFor(true))).toBe(63);
});

test('a call that takes turns counts among the waiting ones only while it waits too', () => {
	const memoryFor = createVerifyMemory();
	const [first, second, third] = [memoryFor(false), memoryFor(false), memoryFor(false)];
	for (const memory of [first, second, third]) reserveUntilFull(memory);
	expect([first, second, third].map((memory) => memory.beginWait())).toEqual([true, true, false]);
	const waiting = memoryFor(true);
	expect([reserveUntilFull(waiting), waiting.isExhausted()]).toEqual([1, true]);
	second.endWait();
	expect(third.beginWait()).toBe(true);
});
