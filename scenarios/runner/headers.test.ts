import { expect, test } from 'vitest';
import { hideValues } from './headers.ts';

const result = {
	name: 'card/approved-secret-of-a-test',
	transactionIds: ['secret-of-a-test-2'],
	steps: [{ name: 'step 2', detail: 'status 200', message: { from: 'merchant', to: 'service' } }],
	failure: {
		message: 'got secret-of-a-test',
		timeline: ['2026 secret-of-a-test'],
		actual: '"Bearer secret-of-a-test"',
	},
};

test('a short value is not hidden: it would be found in words and numbers', () => {
	expect(hideValues(result, { 'X-Api-Version': '2', 'X-Mode': 'step' })).toEqual(result);
});

test('a value is hidden in free text, and not in names and ids', () => {
	expect(hideValues(result, { Authorization: 'Bearer secret-of-a-test' })).toEqual({
		...result,
		failure: { message: 'got $TOKEN', timeline: ['2026 $TOKEN'], actual: '"$TOKEN"' },
	});
});
