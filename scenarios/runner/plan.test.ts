import { expect, test } from 'vitest';
import { stories } from '../stories.ts';
import type { RunOptions } from './plan.ts';
import { planRun } from './plan.ts';

function problemsOf(options: Partial<RunOptions>): string[] {
	const usual = { names: [], tags: [], seed: 1, jobs: 1, repeat: 1, bail: false, command: 'test' };
	return planRun(stories, { ...usual, ...options }).problems;
}

test('a plain run has no problems', () => {
	expect(problemsOf({})).toEqual([]);
	expect(problemsOf({ target: 'https://host.example/base' })).toEqual([]);
});

test('every problem is told at once', () => {
	const problems = problemsOf({
		names: ['nope'],
		target: 'ftp://x',
		seed: 0.5,
		jobs: 0,
		repeat: -1,
	});
	expect(problems).toHaveLength(5);
});

test('a target with credentials or a query is refused', () => {
	expect(problemsOf({ target: 'http://me:secret@host.example' })[0]).toMatch(/credentials/);
	expect(problemsOf({ target: 'http://me:secret@host.example' })[0]).not.toMatch(/secret/);
	expect(problemsOf({ target: 'http://host.example/?a=1' })[0]).toMatch(/end with the path/);
});
