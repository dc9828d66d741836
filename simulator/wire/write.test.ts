import { expect, test } from 'vitest';
import { formatMs } from './write.ts';

test.each([
	[0, '0.00'],
	[0.004, '0.00'],
	[0.05, '0.05'],
	[0.996, '1.00'],
	[9.999, '10.00'],
	[50.1, '50.10'],
	[86_400_000.25, '86400000.25'],
])('%d milliseconds are written as %s', (ms, text) => {
	expect(formatMs(ms)).toBe(text);
});
