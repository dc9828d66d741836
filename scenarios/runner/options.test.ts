import { expect, test } from 'vitest';
import type { ScenarioOptions } from './options.ts';
import { optionProblems } from './options.ts';

function problemsOf(options: Partial<ScenarioOptions>): string[] {
	const defaults = {
		names: [],
		tags: [],
		seed: 1,
		jobs: 1,
		repeat: 1,
		bail: false,
		command: 'test',
	};
	return optionProblems({ ...defaults, ...options });
}

test('a plain run has no problems', () => {
	expect(problemsOf({})).toEqual([]);
	expect(problemsOf({ target: 'https://host.example/base' })).toEqual([]);
});

test('all problems are reported together', () => {
	const problems = problemsOf({
		target: 'ftp://x',
		seed: 0.5,
		jobs: 0,
		repeat: -1,
	});
	expect(problems).toHaveLength(4);
});

test('a target with credentials or a query is rejected', () => {
	expect(problemsOf({ target: 'http://me:secret@host.example' })[0]).toMatch(/credentials/);
	expect(problemsOf({ target: 'http://me:secret@host.example' })[0]).not.toMatch(/secret/);
	expect(problemsOf({ target: 'http://host.example/?a=1' })[0]).toMatch(/end with the path/);
});
