import { expect, test } from 'vitest';
import { describeNonJson, describeRedirect, isRedirect } from './unexpected-response.ts';

test.each([
	['text/html; charset=utf-8', false, 'not JSON, got text/html'],
	['application/json', false, 'not JSON, although its content type is application/json'],
	['application/json', true, 'not JSON, got an empty body'],
	[null, false, 'not JSON, and without a content type'],
])('a body of type %s (empty: %s) is described as "%s"', (type, isEmpty, description) => {
	expect(describeNonJson(type, isEmpty)).toBe(description);
});

test('a redirect is described with its location, without the query', () => {
	expect(describeRedirect(302, 'https://pay.example/login?token=secret#here')).toMatch(
		/^status 302 redirects to https:\/\/pay\.example\/login, and redirects are not followed: /,
	);
	expect(describeRedirect(301, undefined)).toMatch(/^status 301 redirects without a location, /);
	expect([200, 299, 300, 399, 400].map(isRedirect)).toEqual([false, false, true, true, false]);
});
