import { expect, test } from 'vitest';
import { maxSeed } from '../../simulator/contract/seed.ts';
import { serveOptionsSchema } from '../../simulator/settings/serve-options.ts';
import { CannotRunError, describeRunFailure, seedProblems, UsageError } from './errors.ts';

test.each([0, 1, maxSeed, -1, 0.5, maxSeed + 1, 5_000_000_000, 2 ** 53])(
	'the seed %s is accepted or rejected as by serve',
	(seed) => {
		expect(seedProblems(seed).length === 0).toBe(serveOptionsSchema.safeParse({ seed }).success);
	},
);

test('a seed that is not a number is rejected with the option, the rule and a fix', () => {
	expect(seedProblems(Number.NaN)).toEqual([
		'--seed must be a whole number from 0 to 4294967295. Give one such as 1.',
	]);
});

test('a run that could not take place has an exit code and a reason', () => {
	const { signal } = new AbortController();
	const error = new CannotRunError('target', 'It is gone.');
	expect(describeRunFailure(error, signal)).toEqual({
		exitCode: 3,
		rule: 'target',
		message: 'It is gone.',
	});
	expect(describeRunFailure('text', signal)).toEqual({ exitCode: 3, rule: 'run', message: 'text' });
	expect(describeRunFailure(error, AbortSignal.abort())).toEqual({
		exitCode: 130,
		rule: 'interrupted',
		message: 'Interrupted.',
	});
	expect(() => describeRunFailure(new UsageError(['x']), signal)).toThrow(UsageError);
});
