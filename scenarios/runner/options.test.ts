import { expect, test } from 'vitest';
import { stories } from '../stories.ts';
import type { ScenarioOptions } from './options.ts';
import { listStories, optionProblems, selectStories } from './options.ts';

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

function select(names: string[], tags: string[] = []) {
	const { stories: selected, problems } = selectStories(stories, { names, tags });
	return { names: selected.map(({ name }) => name), problems };
}

test('no names and no tags select every story', () => {
	expect(select([]).names).toEqual(stories.map(({ name }) => name));
});

test('a name selects one story, a prefix selects several', () => {
	expect(select(['card/approved']).names).toEqual(['card/approved']);
	expect(select(['card']).names.length).toBeGreaterThan(1);
	expect(select(['bank/']).names.every((name) => name.startsWith('bank/'))).toBe(true);
});

test('a tag narrows the selection by name', () => {
	expect(select(['card'], ['load']).names).toEqual(['card/redirected']);
});

test('an unknown name and an unknown tag are reported together, with the known ones', () => {
	const { problems } = select(['cart'], ['lod']);
	expect(problems).toHaveLength(2);
	expect(problems[0]).toMatch(/^No scenario is called "cart"\. Known are card\/redirected, /);
	expect(problems[1]).toMatch(/^No scenario has the tag "lod"\. Known are card, /);
});

test('names and tags without a common story are a problem, not an empty run', () => {
	expect(select(['card/approved'], ['load']).problems).toEqual([
		'No scenario called card/approved has the tag load.',
	]);
});

test('the list shows name, needs, tags and title in columns', () => {
	const rows = listStories(stories).trimEnd().split('\n');
	expect(rows).toHaveLength(stories.length);
	expect(rows[0]).toMatch(/^card\/redirected +calls {4}card,load +\S/);
	const starts = rows.map((row, index) => row.indexOf(` ${stories[index]?.title}`));
	expect(new Set(starts).size).toBe(1);
});
