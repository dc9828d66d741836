import { expect, test } from 'vitest';
import { preferredType } from './accept.ts';

test.each<[string | undefined, string]>([
	[undefined, 'text/plain'],
	['', 'text/plain'],
	['*/*', 'text/plain'],
	['image/png', 'text/plain'],
	['text/html', 'text/html'],
	['TEXT/HTML', 'text/html'],
	['text/html, text/plain', 'text/html'],
	['text/plain, text/html', 'text/plain'],
	['text/plain;q=0.5, text/html', 'text/html'],
	['text/html; q=0.5, text/plain', 'text/plain'],
	['text/html;level=1;q=0.9, */*;q=0.8', 'text/html'],
	['text/*, text/html;q=0.1', 'text/plain'],
	['text/*;q=0.5, text/html', 'text/html'],
	['*/*, text/html', 'text/html'],
	['text/html;q=0, */*', 'text/plain'],
	['text/plain;q=0', 'text/plain'],
	['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
])('Accept: %s prefers %s', (accept, type) => {
	expect(preferredType(accept, ['text/plain', 'text/html'])).toBe(type);
});
