import { expect, test } from 'vitest';
import { fetchFailure } from './fetch-failure.ts';

const coded = Object.assign(new Error(''), { code: 'ECONNREFUSED' });

test.each([
	[
		new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
		'connect ECONNREFUSED',
	],
	[new TypeError('fetch failed', { cause: coded }), 'ECONNREFUSED'],
	[new TypeError('Invalid URL'), 'Invalid URL'],
	['thrown text', 'thrown text'],
])('%s is told as "%s"', (error, told) => {
	expect(fetchFailure(error)).toBe(told);
});
