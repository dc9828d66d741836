import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { problemCodes, problemSchema } from '../simulator/contract/problem.ts';
import {
	cashierAssetsPath,
	cashierPath,
	controlPaths,
	servicePaths,
} from '../simulator/contract/routes.ts';
import { httpErrors } from '../simulator/errors/http-errors.ts';
import { paymentErrors } from '../simulator/errors/payment-errors.ts';
import { send, startSandbox } from './support/sandbox.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folders = ['simulator', 'scenarios', 'load', 'reports', 'test'];

/** Files of the project, without the output of runs. */
function files(): string[] {
	const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
	const below = folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
			join(folder, path).replaceAll('\\', '/'),
		),
	);
	return [...top.map(({ name }) => name), ...below].filter(
		(path) => !path.startsWith('reports/out/'),
	);
}

const sources = files()
	.filter((path) => /\.(ts|css|js)$/.test(path))
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const product = sources.filter(({ path }) => !/\.test\.ts$|^test\//.test(path));

/** Files, without tests, whose text matches. */
const holders = (pattern: RegExp) =>
	product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** Tables and catalogues, which a split would only hide. */
const tables =
	/^cli\.ts$|^simulator\/(contract\/(gaps\/|control-operations)|errors\/|cashier\/messages\/|customers\/markets)/;

test('no file is longer than 300 lines, and no table longer than 400', () => {
	expect(sources.length).toBeGreaterThan(200);
	const long = sources
		.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
		.filter(({ path, lines }) => lines > (tables.test(path) ? 400 : 300));
	expect(long).toEqual([]);
});

/** The files of the contract that import nothing: the domain and k6 load them. */
const plain = [
	'currency-decimals.ts',
	'glob.ts',
	'json.ts',
	'redacted.ts',
	'routes.ts',
	'test-values.ts',
];

test('the domain imports itself, and of the contract types and files that import nothing', () => {
	const contract = '../contract/';
	const domain = product.filter(({ path }) => path.startsWith('simulator/domain/'));
	expect(domain.length).toBeGreaterThan(5);
	for (const { path, text } of domain) {
		for (const [line, kind, from = ''] of text.matchAll(
			/^import (type )?[^;]*? from '([^']+)'/gm,
		)) {
			const isType = kind !== undefined && from.startsWith(contract);
			const isPlain = plain.some((name) => from === contract + name);
			expect(from.startsWith('./') || isType || isPlain, `${path}: ${line}`).toBe(true);
		}
		expect(text, path).not.toMatch(/\bimport\(|\brequire\(/);
	}
});

test.each(plain)('contract/%s imports nothing', (name) => {
	const text = readFileSync(join(root, 'simulator/contract', name), 'utf8');
	expect(text).not.toMatch(/^import\b|\bimport\(|^export .* from /m);
});

test('the randomness of the simulator comes from one file', () => {
	expect(holders(/\bMath\.random\b/)).toEqual([]);
	const drawing = holders(/\brandomUUID\(|\brandomBytes\(/);
	expect(drawing.filter((path) => path.startsWith('simulator/'))).toEqual([
		'simulator/runtime/chance.ts',
	]);
});

test('the simulator reads the time of the machine in one file', () => {
	const reading = holders(/\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/);
	// The scripts of the pages run on the shopper's machine.
	const ofTheSimulator = /^simulator\/(?!cashier\/assets\/)/;
	expect(reading.filter((path) => ofTheSimulator.test(path))).toEqual([
		'simulator/runtime/time.ts',
	]);
});

test('only the command reads the environment, apart from files outside the package', () => {
	const reading = holders(/\bprocess\.env\b|\{ env \} = process/);
	const outside = /^(load\/bench|scenarios\/example-merchant)\//;
	expect(reading.filter((path) => !outside.test(path))).toEqual(['cli.ts']);
});

/** Paths that are only prefixes. */
const prefixes: Record<string, string> = {
	[cashierAssetsPath]: `${cashierAssetsPath}/cashier.css`,
	[controlPaths.root]: controlPaths.health,
};
const paths = [
	...Object.values(servicePaths),
	cashierPath,
	cashierAssetsPath,
	...Object.values(controlPaths),
];

test('every path of the contract is mounted', async () => {
	const { url } = await startSandbox();
	const missing: string[] = [];
	for (const path of [...paths, '/_sandbox/no-such-path']) {
		// An event stream does not end.
		const method = path === controlPaths.events ? 'DELETE' : 'GET';
		const { body } = await send(method, url + (prefixes[path] ?? path));
		if (problemSchema.safeParse(body).data?.code === 'path_not_found') missing.push(path);
	}
	expect(missing).toEqual(['/_sandbox/no-such-path']);
});

const catalogue: Record<string, { status: number; title: string }> = {
	...paymentErrors,
	...httpErrors,
};

test('every error code has a status and a title', () => {
	expect(Object.keys(catalogue).sort()).toEqual([...problemCodes].sort());
	for (const { status, title } of Object.values(catalogue)) {
		expect(status).toBeGreaterThanOrEqual(400);
		expect(title).not.toBe('');
	}
});

test('all test files are in folders that the runner searches', () => {
	const tests = sources.filter(({ path }) => basename(path).endsWith('.test.ts'));
	expect(
		tests.filter(({ path }) => !folders.some((folder) => path.startsWith(`${folder}/`))),
	).toEqual([]);
});
