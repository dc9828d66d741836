import { expect, test } from 'vitest';
import { isRedirect, notJsonWords, redirectWords } from './answer-words.ts';

test.each([
	['text/html; charset=utf-8', false, 'not JSON, got text/html'],
	['application/json', false, 'not JSON, although it is called application/json'],
	['application/json', true, 'not JSON, got an empty body'],
	[null, false, 'not JSON, and of no content type'],
])('a body of type %s (empty: %s) is told as "%s"', (type, isEmpty, told) => {
	expect(notJsonWords(type, isEmpty)).toBe(told);
});

test('a redirect says where it points, and keeps what may be a secret', () => {
	expect(redirectWords(302, 'https://pay.example/login?token=secret#here')).toMatch(
		/^status 302 redirects to https:\/\/pay\.example\/login, and redirects are not followed: /,
	);
	expect(redirectWords(301, undefined)).toMatch(/^status 301 redirects without saying where to, /);
	expect([200, 299, 300, 399, 400].map(isRedirect)).toEqual([false, false, true, true, false]);
});
