import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && name !== 'run.ts')
	.map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }));

test('there are files for k6 to run', () => {
	expect(files.map(({ name }) => name)).toContain('main.ts');
});

test.each(files)('$name uses nothing that hangs k6', ({ text }) => {
	expect(text).not.toMatch(/\bfor await\b|^\s*@\w|\b(await )?using \w+ =|\baccessor \w|\bwith \{/m);
});

test.each(files)('$name uses no global that k6 lacks', ({ text }) => {
	const absent =
		/\b(URL|URLSearchParams|structuredClone|fetch|Intl|performance|process|Buffer)[.(]/;
	expect(text).not.toMatch(absent);
	expect(text).not.toMatch(/Object\.groupBy|Promise\.withResolvers|Array\.fromAsync|\bimport\(/);
});

test.each(files)(
	'$name imports values only from k6, its folder and what imports nothing',
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
