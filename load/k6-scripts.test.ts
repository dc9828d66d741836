import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AnyStory } from '../scenarios/scenario.ts';
import { flowStories, stories } from './stories.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));
const files = readdirSync(folder)
	.filter((name) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'run.ts')
	.map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }));

test('the k6 scripts are found', () => {
	expect(files.map(({ name }) => name)).toContain('main.ts');
});

test.each(files)('$name has no syntax that hangs k6', ({ text }) => {
	expect(text).not.toMatch(/\bfor await\b|^\s*@\w|\b(await )?using \w+ =|\baccessor \w|\bwith \{/m);
});

test.each(files)('$name uses no global that k6 lacks', ({ text }) => {
	const absent =
		/\b(URL|URLSearchParams|structuredClone|fetch|Intl|performance|process|Buffer)[.(]/;
	expect(text).not.toMatch(absent);
	expect(text).not.toMatch(/Object\.groupBy|Promise\.withResolvers|Array\.fromAsync|\bimport\(/);
});

test.each(files)(
	'$name imports values only from k6, its folder and files without imports',
	({ text }) => {
		const values = [...text.matchAll(/^import (?!type\b)[^;]*? from '([^']+)'/gm)].map(
			([, from]) => from ?? '',
		);
		const allowed =
			/^(k6(\/.*)?|\.\/[a-z0-9-]+\.ts|\.\.\/scenarios\/((card|bank|edge)\/[a-z0-9-]+|unexpected-response)\.ts|\.\.\/simulator\/contract\/(routes|test-values)\.ts)$/;
		for (const from of values) expect(from).toMatch(allowed);
	},
);

test('the descriptions that Node and k6 share import nothing', () => {
	const shared = readFileSync(`${folder}../scenarios/unexpected-response.ts`, 'utf8');
	expect(shared).not.toMatch(/^import |^export .* from /m);
});

const scenarios = new URL('../scenarios/', import.meta.url);
const folders = ['card', 'bank', 'edge'];

function storyFiles(): string[] {
	return readdirSync(fileURLToPath(scenarios), { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => folders.includes(path.split('/')[0] ?? ''))
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

const isStory = (value: unknown): value is AnyStory =>
	typeof value === 'object' && value !== null && 'needs' in value && 'run' in value;

test('k6 runs exactly the stories under scenarios/ that need no control', async () => {
	const modules = await Promise.all(
		storyFiles().map(
			(path): Promise<Record<string, unknown>> => import(new URL(path, scenarios).href),
		),
	);
	const portable = modules
		.flatMap((exports) => Object.values(exports))
		.filter(isStory)
		.filter(({ needs }) => needs !== 'control');
	expect(stories.map(({ name }) => name).sort()).toEqual(portable.map(({ name }) => name).sort());
	expect(portable.length).toBeGreaterThan(0);
});

test('every flow of a mix is a story that runs against any host', () => {
	for (const name of Object.values(flowStories)) {
		expect(stories.find((story) => story.name === name)?.needs).toBe('calls');
	}
});
