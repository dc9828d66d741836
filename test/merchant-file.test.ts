/** The merchant file: what is refused, at which line, and that the published schema and the example agree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { merchantFileJsonSchema, merchantFileSchema } from '../simulator/contract/merchant-file.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { exampleFile } from './merchants/example.ts';
import { temporaryFolder } from './support/command.ts';
import { runWarmCommand } from './support/warm-command.ts';

test('a wrong merchant file exits with 2 and names every problem with its line', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'merchant.jsonc');
	writeFileSync(
		file,
		`{
	// No "ready", although there is a "command".
	"command": ["node", "shop.js"],
	"markets": ["XX"],
	"flows": ["cash"],
	"checkout": {
		"url": "http://127.0.0.1:{port}/{referense}/pay",
		"redirect": { "headr": "Location" },
	},
	"order": {
		"url": "http://127.0.0.1:{port}/orders",
		"state": "status",
		"paid": ["paid"],
		"failed": ["failed"],
		"open": ["new", "paid"],
	},
	"setle": {}
}
`,
	);
	const { code, stdout, stderr } = await runWarmCommand(
		['scenarios', '--merchant', file],
		{},
		folder,
	);
	expect(code).toBe(2);
	expect(stdout).toBe('');
	const problems = stderr.replaceAll(file, 'FILE').trim().split('\n');
	expect(problems.map((line) => line.replace(/^payin-sandbox: FILE:/, ''))).toEqual([
		'1: ready must be there with "command".',
		expect.stringMatching(/^4: markets\.0 must be one of CO, MX, /),
		'5: flows.0 must be one of card, bank.',
		'7: checkout.url must not have the unknown placeholder {referense} (did you mean reference?).',
		'8: checkout.redirect must be {"header": "Location"} or {"json": "/location"}.',
		expect.stringMatching(/^12: order\.state must be a JSON pointer /),
		'15: order.open must not repeat "paid" of order.paid.',
		'17: setle is not known here (did you mean settle?).',
	]);
});

test.each([
	[
		'no file',
		'gone.jsonc',
		/The merchant file .*gone\.jsonc is not there\. docs\/test-your-shop\.md shows/,
	],
	[
		'no JSON',
		'{ "command": ',
		/merchant\.jsonc is not valid JSON at line 1, column 14: value expected\n$/,
	],
	[
		'an address with a password',
		'{"checkout": {"url": "http://ana:hidden@127.0.0.1/pay", "redirect": {"header": "Location"}}}',
		/^(?!.*hidden).*jsonc:1: checkout\.url must not have a user or password, /s,
	],
	['empty but for a byte order mark', '\uFEFF{}', /merchant\.jsonc:1: checkout is required\./],
	[
		'deep',
		`{\n${'"a":{'.repeat(100_000)}`,
		/jsonc is nested deeper than 32 levels at line 2, column \d+\n$/,
	],
	['only commas', `{${',\n'.repeat(300_000)}`, /^[^\n]*at line 1, column 2: [^\n]*\n$/],
	[
		'another kind of JSON',
		JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, key) => [`k${key}`, key]))),
		/k97 is not known here\.\n[^\n]*… and 52 more\n$/,
	],
	[
		'contradictory',
		'{"checkout": {}, "checkout": {}}',
		/has the key "checkout" twice, again at line 1/,
	],
])('a merchant file that is %s exits with 2', async (_, text, message) => {
	const folder = temporaryFolder();
	const isContent = /^\uFEFF?\{/.test(text);
	const file = join(folder, isContent ? 'merchant.jsonc' : text);
	if (isContent) writeFileSync(file, text);
	const { code, stderr } = await runWarmCommand(['merchant', 'check', file], {}, folder);
	expect(code).toBe(2);
	expect(stderr).toMatch(message);
});

const valid = { ...exampleFile, settle: undefined };

test.each<[string, object, RegExp]>([
	[
		'an unknown placeholder',
		{ ready: '{sandbox}/{referense}' },
		/unknown placeholder \{referense\}/,
	],
	['an order in the command', { command: ['shop', '{reference}'] }, /placeholder \{reference\}/],
	['a command without ready', { ready: undefined }, /must be there with "command"/],
	['env without a command', { command: undefined }, /must go with "command"/],
	[
		'a state twice',
		{ order: { ...exampleFile.order, failed: ['paid'] } },
		/must not repeat "paid" of order\.paid/,
	],
	[
		'two bodies',
		{ checkout: { ...exampleFile.checkout, form: {} } },
		/must not have both "json" and "form"/,
	],
	['no flow', { flows: [] }, /must name card, bank or both/],
	['a host without a scheme', { ready: '127.0.0.1:80' }, /must be an address such as/],
])('a merchant file with %s is refused', (_, changes, message) => {
	const { error } = merchantFileSchema.safeParse({ ...valid, ...changes });
	expect(error?.issues.map((issue) => issue.message).join('\n')).toMatch(message);
});

test('the published schema accepts what the command accepts', () => {
	const published = z.fromJSONSchema(JSON.parse(JSON.stringify(merchantFileJsonSchema())));
	expect(published.safeParse({ $schema: './x.json', ...exampleFile }).error).toBeUndefined();
	expect(published.safeParse({ ...exampleFile, setle: {} }).success).toBe(false);
	expect(published.safeParse({ ...exampleFile, order: {} }).success).toBe(false);
});

test('the merchant file of the page is valid', () => {
	const page = readFileSync(join(packageRoot, 'docs/test-your-shop.md'), 'utf8');
	const [, block = ''] = /```jsonc\n([\s\S]*?)```/.exec(page) ?? [];
	const errors: ParseError[] = [];
	expect(merchantFileSchema.safeParse(parse(block, errors)).error).toBeUndefined();
	expect(errors).toEqual([]);
});
