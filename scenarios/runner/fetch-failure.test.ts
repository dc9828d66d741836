import { expect, test } from 'vitest';
import { fetchFailure } from './fetch-failure.ts';

const named = (name: string) => Object.assign(new Error('words of the platform'), { name });
const coded = Object.assign(new Error(''), { code: 'ECONNREFUSED' });

test.each([
	[named('TimeoutError'), 'no answer within 10 s'],
	[named('AbortError'), 'interrupted'],
	[
		new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
		'connect ECONNREFUSED',
	],
	[new TypeError('fetch failed', { cause: coded }), 'ECONNREFUSED'],
	[new TypeError('Invalid URL'), 'Invalid URL'],
	['thrown text', 'thrown text'],
])('%s is told as "%s"', (error, told) => {
	expect(fetchFailure(error, 10_000)).toBe(told);
});
