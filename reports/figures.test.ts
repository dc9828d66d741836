import { expect, test } from 'vitest';
import {
	formatDuration,
	formatMs,
	formatShare,
	formatTime,
	formatValue,
	missingFigure,
	pluralize,
} from './figures.ts';

test('a small share is never shown as 0 %', () => {
	expect(formatShare(0.0004)).toBe('0.04 %');
	expect(formatShare(0)).toBe('0 %');
	expect(formatShare(0.123)).toBe('12.3 %');
});

test('a duration has the unit that fits it', () => {
	expect(formatDuration(850)).toBe('850 ms');
	expect(formatDuration(12_340)).toBe('12.3 s');
	expect(formatDuration(330_000)).toBe('5 min 30 s');
	expect(formatDuration(7_500_000)).toBe('2 h 5 min');
});

test('an unmeasured value is a dash', () => {
	expect(formatMs(null)).toBe(missingFigure);
	expect(formatMs(Number.NaN)).toBe(missingFigure);
	expect(formatValue(null, 'ratio')).toBe(missingFigure);
});

test('a time is shown in UTC without milliseconds', () => {
	expect(formatTime('2026-11-14T09:30:12.123Z')).toBe('2026-11-14 09:30:12 UTC');
	expect(formatTime('yesterday')).toBe('yesterday');
});

test('a noun agrees with its count', () => {
	expect(pluralize(1, 'flow')).toBe('1 flow');
	expect(pluralize(2400, 'flow')).toBe('2,400 flows');
});
