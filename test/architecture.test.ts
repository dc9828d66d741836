import { describe, expect, test } from 'vitest';
import { forbiddenImports, importsOf, projectFiles, unusedRules } from './check-imports.ts';

const check = (path: string, code: string) => forbiddenImports(new Map([[path, code]]));

test('the project follows import-rules.ts', () => {
	const files = projectFiles();
	expect(forbiddenImports(files)).toEqual([]);
	expect(unusedRules(files)).toEqual([]);
});

test('a line that matches no file is reported', () => {
	const rules = { 'simulator/gone/**': { why: '', imports: [] } };
	expect(unusedRules(new Map([['cli.ts', '']]), rules)).toEqual([
		"import-rules.ts: no file matches 'simulator/gone/**': remove the line.",
	]);
});

describe('an import that is not allowed is reported', () => {
	test.each([
		['of another folder', 'simulator/service/x.ts', '../cashier/cashier.ts'],
		['of a folder above', 'simulator/cashier/views/x.ts', '../../control/act.ts'],
		['of a client of the simulator', 'simulator/sandbox.ts', '../reports/verdict.ts'],
		['of another file', 'simulator/state/x.ts', '../runtime/time.ts'],
		['of a package', 'simulator/domain/x.ts', 'zod'],
		['of a Node module', 'simulator/contract/x.ts', 'node:fs'],
		['of any file', 'simulator/contract/routes.ts', './test-values.ts'],
		['of the sandbox', 'load/runner/x.ts', '../../simulator/sandbox.ts'],
		['of a package by k6', 'scenarios/card/x.ts', 'zod'],
		['of a subfolder', 'load/x.ts', './runner/lines.ts'],
		['of a test', 'simulator/state/x.ts', './x.test.ts'],
	])('%s: %s imports %s', (_, path, to) => {
		const lines = check(path, `/** Text. */\nimport { x } from '${to}';\n`);
		expect(lines).toEqual([expect.stringContaining(`${path}:2: imports `)]);
	});

	test('with the reason and the way out', () => {
		expect(check('simulator/domain/x.ts', "import { now } from '../runtime/time.ts';")).toEqual([
			'simulator/domain/x.ts:1: imports simulator/runtime/time.ts. ' +
				'The domain is pure: it imports itself, contract types, and the files of the contract that import nothing. ' +
				"Move the code, or change the line 'simulator/domain/**' of import-rules.ts.",
		]);
	});

	test('where only types are allowed', () => {
		const from = "from '../contract/control.ts';";
		expect(check('simulator/domain/x.ts', `import type { PaymentState } ${from}`)).toEqual([]);
		expect(check('simulator/domain/x.ts', `import { paymentStates } ${from}`)).toEqual([
			expect.stringContaining("Only types are allowed: use 'import type', or move the code."),
		]);
	});
});

test('a file in a new folder needs a line', () => {
	expect(check('simulator/ledger/x.ts', '')).toEqual([
		'simulator/ledger/x.ts: no line of import-rules.ts matches it: add one.',
	]);
});

test('a test may import everything', () => {
	expect(check('simulator/domain/x.test.ts', "import { x } from '../service/x.ts';")).toEqual([]);
});

test('every form of import is found, and text that looks like one is not', () => {
	const code = `import a from 'a';
import type { B } from 'b';
import './c.ts';
export { d } from '../d.ts';
export type { E } from 'e';
export * from 'f';
const g = await import('g');
type H = import('h').H;
const text = \`
import { i } from 'i';\`; // import 'j'
`;
	expect(importsOf('folder/x.ts', code)).toEqual([
		{ line: 1, to: 'a', isType: false },
		{ line: 2, to: 'b', isType: true },
		{ line: 3, to: 'folder/c.ts', isType: false },
		{ line: 4, to: 'd.ts', isType: false },
		{ line: 5, to: 'e', isType: true },
		{ line: 6, to: 'f', isType: false },
		{ line: 7, to: 'g', isType: false },
		{ line: 8, to: 'h', isType: true },
	]);
});
