import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedParts, replacePart } from '../docs/parts.ts';
import { en } from '../simulator/cashier/messages/en.ts';
import { durationSchema, maxLatencyMs, toMs } from '../simulator/contract/duration.ts';
import { problemCodes } from '../simulator/contract/problem.ts';
import { isShownToShopper, reasonCodes } from '../simulator/contract/reasons.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { graceMs } from '../simulator/serve.ts';
import { serveOptionsSchema } from '../simulator/settings/serve-options.ts';
import { statusAndTitleOf } from '../simulator/wire/problem.ts';
import { docsTable } from './support/docs-table.ts';

test.each(generatedParts)(
	'$mark in $file is up to date: if not, npm run docs writes it',
	(part) => {
		const page = readFileSync(join(packageRoot, part.file), 'utf8').replaceAll('\r\n', '\n');
		expect(replacePart(part, page)).toBe(page);
	},
);

test('problems.md has one row for each error code, with its status', () => {
	const rows = docsTable('problems.md', 'code').map(({ code, status }) => `${code} ${status}`);
	const known = problemCodes.map((code) => `\`${code}\` ${statusAndTitleOf(code).status}`);
	expect(rows.sort()).toEqual(known.sort());
});

test('reasons.md has one row for each reason, with its message to the shopper', () => {
	const rows = docsTable('reasons.md', 'reason').map(
		(row) => `${row.reason} ${row['message to the shopper']}`,
	);
	const known = reasonCodes.map((reason) => {
		return `\`${reason}\` ${isShownToShopper(reason) ? en[`status.reasons.${reason}`] : '*general message*'}`;
	});
	expect(rows.sort()).toEqual(known.sort());
});

const part = { file: 'PAGE.md', mark: 'list', text: () => 'new' };

test('a part replaces what is between its marks, and nothing else', () => {
	const page = 'a\n<!-- list:begin -->\nold\n<!-- list:end -->\nb <!-- other:begin -->\n';
	expect(replacePart(part, page)).toBe(page.replace('old', 'new'));
	expect(replacePart(part, replacePart(part, page))).toBe(replacePart(part, page));
});

test.each([
	'',
	'<!-- list:begin -->',
	'<!-- list:end --> <!-- list:begin -->',
	'<!-- list:begin --> <!-- list:end --> <!-- list:end -->',
	'<!-- list:begin --> <!-- list:begin --> <!-- list:end -->',
])('a page with the marks %j is refused by name', (page) => {
	expect(() => replacePart(part, page)).toThrow('PAGE.md must hold <!-- list:begin -->');
});

const pages = [
	'README.md',
	...readdirSync(join(packageRoot, 'docs')).map((name) => `docs/${name}`),
];
/** Files that a reader of the docs creates. */
const notYetThere = ['simulator/catalog/se.ts'];

test('a file that a page names by its path is there', () => {
	const fromTheTop = /`((?:simulator|scenarios|load|reports|docs|test)\/[\w./-]+\.\w+)`/g;
	const named = pages
		.filter((page) => page.endsWith('.md'))
		.flatMap((page) => [...readFileSync(join(packageRoot, page), 'utf8').matchAll(fromTheTop)])
		.map(([, path = '']) => path)
		.filter((path) => !path.startsWith('reports/out/'));
	expect(named).toContain('simulator/domain/lifecycle.ts');
	const missing = named.filter((path) => !existsSync(join(packageRoot, path)));
	expect(missing.filter((path) => !notYetThere.includes(path))).toEqual([]);
});

test('the proxy of several-instances.md waits longer than the longest call, and than a check of a slow store', () => {
	const config = readFileSync(join(packageRoot, 'docs/several-instances/haproxy.cfg'), 'utf8');
	const timeOf = (name: string) =>
		toMs(durationSchema.parse(new RegExp(`\\b${name} (\\w+)`).exec(config)?.[1]));
	const { storeTimeout } = serveOptionsSchema.parse({});
	expect(timeOf('timeout check')).toBeGreaterThan(toMs(storeTimeout));
	for (const side of ['client', 'server']) {
		expect(timeOf(`timeout ${side}`)).toBeGreaterThan(maxLatencyMs);
	}
	expect(timeOf('check inter')).toBeLessThan(graceMs);
	const errors = [...config.matchAll(/http-error status (\d+) .*string '(.*)'/g)];
	expect(errors.map(([, status, text = '']) => `${status} ${JSON.parse(text).status}`)).toEqual([
		'502 502',
		'503 503',
		'504 504',
	]);
});
