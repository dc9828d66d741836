import { expect, test } from 'vitest';
import { isWorkspaceName } from './workspace-name.ts';

test.each(['4929420573595709', '4929-4205-7359-5709', '378282246310005', '3782-822463-10005'])(
	'%s is a card number, and no name',
	(name) => expect(isWorkspaceName(name)).toBe(false),
);

test('names with dates, times and counters are no card numbers', () => {
	const starts = ['20261123180203', '1795543323123', 'bank-approved-40392970-2-20261123t180203'];
	for (const start of starts) {
		// One in ten numbers passes the check digit.
		for (let n = 0; n < 100; n += 1) expect(isWorkspaceName(`${start}${n}`)).toBe(true);
	}
});

test.each([
	'10071bc9-8598-4ce1-b950-600565645097',
	'test-4929420573595709',
	'22345678901-1-4',
	'31-11-2026-180206',
])('%s, a name that is unique in each run, is allowed', (name) =>
	expect(isWorkspaceName(name)).toBe(true),
);
