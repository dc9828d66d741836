import { expect, test } from 'vitest';
import { createStoreClock } from './store-clock.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-01-01T00:00:00Z');

function setup() {
	let wallMs = startMs;
	const notices: number[] = [];
	const clock = createStoreClock(
		() => wallMs,
		(byMs) => notices.push(byMs),
	);
	clock.beginAt(0);
	return {
		clock,
		notices,
		pass(ms: number) {
			wallMs += ms;
		},
		aheadMs: () => clock.now() - wallMs,
	};
}

test('it follows a change that is up to a second ahead, and never goes back', () => {
	const { clock, pass, aheadMs } = setup();
	clock.follow(startMs + 1_000);
	expect(aheadMs()).toBe(1_000);
	clock.follow(startMs + 400);
	clock.follow(startMs - hourMs);
	clock.follow(Number.NaN);
	expect(aheadMs()).toBe(1_000);
	pass(300);
	expect(clock.now()).toBe(startMs + 1_300);
});

test('a clock that runs too fast takes it along by a second at most', () => {
	const { clock, notices, pass, aheadMs } = setup();
	for (let count = 1; count <= 60; count += 1) {
		pass(100);
		clock.follow(startMs + count * 150);
	}
	expect(aheadMs()).toBe(1_000);
	expect(notices).toEqual([1_050]);
});

test('a change that is further ahead is noticed once a minute', () => {
	const { clock, notices, pass, aheadMs } = setup();
	clock.follow(startMs + hourMs);
	pass(59_999);
	clock.follow(startMs + hourMs);
	expect(notices).toEqual([hourMs]);
	pass(1);
	clock.follow(startMs + hourMs);
	expect(notices).toEqual([hourMs, hourMs - 60_000]);
	expect(aheadMs()).toBe(0);
});

test('it begins at the last use of the store, however far that is ahead, and follows from there', () => {
	const { clock, notices, aheadMs } = setup();
	clock.beginAt(startMs - hourMs);
	expect(aheadMs()).toBe(0);
	clock.beginAt(startMs + hourMs);
	clock.follow(startMs + hourMs + 1_000);
	expect(aheadMs()).toBe(hourMs + 1_000);
	clock.follow(startMs + hourMs + 1_001);
	expect(notices).toEqual([hourMs + 1_001]);
});

test('what it reads before it begins is no reason for a notice', () => {
	const notices: number[] = [];
	const clock = createStoreClock(
		() => startMs,
		(byMs) => notices.push(byMs),
	);
	clock.follow(startMs + hourMs);
	clock.beginAt(startMs + hourMs);
	expect([clock.now(), notices]).toEqual([startMs + hourMs, []]);
});
