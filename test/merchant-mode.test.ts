import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { merchantStories } from '../scenarios/merchant-stories.ts';
import { runScenarios } from '../scenarios/run.ts';
import { findingKindOf } from '../simulator/contract/finding-table.ts';
import { scenarioReportSchema } from '../simulator/contract/run-report.ts';
import { example, exampleFile, merchantFile } from './merchants/example.ts';
import { startShop } from './merchants/merchant.ts';
import { fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { startOtherHost } from './support/other-host.ts';
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

test('merchant check shows each step, and exits with 0', async () => {
	const { code, out } = await check({});
	expect(code).toBe(0);
	expect(out).toMatch(/✓ shopper checks out order [\w-]+ in CO\n {4}POST http:\S+\/pay → 303\n/);
	expect(out).toMatch(/\n {4}✓ payment-suboptions\n {8}#\d+ POST \/v2\/payment-suboptions → 200\n/);
	expect(out).toMatch(/ state "paid"\n/);
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
	const unknown = merchantFile({ command: ['no-such-program'] });
	const report = await run(unknown, ['merchant/declined'], (await startSandbox()).url);
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
		const { url } = await startSandbox();
		const ending = new AbortController();
		const { io: given } = io({
			signal: ending.signal,
			onOut: (text) => {
				if (text.startsWith('shop:')) ending.abort();
			},
		});
		expect(
			await checkMerchant({ file: merchantFile({ command }), target: url, seed: 1 }, given),
		).toBe(130);
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
		(await startSandbox()).url,
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

test('a target that is no sandbox is exit 3, and so is a path that the sandbox refuses', async () => {
	const other = await run(merchantFile(), [], await startOtherHost());
	expect(other).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(other.error).toMatch(/is no sandbox: merchant stories need its control API/);
	const { url } = await startSandbox();
	const refused = await run(merchantFile(), [], `${url}/w/TEAM`);
	expect(refused).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(refused.error).toMatch(/cannot be used: .*lower-case letters/);
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
		// Those of the finding and of the mixed order, both of the first story.
		expect(stdout.match(/Fix: /g)).toHaveLength(2);
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
