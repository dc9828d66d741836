import { expect, test } from 'vitest';
import { formatMilliseconds } from './durations.ts';

test('shows durations in the unit a person would choose', () => {
	expect([12.4, 999, 1_500, 59_949, 60_000, 125_000].map(formatMilliseconds)).toEqual([
		'12 ms',
		'999 ms',
		'1.5 s',
		'59.9 s',
		'1 min 0 s',
		'2 min 5 s',
	]);
});
