import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profileNames } from '../load/profiles.ts';
import { stories } from '../load/stories.ts';
import { customerSchema } from '../simulator/contract/payment-options.ts';
import { loadReportSchema, scenarioReportSchema } from '../simulator/contract/run-report.ts';
import { full } from './support/campaign.ts';
import { runCommand, runFromSource, startCommand, temporaryFolder } from './support/command.ts';
import { findBuiltK6 } from './support/k6.ts';
import { firstRows } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const k6 = await findBuiltK6();
const reportFiles = ['report.html', 'report.json', 'junit.xml', 'results.tap', 'summary.md'];

const readReport = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

const severalStories = [
	'card/approved',
	'card/declined',
	'card/fails-once-then-succeeds',
	'card/late',
	'bank/approved',
	'bank/returned-while-processing',
];

/** Numbers of the cards that the stories pay with, mail addresses and telephone numbers (P18, P20). */
const privateIn = (text: string) =>
	text.match(/\b(4000|4242|5555)\d{12}\b|[\w.+-]+@[\w-]+\.\w{2,}|\+\d{10,}\b/g) ?? [];

const commands = [
	['the package', runCommand, 'npx payin-sandbox scenarios'],
	['a clone', runFromSource, 'npm run scenarios --'],
] as const;

test.each(firstRows(commands))(
	'in %s, scenarios runs stories on a sandbox of its own and writes its reports',
	async (_, run, shown) => {
		const out = temporaryFolder();
		const chosen = full ? ['card', 'bank'] : severalStories;
		const { code, stdout } = await run(['scenarios', ...chosen, '--out', out]);
		expect(code).toBe(0);
		const report = scenarioReportSchema.parse(readReport(out));
		expect(report).toMatchObject({ verdict: 'PASSED', exitCode: 0 });
		expect(report.command).toBe(`${shown} ${chosen.join(' ')} --out ${out}`);
		const names = report.scenarios.map(({ name }) => name);
		for (const name of severalStories) {
			expect(names).toContain(name);
			expect(stdout).toContain(name);
		}
		for (const file of reportFiles) {
			expect([file, existsSync(join(out, file))]).toEqual([file, true]);
			expect(privateIn(readFileSync(join(out, file), 'utf8'))).toEqual([]);
		}
		expect(privateIn(stdout)).toEqual([]);
	},
);

test('scenarios exits with 1 when a story fails, and with 3 when the target is unreachable', async () => {
	const settings = { defaultOutcome: 'DECLINE' };
	const { url } = await startSandbox({ profile: 'instant', settings });
	const out = temporaryFolder();
	const failed = await runWarmCommand([
		'scenarios',
		'card/approved',
		'--target',
		url,
		'--out',
		out,
	]);
	expect(failed.code).toBe(1);
	expect(scenarioReportSchema.parse(readReport(out)).scenarios[0]?.failure?.message).toBeTruthy();
	const unreachable = ['scenarios', '--target', 'http://127.0.0.1:9', '--out', temporaryFolder()];
	expect((await runWarmCommand(unreachable)).code).toBe(3);
	const unknown = await runWarmCommand(['scenarios', 'card/nothing']);
	expect(unknown.code).toBe(2);
	expect(unknown.stderr).toContain('card/approved');
});

test.skipIf(!k6)(
	'a smoke load with the real k6 runs the same stories and ends with GO',
	{ timeout: 120_000 },
	async () => {
		const out = temporaryFolder();
		// Its own sandbox has a real clock: this one shortens the waits of shoppers. A faster one would expire payments on a busy machine.
		const { url } = await startSandbox({ clock: 'scaled:100' });
		const target = full ? [] : ['--target', url];
		const args = ['load', '--profile', 'smoke', '--csv', '--out', out, ...target];
		const { code, stderr } = await runCommand(args);
		expect([code, stderr]).toEqual([0, expect.any(String)]);
		const report = loadReportSchema.parse(readReport(out));
		expect(report).toMatchObject({ verdict: 'GO', exitCode: 0, flows: { failed: 0 } });
		const names = stories.map(({ name }) => name).sort();
		expect(Object.keys(report.flowsByStory).sort()).toEqual(names);
		for (const call of ['payment-options', 'payment-suboptions', 'hybrid-payment']) {
			expect(report.steps[call]?.count).toBeGreaterThan(0);
		}
		expect(report.series.length).toBeGreaterThan(0);
		const html = readFileSync(join(out, 'report.html'), 'utf8');
		expect(html).toContain('<svg');
		const csv = readFileSync(join(out, 'series.csv'), 'utf8');
		expect(csv.trimEnd().split('\r\n')).toHaveLength(report.series.length + 1);
		const again = await runWarmCommand(['report', out]);
		expect(again).toMatchObject({ code: 0, stderr: '' });
	},
);

test('load rejects a forbidden target and an unknown profile before anything runs', async () => {
	const foreign = await runWarmCommand(['load', '--target', 'https://pay.example']);
	expect(foreign.code).toBe(2);
	expect(foreign.stderr).toContain('--i-have-permission');
	const unknown = await runWarmCommand(['load', '--profile', 'stress']);
	expect(unknown.code).toBe(2);
	expect(unknown.stderr).toContain('--profile "stress" is not known');
});

test.each(['load', 'scenarios'])(
	'%s rejects an unwritable folder before anything runs',
	async (command) => {
		const places = [join(process.execPath, 'results')];
		if (existsSync('/proc/self')) places.push('/proc/results');
		for (const place of places) {
			const { code, stdout, stderr } = await runWarmCommand([command, '--out', place]);
			expect([code, stdout]).toEqual([2, '']);
			expect(stderr).toMatch(
				/^payin-sandbox: --out \S+results cannot be used: .+\. Name a place .+\.\n$/,
			);
		}
	},
);

test.each([['load'], ['scenarios'], ['customers', '--market', 'MX']])(
	'%s accepts the seeds that serve accepts, and starts nothing with another',
	async (...command) => {
		const { code, stdout, stderr } = await runWarmCommand([...command, '--seed', '5000000000']);
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toMatch(
			/^payin-sandbox: --seed must be a whole number from 0 to 4294967295\. Give one/,
		);
	},
);

test('customers prints customers that the service accepts', async () => {
	const { code, stdout } = await runWarmCommand([
		'customers',
		'--market',
		'MX',
		'--count',
		'3',
		'--seed',
		'2',
	]);
	expect(code).toBe(0);
	const customers: unknown[] = JSON.parse(stdout);
	expect(customers).toHaveLength(3);
	for (const customer of customers) expect(customerSchema.safeParse(customer).success).toBe(true);
	expect((await runWarmCommand(['customers', '--market', 'XX'])).code).toBe(2);
});

test('help lists only what works', async () => {
	const { code, stdout } = await runWarmCommand(['load', '--help']);
	expect(code).toBe(0);
	for (const name of profileNames) expect(stdout).toContain(name);
	expect(stdout).not.toContain('stress');
});

const signals = [
	['a Ctrl+C that npm passes on a second time', 'SIGINT'],
	['a terminal that is closed', 'SIGHUP'],
] as const;

test.skipIf(process.platform === 'win32').each(firstRows(signals))(
	'%s does not lose the report',
	async (_, signal) => {
		const folder = temporaryFolder();
		const started = join(folder, 'started');
		const body = `(await import('node:fs')).writeFileSync(${JSON.stringify(started)}, ''); await new Promise(() => {});`;
		const file = join(folder, 'endless.mjs');
		const head = "name: 'own/endless', title: 'Endless', tags: ['own'], needs: 'calls'";
		writeFileSync(file, `export const endless = { ${head}, async run() { ${body} } };`);
		const { child, ended } = startCommand(['scenarios', file, '--out', 'out'], {}, folder);
		await expect.poll(() => existsSync(started), { timeout: 20_000 }).toBe(true);
		child.kill(signal);
		// Another signal, because two equal ones may arrive as one.
		child.kill('SIGTERM');
		expect((await ended).code).toBe(130);
		expect(readReport(join(folder, 'out'))).toMatchObject({
			exitCode: 130,
			scenarios: [{ status: 'skipped' }],
		});
	},
);
