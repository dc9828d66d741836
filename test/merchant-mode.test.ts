import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { merchantStories } from '../scenarios/merchant-stories.ts';
import { runScenarios } from '../scenarios/run.ts';
import { findingKindOf } from '../simulator/contract/finding-table.ts';
import { merchantFileJsonSchema, merchantFileSchema } from '../simulator/contract/merchant-file.ts';
import { scenarioReportSchema } from '../simulator/contract/run-report.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { example, exampleFile, merchantFile } from './merchants/example.ts';
import { startShop } from './merchants/merchant.ts';
import { fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { firstRows } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

function io(overrides: { signal?: AbortSignal; onOut?(text: string): void } = {}) {
	const written = { out: '', err: '' };
	return {
		written,
		io: {
			out(text: string) {
				written.out += text;
				overrides.onOut?.(text);
			},
			err(text: string) {
				written.err += text;
			},
			isTerminal: false,
			env: process.env,
			cwd: temporaryFolder(),
			signal: overrides.signal ?? new AbortController().signal,
		},
	};
}

function run(merchant: string, names: readonly string[], target?: string) {
	const jobs = target === undefined ? 1 : 3;
	const usual = { tags: [], seed: 7, jobs, repeat: 1, bail: false };
	const command = 'payin-sandbox scenarios';
	return runScenarios({ ...usual, names, merchant, target, command }, io().io);
}

async function check(changes: object) {
	const { io: given, written } = io();
	const code = await checkMerchant({ file: merchantFile(changes), seed: 1 }, given);
	return { code, ...written };
}

test('a wrong merchant file exits with 2 and names every problem with its line', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'merchant.jsonc');
	writeFileSync(
		file,
		`{
	// No "ready", although there is a "command".
	"command": ["node", "shop.js"],
	"markets": ["XX"],
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
		'6: checkout.url must not have the unknown placeholder {referense} (did you mean reference?).',
		'7: checkout.redirect must be {"header": "Location"} or {"json": "/location"}.',
		expect.stringMatching(/^11: order\.state must be a JSON pointer /),
		'14: order.open must not repeat "paid" of order.paid.',
		'16: setle is not known here (did you mean settle?).',
	]);
});

test.each([
	[
		'no file',
		'gone.jsonc',
		/The merchant file .*gone\.jsonc is not there\. docs\/test-your-shop\.md shows/,
	],
	['no JSON', '{ "command": ', /merchant\.jsonc:1: not valid JSON: value expected/],
	['empty but for a byte order mark', '\uFEFF{}', /merchant\.jsonc:1: checkout is required\./],
	['deep', `{\n${'"a":{'.repeat(100_000)}`, /:2: the file is nested deeper than 32 levels\n$/],
	['only commas', `{${',\n'.repeat(300_000)}`, /:51: .*\n.* 599902 more problems are not shown\n$/],
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

test('merchant check shows each step, and exits with 0', async () => {
	const { code, out } = await check({});
	expect(code).toBe(0);
	expect(out).toMatch(/✓ shopper checks out order [\w-]+ in CO\n {4}POST http:\S+\/pay → 303\n/);
	expect(out).toMatch(/\n {4}✓ payment-suboptions\n {8}#\d+ POST \/v2\/payment-suboptions → 200\n/);
	expect(out).toMatch(/"paid" is paid\n/);
	expect(out).toMatch(/\nOK {2}Run: npm run scenarios -- --merchant /);
});

fullTest(
	'merchant check exits with 1 at a step that does not fit, and shows what it got',
	async () => {
		const { code, out } = await check({ order: { ...exampleFile.order, state: '/stat' } });
		expect(code).toBe(1);
		expect(out).toMatch(/✗ expect order \S+ to be open\n.*nothing at \/stat of 200 "\{"id":/);
		expect(out).toMatch(/FAILED {2}"expect order /);
	},
);

test('a shop that does not start is exit 3, with its last output', async () => {
	const command = [process.execPath, '-e', 'console.error("no database"); process.exit(7)'];
	const { code, err } = await check({ command });
	expect(code).toBe(3);
	expect(err).toMatch(/^The shop \(.*\) ended with code 7\.\nIt wrote:\nno database\n$/);
	const report = await run(merchantFile({ command: ['no-such-program'] }), ['merchant/declined']);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, mode: 'merchant', scenarios: [] });
	expect(report.error).toMatch(/could not be started: there is no program "no-such-program"/);
});

test.runIf(process.platform !== 'win32')(
	'an interrupt stops the shop with all its children',
	async () => {
		const folder = temporaryFolder();
		const pidFile = join(folder, 'pid');
		const serve =
			'const s=require("http").createServer((q,r)=>q.url==="/health"?r.end():undefined);s.listen(process.argv[1])';
		const command = [
			'sh',
			'-c',
			`'${process.execPath}' -e '${serve}' {port} & echo $! > '${pidFile}'; wait`,
		];
		const ending = new AbortController();
		const { io: given } = io({
			signal: ending.signal,
			onOut: (text) => {
				if (text.startsWith('shop:')) ending.abort();
			},
		});
		expect(await checkMerchant({ file: merchantFile({ command }), seed: 1 }, given)).toBe(130);
		const pid = Number(readFileSync(pidFile, 'utf8'));
		expect(pid).toBeGreaterThan(1);
		await expect.poll(() => isRunning(pid)).toBe(false);
	},
);

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		// A child that nobody waits for is a zombie until its new parent reads its status.
		return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

test('stories that cannot be tried with this shop are skipped, with the reason', async () => {
	const file = merchantFile({ settle: undefined, markets: ['KW'] });
	const names = ['never-returns', 'bank-paid', 'amount-jpy', 'card-paid'];
	const report = await run(
		file,
		names.map((name) => `merchant/${name}`),
	);
	const results = report.scenarios.map(({ name, status, skipReason }) => [
		name,
		status,
		skipReason,
	]);
	expect(results).toEqual([
		['merchant/card-paid', 'passed', undefined],
		['merchant/bank-paid', 'skipped', 'needs a bank option, and KW offers none'],
		['merchant/never-returns', 'skipped', `expects a paid order, and ${file} has no "settle"`],
		['merchant/amount-jpy', 'skipped', `needs the market JP, and the markets of ${file} are KW`],
	]);
	expect(report.exitCode).toBe(0);
});

test('with a target, stories drive the shop that runs already, one after the other', async () => {
	const target = `${(await startSandbox({ clock: 'real' })).url}/w/shop`;
	const path = 'scenarios/example-merchant/merchant.jsonc';
	const shop = await startShop(path, { PAYIN_URL: target });
	const started = { command: undefined, env: undefined, ready: undefined };
	const file = merchantFile({ ...shop.file, ...started });
	const names = firstRows(['merchant/card-paid', 'merchant/declined', 'merchant/cancelled']);
	const report = await run(file, names, target);
	expect(report).toMatchObject({ verdict: 'PASSED', target, environment: { jobs: '1' } });
	await expect(run(file, names)).rejects.toThrow(/has no "command"\. Start your shop and /);
});

test('a target that is no sandbox is exit 3', async () => {
	const { url } = await startSandbox();
	const report = await run(merchantFile(), [], `${url}/elsewhere`);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(report.error).toMatch(/is no sandbox: merchant stories need its control API/);
});

test('the list shows the merchant stories with --merchant', async () => {
	const { code, stdout } = await runWarmCommand(['scenarios', '--list', '--merchant', example]);
	expect(code).toBe(0);
	expect(stdout.trim().split('\n')).toHaveLength(merchantStories.length);
	expect(stdout).toMatch(/^merchant\/card-paid +merchant +merchant,card +A card payment is /m);
});

fullTest(
	'one bug that shows in many stories is explained once, and the command repeats one of them',
	async () => {
		const file = merchantFile({ env: { ...exampleFile.env, SHOP_BUGS: 'minor-units' } });
		const folder = temporaryFolder();
		const args = ['scenarios', 'merchant/card-paid', 'merchant/cancelled', '--merchant', file];
		const { code, stdout } = await runWarmCommand([...args, '--jobs', '1', '--out', folder]);
		expect(code).toBe(1);
		const { scenarios } = scenarioReportSchema.parse(
			JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')),
		);
		expect(scenarios.map(({ failure }) => failure?.sameAs)).toEqual([
			undefined,
			'merchant/card-paid',
		]);
		expect(stdout.match(/Fix: /g)).toHaveLength(1);
		expect(stdout).toMatch(
			/merchant\/cancelled: Finding amount_implausible \(money\), as in merchant\/card-paid\./,
		);
		const { text, fix } = findingKindOf('amount_implausible');
		for (const result of scenarios) {
			expect(result.failure?.message).toContain(`Fix: ${fix}`);
			expect(result).toMatchObject({ cost: text, advice: fix });
		}
		expect(stdout).not.toMatch(/^ +(cost|advice):/m);
		expect(scenarios[0]?.rerun).toMatch(/ merchant\/card-paid --merchant \S+merchant\.jsonc$/);
	},
);
