import { expect, test } from 'vitest';
import { stories } from '../stories.ts';
import { listStories, selectStories } from './selection.ts';

function setup(names: string[], tags: string[] = []) {
	const { stories: chosen, problems } = selectStories(stories, { names, tags });
	return { names: chosen.map(({ name }) => name), problems };
}

test('no names and no tags select every story', () => {
	expect(setup([]).names).toEqual(stories.map(({ name }) => name));
});

test('a name selects one story, a prefix selects several', () => {
	expect(setup(['card/approved']).names).toEqual(['card/approved']);
	expect(setup(['card']).names.length).toBeGreaterThan(1);
	expect(setup(['bank/']).names.every((name) => name.startsWith('bank/'))).toBe(true);
});

test('a tag narrows the selection by name', () => {
	expect(setup(['card'], ['load']).names).toEqual(['card/redirected']);
});

test('an unknown name and an unknown tag are reported together, with the known ones', () => {
	const { problems } = setup(['cart'], ['lod']);
	expect(problems).toHaveLength(2);
	expect(problems[0]).toMatch(/^No scenario is called "cart"\. Known are card\/redirected, /);
	expect(problems[1]).toMatch(/^No scenario has the tag "lod"\. Known are card, /);
});

test('names and tags without a common story are a problem, not an empty run', () => {
	expect(setup(['card/approved'], ['load']).problems).toEqual([
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
