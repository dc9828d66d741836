/** Part of `npm run check`: reports each import that import-rules.ts does not allow. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import type { ImportRule } from '../import-rules.ts';
import { importRules, isTest } from '../import-rules.ts';

interface Import {
	line: number;
	/** A path from the top of the project, a package or a Node module. */
	to: string;
	isType: boolean;
}

type Rules = Readonly<Record<string, ImportRule>>;

/** Static and dynamic imports, re-exports and `import('…')` types of a file. */
export function importsOf(path: string, code: string): Import[] {
	const found: Import[] = [];
	const add = (source: unknown, start: number, isType: boolean) => {
		const { value } = (source ?? {}) as { value?: unknown };
		if (typeof value !== 'string') return;
		const to = value.startsWith('.') ? posix.join(posix.dirname(path), value) : value;
		found.push({ line: code.slice(0, start).split('\n').length, to, isType });
	};
	const { program, errors } = parseSync(path, code);
	if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
	new Visitor({
		ImportDeclaration: (node) => add(node.source, node.start, node.importKind === 'type'),
		ExportNamedDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
		ExportAllDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
		ImportExpression: (node) => add(node.source, node.start, false),
		TSImportType: (node) => add(node.source, node.start, true),
	}).visit(program);
	return found;
}

function matches(pattern: string, path: string): boolean {
	if (pattern.endsWith('/**')) return path.startsWith(pattern.slice(0, -2));
	if (pattern.endsWith('/*')) return posix.dirname(path) === pattern.slice(0, -2);
	return path === pattern;
}

function isWithin(allowed: string, to: string): boolean {
	if (allowed.endsWith('*')) return to.startsWith(allowed.slice(0, -1));
	return to === allowed || to.startsWith(`${allowed}/`);
}

function problemOf(pattern: string, { imports }: ImportRule, { to, isType }: Import) {
	if (isTest(to)) return 'Move what it needs out of the tests.';
	if (matches(pattern, to) || imports.some((allowed) => isWithin(allowed, to))) return null;
	if (!imports.some((allowed) => isWithin(allowed, `type ${to}`))) {
		return `Move the code, or change the line '${pattern}' of import-rules.ts.`;
	}
	return isType ? null : "Only types are allowed: use 'import type', or move the code.";
}

/** One line for each import that the rules do not allow, and for each file without a rule. */
export function forbiddenImports(files: ReadonlyMap<string, string>, rules: Rules = importRules) {
	return [...files].flatMap(([path, code]) => {
		if (isTest(path)) return [];
		const [pattern, rule] = Object.entries(rules).find(([key]) => matches(key, path)) ?? [];
		if (!pattern || !rule) return [`${path}: no line of import-rules.ts matches it: add one.`];
		return importsOf(path, code).flatMap((imported) => {
			const problem = problemOf(pattern, rule, imported);
			return problem === null
				? []
				: [`${path}:${imported.line}: imports ${imported.to}. ${rule.why} ${problem}`];
		});
	});
}

/** Patterns that match no file. */
export function unusedRules(files: ReadonlyMap<string, string>, rules: Rules = importRules) {
	const paths = [...files.keys()].filter((path) => !isTest(path));
	return Object.keys(rules)
		.filter((pattern) => !paths.some((path) => matches(pattern, path)))
		.map((pattern) => `import-rules.ts: no file matches '${pattern}': remove the line.`);
}

/** The project's code, by path. */
export function projectFiles(): Map<string, string> {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
	const listed = execFileSync('git', args, { encoding: 'utf8' }).split('\n');
	const paths = listed.filter((path) => /\.(ts|js|mjs)$/.test(path) && existsSync(path));
	return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const files = projectFiles();
	const lines = [...forbiddenImports(files), ...unusedRules(files)];
	for (const line of lines) console.error(line);
	process.exitCode = lines.length === 0 ? 0 : 1;
}
