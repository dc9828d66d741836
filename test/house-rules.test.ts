import { expect, test } from 'vitest';
import { lint } from './support/lint.ts';

/** Forbidden code: what it is, the folder it is planted in, the code, and the rule that reports it. */
const forbidden: readonly (readonly [string, string, string, string])[] = [
	['the time of day', 'simulator/domain', 'export const now = Date.now();', 'plugin'],
	['a reference to the clock', 'simulator/wire', 'export const clock = Date.now;', 'plugin'],
	['a date of today', 'simulator/service', 'export const today = new Date();', 'plugin'],
	['a timer', 'simulator/delays', 'export const wait = () => setTimeout(() => {}, 1);', 'plugin'],
	[
		'a renamed timer',
		'simulator/state',
		"import { setTimeout as pause } from 'node:timers/promises';\nexport const wait = () => pause(1);",
		'plugin',
	],
	['a random number', 'simulator/customers', 'export const luck = Math.random();', 'plugin'],
	['a random id', 'simulator/actions', 'export const id = crypto.randomUUID();', 'plugin'],
	[
		'the environment',
		'simulator/settings',
		'export const port = process.env.PORT;',
		'lint/style/noProcessEnv',
	],
	['console output', 'simulator/wire', "console.log('x');", 'lint/suspicious/noConsole'],
	[
		'an import without a file extension',
		'simulator/domain',
		"import { a } from './neighbour';\nexport const b = a;",
		'lint/correctness/useImportExtensions',
	],
	[
		'a type imported as a value',
		'reports',
		"import { A } from './neighbour.ts';\nexport const b = (a: A): A => a;",
		'lint/style/useImportType',
	],
	['a default export', 'scenarios/card', 'export default 1;', 'lint/style/noDefaultExport'],
	['an enum', 'simulator/domain', 'export enum State {\n\tOpen,\n}', 'lint/style/noEnum'],
	['a barrel', 'reports', "export { a } from './neighbour.ts';", 'lint/performance/noBarrelFile'],
	[
		'any',
		'load/runner',
		'export const read = (text: any) => text;',
		'lint/suspicious/noExplicitAny',
	],
	[
		'a promise without await',
		'scenarios/runner',
		'async function go(): Promise<void> {}\nexport const start = () => {\n\tgo();\n};',
		'lint/nursery/noFloatingPromises',
	],
];

const planted = forbidden.map(([what, place, code, rule], index) => {
	return { what, place, rule, path: `${place}/planted-${index}.ts`, code: `${code}\n` };
});

/** The same code in files where it is allowed. */
const clean = {
	'simulator/runtime/time.ts': 'export const now = (): number => Date.now();\n',
	// The rule on file extensions looks for the imported file.
	'simulator/domain/neighbour.ts': 'export const a = 1;\n',
	'simulator/domain/dates.ts': 'export const start = new Date(0);\n',
	'cli.ts': 'export const { env } = process;\nexport const home = process.env.HOME;\n',
	'vitest.config.ts': 'export default {};\n',
};

const found = lint({
	...Object.fromEntries(planted.map(({ path, code }) => [path, code])),
	...clean,
	'simulator/state/one.ts': "import { two } from './two.ts';\nexport const one = () => two;\n",
	'simulator/state/two.ts': "import { one } from './one.ts';\nexport const two = () => one;\n",
	'simulator/state/CamelCase.ts': 'export const a = 1;\n',
});
const about = (path: string) => found.filter((finding) => finding.path === path);

test.each(planted)('lint reports $what in $place', ({ path, rule }) => {
	expect(about(path)).toContainEqual(expect.objectContaining({ rule }));
});

test('lint reports an import cycle', () => {
	for (const name of ['one', 'two']) {
		expect(about(`simulator/state/${name}.ts`)).toContainEqual(
			expect.objectContaining({ rule: 'lint/suspicious/noImportCycles', severity: 'error' }),
		);
	}
});

test('lint reports a file name that is not kebab-case', () => {
	expect(about('simulator/state/CamelCase.ts')).toContainEqual(
		expect.objectContaining({ rule: 'lint/style/useFilenamingConvention' }),
	);
});

test.each(Object.keys(clean))('lint allows the code in %s', (path) => {
	expect(about(path)).toEqual([]);
});
