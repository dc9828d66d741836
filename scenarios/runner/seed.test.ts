import { expect, test } from 'vitest';
import { highestSeed } from '../../simulator/contract/seed.ts';
import { serveOptionsSchema } from '../../simulator/settings/serve-options.ts';
import { seedProblem } from './seed.ts';

test.each([0, 1, highestSeed, -1, 0.5, highestSeed + 1, 5_000_000_000, 2 ** 53])(
	'the seed %s is taken or refused as serve does it',
	(seed) => {
		expect(seedProblem(seed) === undefined).toBe(serveOptionsSchema.safeParse({ seed }).success);
	},
);

test('what is no number at all is refused with the field, the rule and a fix', () => {
	expect(seedProblem(Number.NaN)).toEqual({
		field: '--seed',
		rule: 'must be a whole number from 0 to 4294967295.',
		fix: 'Give one such as 1.',
	});
});
