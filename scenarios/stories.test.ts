import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stories } from './stories.ts';

/** Every folder holds stories, except those of the runner. */
function storyFiles(): string[] {
	const here = new URL('.', import.meta.url);
	return readdirSync(here, { withFileTypes: true })
		.filter(
			(entry) => entry.isDirectory() && !['harness', 'recording', 'runner'].includes(entry.name),
		)
		.flatMap(({ name }) => readdirSync(new URL(`${name}/`, here)).map((file) => `${name}/${file}`))
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => file.slice(0, -'.ts'.length));
}

test('the list has every story file, under the name of its file', () => {
	expect(stories.map(({ name }) => name).sort()).toEqual(storyFiles().sort());
});

test('a story has the name of its folder as a tag', () => {
	for (const { name, tags } of stories) expect(tags, name).toContain(name.split('/')[0]);
});
