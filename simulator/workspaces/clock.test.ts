import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClockChange, ClockRecord } from '../contract/clock.ts';
import { endOfTime } from '../contract/clock.ts';
import {
	advanceClock,
	changeClock,
	manualStart,
	parseClockMode,
	readClock,
	startClock,
	viewClock,
	wallMsUntil,
} from './clock.ts';

const wall = Date.parse('2026-06-01T12:00:00.000Z');
const manual = Date.parse(manualStart);

function setup(mode: string, now: string | null = null): ClockRecord {
	return startClock({ ...parseClockMode(mode), now }, wall);
}

test.each([
	['real', { mode: 'real', scale: 1 }],
	['manual', { mode: 'manual', scale: 1 }],
	['scaled:60', { mode: 'scaled', scale: 60 }],
	['scaled:0.5', { mode: 'scaled', scale: 0.5 }],
])('%s is read as a mode and a scale', (text, expected) => {
	expect(parseClockMode(text)).toEqual(expected);
});

test.each([
	['real', wall, wall + 1_000],
	['scaled:60', wall, wall + 60_000],
	['manual', manual, manual],
])('a clock in the mode %s starts and runs at its own pace', (mode, first, second) => {
	expect(readClock(setup(mode), wall)).toBe(first);
	expect(readClock(setup(mode), wall + 1_000)).toBe(second);
});

test('a manual clock starts at the beginning of 2027, or at a given time', () => {
	expect(manualStart).toBe('2027-01-01T00:00:00.000Z');
	const clock = setup('manual', '2030-05-05T10:00:00+02:00');
	expect(viewClock(clock, wall).now).toBe('2030-05-05T08:00:00.000Z');
});

test('a real clock can start at a given time and runs from there', () => {
	const clock = setup('real', '2030-01-01T00:00:00Z');
	expect(viewClock(clock, wall + 5).now).toBe('2030-01-01T00:00:00.005Z');
});

test.each(['real', 'scaled:60', 'manual'])(
	'an advance moves a %s clock by its duration',
	(mode) => {
		const clock = setup(mode);
		const before = readClock(clock, wall + 100);
		const moved = advanceClock(clock, 90_000, wall + 100);
		expect(readClock(moved, wall + 100)).toBe(before + 90_000);
		expect(moved.mode).toBe(clock.mode);
	},
);

test('a change from manual to real keeps the time', () => {
	const moved = advanceClock(setup('manual'), 5_000, wall);
	const real = changeClock(moved, { mode: 'real' }, wall + 700) as ClockRecord;
	expect(readClock(real, wall + 700)).toBe(manual + 5_000);
	expect(readClock(real, wall + 701)).toBe(manual + 5_001);
});

test('a scale without a mode makes the clock scaled, and another mode removes the scale', () => {
	const scaled = changeClock(setup('real'), { scale: 10 }, wall) as ClockRecord;
	expect(viewClock(scaled, wall)).toMatchObject({ mode: 'scaled', scale: 10 });
	const real = changeClock(scaled, { mode: 'real' }, wall) as ClockRecord;
	expect(viewClock(real, wall)).toMatchObject({ mode: 'real', scale: 1 });
	const frozen = changeClock(scaled, { mode: 'manual' }, wall + 1_000) as ClockRecord;
	expect(viewClock(frozen, wall + 9_000)).toMatchObject({ mode: 'manual', scale: 0 });
	expect(readClock(frozen, wall + 9_000)).toBe(wall + 10_000);
});

test('the clock cannot be set to an earlier time, but to its present time', () => {
	const clock = setup('manual');
	expect(changeClock(clock, { now: '2026-12-31T23:59:59.999Z' }, wall)).toBeNull();
	expect(changeClock(clock, { now: manualStart }, wall)).not.toBeNull();
	const forward = changeClock(clock, { now: '2027-01-02T00:00:00Z' }, wall) as ClockRecord;
	expect(readClock(forward, wall)).toBe(manual + 86_400_000);
});

test('when the wall clock is set back, a clock shows no time before its anchor', () => {
	expect(readClock(setup('scaled:60'), wall - 10_000)).toBe(wall);
});

test.each([
	['real', 60_000],
	['scaled:60', 1_000],
	['manual', null],
])('one minute on a %s clock takes %j ms of wall time', (mode, expected) => {
	const clock = setup(mode);
	expect(wallMsUntil(clock, readClock(clock, wall) + 60_000, wall)).toBe(expected);
});

test('for a time in the past, the wait is 0', () => {
	expect(wallMsUntil(setup('real'), wall - 1, wall)).toBe(0);
});

test('no wall time leads to a time after the end of all clocks', () => {
	const clock = setup('scaled:1000000', endOfTime);
	expect(wallMsUntil(clock, Date.parse(endOfTime), wall)).toBe(0);
	expect(wallMsUntil(clock, Date.parse(endOfTime) + 1, wall)).toBeNull();
});

test('no clock passes the last time that an ISO date can express', () => {
	let clock = setup('manual');
	for (let round = 0; round < 100; round += 1)
		clock = advanceClock(clock, 36_500 * 86_400_000, wall);
	expect(viewClock(clock, wall).now).toBe(endOfTime);
	const scaled = setup('scaled:999999');
	expect(viewClock(scaled, wall + 365 * 86_400_000).now).toBe(endOfTime);
});

const change = fc.oneof(
	fc.record({ advance: fc.nat(1_000_000) }),
	fc.record(
		{
			mode: fc.constantFrom('real', 'scaled', 'manual'),
			scale: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
			now: fc
				.date({ min: new Date(wall), max: new Date(manual), noInvalidDate: true })
				.map((date) => date.toISOString()),
		},
		{ requiredKeys: [] },
	),
);

test('after any changes, a clock never goes back, and its time is in whole milliseconds', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(change, fc.nat(10_000))), (steps) => {
			let clock = setup('real');
			let wallMs = wall;
			let last = wall;
			for (const [asked, passed] of steps) {
				wallMs += passed;
				const before = readClock(clock, wallMs);
				const changed =
					'advance' in asked
						? advanceClock(clock, asked.advance, wallMs)
						: changeClock(clock, asked as ClockChange, wallMs);
				clock = changed ?? clock;
				const now = readClock(clock, wallMs);
				expect(Number.isInteger(now)).toBe(true);
				expect(before).toBeGreaterThanOrEqual(last);
				expect(now).toBeGreaterThanOrEqual(before);
				last = now;
			}
		}),
	);
});
