import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
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
			/^(k6(\/.*)?|\.\/[a-z0-9-]+\.ts|\.\.\/scenarios\/((card|bank)\/[a-z0-9-]+|stories|unexpected-response)\.ts|\.\.\/simulator\/contract\/(routes|test-values|placeholders|merge-headers)\.ts)$/;
		for (const from of values) expect(from).toMatch(allowed);
	},
);

test('the descriptions that Node and k6 share import nothing', () => {
	const shared = readFileSync(`${folder}../scenarios/unexpected-response.ts`, 'utf8');
	expect(shared).not.toMatch(/^import |^export .* from /m);
});

test('the list of stories imports stories only', () => {
	const list = readFileSync(`${folder}../scenarios/stories.ts`, 'utf8');
	const imported = [...list.matchAll(/^import (?!type\b)[^;]*? from '([^']+)'/gm)];
	expect(imported.length).toBeGreaterThan(0);
	for (const [, from] of imported) expect(from).toMatch(/^\.\/(card|bank|edge)\/[a-z0-9-]+\.ts$/);
});

test('every flow of a mix is a story that runs against any host', () => {
	for (const name of Object.values(flowStories)) {
		expect(stories.find((story) => story.name === name)?.needs).toBe('calls');
	}
});
