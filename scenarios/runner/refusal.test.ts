import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';

test('a problem answer becomes its detail and its fix', () => {
	const problem = {
		type: 'about:blank',
		code: 'invalid_body',
		detail: 'must be a UUID',
		param: 'sessionId',
		fix: 'Send the sessionId of the first call.',
	};
	expect(refusalOf(400, JSON.stringify(problem))).toBe(
		'400 invalid_body: must be a UUID (sessionId)\nFix: Send the sessionId of the first call.',
	);
});

test('the answer of a host that knows no problem answers is shown as it is, shortened', () => {
	expect(refusalOf(502, '<h1>Bad\n gateway</h1>')).toBe('502, with the body <h1>Bad gateway</h1>');
	expect(refusalOf(500, 'x'.repeat(300))).toBe(`500, with the body ${'x'.repeat(200)}…`);
	expect(refusalOf(503, '')).toBe('503, no body');
});

test('a code of a host of its own does not hide its message', () => {
	expect(refusalOf(422, '{"code":"their_code","detail":"Not today."}')).toContain('Not today.');
});
