import { expect, test } from 'vitest';
import { stories } from '../stories.ts';
import type { ScenarioOptions } from './options.ts';
import { optionProblems } from './options.ts';
import { listStories, selectStories } from './selection.ts';

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
	const owned = { permission: true, allowHosts: ['host.example'] };
	expect(problemsOf({ target: 'https://host.example/base', ...owned })).toEqual([]);
});

test('all problems are reported together', () => {
	const problems = problemsOf({
		target: 'ftp://127.0.0.1',
		seed: 0.5,
		jobs: 0,
		repeat: -1,
	});
	expect(problems).toHaveLength(4);
});

test('a host that is not loopback needs permission and its name', () => {
	const target = 'https://host.example/base';
	expect(problemsOf({ target })).toEqual([
		expect.stringMatching(/add --i-have-permission\.$/),
		expect.stringMatching(/Add --allow-host host\.example /),
	]);
});

test('a header that is none is reported without its value', () => {
	expect(problemsOf({ headers: ['Authorization: Bearer abc', 'secret words'] })).toEqual([
		expect.stringMatching(/^--header must be a name, a colon and a value/),
	]);
});

test('a target with credentials or a query is rejected', () => {
	expect(problemsOf({ target: 'http://me:secret@127.0.0.1' })[0]).toMatch(/credentials/);
	expect(problemsOf({ target: 'http://me:secret@127.0.0.1' })[0]).not.toMatch(/secret/);
	expect(problemsOf({ target: 'http://127.0.0.1/?a=1' })[0]).toMatch(/end with the path/);
});

function select(names: string[], tags: string[] = []) {
	const { stories: selected, problems } = selectStories(stories, { names, tags, seed: 1 });
	return { names: selected.map(({ name }) => name), problems };
}

test('an empty name selects no story', () => {
	expect(select([''])).toEqual({
		names: [],
		problems: [expect.stringContaining('No scenario is called "".')],
	});
});

test('no names and no tags select every story', () => {
	expect(select([]).names).toEqual(stories.map(({ name }) => name));
});

test('a name selects one story, a prefix selects several', () => {
	expect(select(['card/declined']).names).toEqual(['card/declined']);
	expect(select(['card/declined-']).names.length).toBeGreaterThan(1);
	expect(select(['card']).names.length).toBeGreaterThan(1);
	expect(select(['bank/']).names.every((name) => name.startsWith('bank/'))).toBe(true);
});

test('a tag narrows the selection by name', () => {
	expect(select(['card'], ['load']).names).toEqual(['card/redirected']);
});

test('a glob fits whole names', () => {
	const { names } = select(['*challenge*']);
	expect(names).toContain('card/challenge-passed');
	expect(names.every((name) => name.includes('challenge'))).toBe(true);
	expect(select(['challenge*']).problems).toHaveLength(1);
});

test('own stories run without being named, and beside named ones', () => {
	const [own, ...rest] = stories;
	if (!own) throw new Error('There are no stories.');
	const selected = (names: string[]) =>
		selectStories(stories, { names, tags: [], seed: 1 }, new Set([own])).stories;
	expect(selected([])).toEqual([own]);
	expect(selected(['bank/approved'])).toEqual([
		own,
		...rest.filter(({ name }) => name === 'bank/approved'),
	]);
});

test('the parts of --shard hold every story once', () => {
	const parts = [1, 2, 3, 4].flatMap(
		(part) => selectStories(stories, { names: [], tags: [], seed: 1, shard: `${part}/4` }).stories,
	);
	expect(new Set(parts)).toEqual(new Set(stories));
	expect(parts).toHaveLength(stories.length);
});

test.each(['0/4', '5/4', '1', 'a/b', '1/0'])('--shard %s is refused', (shard) => {
	const { problems } = selectStories(stories, { names: [], tags: [], seed: 1, shard });
	expect(problems).toEqual([
		`--shard ${shard} must be a part and the number of parts, such as 1/4.`,
	]);
});

test('a shard without a story is a problem, not an empty run', () => {
	const { problems } = selectStories(stories, {
		names: ['card/approved'],
		tags: [],
		seed: 1,
		shard: '2/2',
	});
	expect(problems).toEqual(['--shard 2/2 has no story: only 1 are selected.']);
});

test('the seed decides the order of --shuffle', () => {
	const order = (seed: number) =>
		selectStories(stories, { names: [], tags: [], seed, shuffle: true }).stories;
	expect(order(7)).toEqual(order(7));
	expect(order(7)).not.toEqual(order(8));
	expect(new Set(order(7))).toEqual(new Set(stories));
});

test('an unknown name and an unknown tag are reported together, with the known ones', () => {
	const { problems } = select(['nope'], ['lod']);
	expect(problems).toHaveLength(2);
	expect(problems[0]).toMatch(
		/^No scenario is called "nope"\. Known are card\/…, bank\/….*; --list shows all\.$/,
	);
	expect(problems[1]).toMatch(/^No scenario has the tag "lod"\. Known are card, /);
});

test.each([
	['declined-cvv', 'card/declined-cvv'],
	['card/aproved', 'card/approved'],
	['cart', 'card'],
	['aproved', 'card/approved or bank/approved'],
	['approved', 'card/approved or bank/approved'],
])('a name like that of a story is reported with it: %s', (wanted, meant) => {
	const { problems } = select([wanted], []);
	expect(problems).toEqual([`No scenario is called "${wanted}". Did you mean ${meant}?`]);
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
