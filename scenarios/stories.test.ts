import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { merchantStories } from './merchant-stories.ts';
import { stories } from './stories.ts';

const all = [...stories, ...merchantStories];
const elsewhere = [
	'harness',
	'runner',
	'recording',
	'merchant-mode',
	'example-merchant',
	'example-stories',
];

/** Every folder holds stories, except those of the runner and the examples. */
function storyFiles(): string[] {
	const here = new URL('.', import.meta.url);
	return readdirSync(here, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !elsewhere.includes(entry.name))
		.flatMap(({ name }) => readdirSync(new URL(`${name}/`, here)).map((file) => `${name}/${file}`))
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => file.slice(0, -'.ts'.length));
}

test('the list has every story file, under the name of its file', () => {
	expect(all.map(({ name }) => name).sort()).toEqual(storyFiles().sort());
});

test('a story has the name of its folder as a tag', () => {
	for (const { name, tags } of all) expect(tags, name).toContain(name.split('/')[0]);
});

test('a merchant story says what a failure costs and what to do, in a line each', () => {
	for (const { name, cost, advice } of merchantStories) {
		expect(cost, name).toMatch(/^[A-Z].{10,110}\.$/);
		expect(advice, name).toMatch(/^[A-Z].{10,110}\.$/);
	}
});
