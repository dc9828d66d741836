import {
	appendFileSync,
	existsSync,
	readFileSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stories } from '../scenarios/stories.ts';
import { projectFile } from '../simulator/runtime/package.ts';
import { startCommand, temporaryFolder } from './support/command.ts';
import { readReport, scenarios, storyFile } from './support/own-stories.ts';
import { startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';
import { runWarmCommand } from './support/warm-command.ts';

const shared = useShared(() => startSandbox({ clock: 'real' }));
// A new sandbox would double the time of a run.
const onShared = (...args: string[]) => scenarios([...args, '--target', shared().url]);

async function putSettings(url: string, settings: object) {
	const response = await fetch(`${url}/_sandbox/settings`, {
		method: 'PUT',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(settings),
	});
	expect(response.status).toBe(200);
}

test('--list --json lists what is selected', async () => {
	const args = ['*challenge*', '--not-tag', 'bank', '--list', '--json'];
	const { code, stdout } = await scenarios(args);
	expect(code).toBe(0);
	const list: { name: string; cost: string }[] = JSON.parse(stdout);
	expect(list.map(({ name }) => name)).toEqual([
		'card/challenge-passed',
		'card/challenge-failed',
		'card/challenge-timeout',
		'edge/slow-challenge',
	]);
	for (const { cost } of list) expect(cost).not.toBe('');
});

test.each([[['nothing/*']], [['card', '--not-tag', 'card']], [['--tag', 'nothing']]])(
	'%s selects nothing and exits with 2',
	async (args) => {
		const { code, stdout, stderr } = await scenarios(args);
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toMatch(/^payin-sandbox: No scenario /);
	},
);

test('--json without --list is refused', async () => {
	const { code, stderr } = await scenarios(['card/approved', '--json']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('use --report-json FILE')]);
});

test('--header with --merchant is refused: the shop makes the calls', async () => {
	const merchant = 'scenarios/example-merchant/merchant.jsonc';
	const args = [
		'merchant/paid',
		'--merchant',
		projectFile(merchant),
		'--header',
		'X-Key: a-secret',
	];
	const { code, stderr } = await scenarios(args);
	expect(code).toBe(2);
	expect(stderr).toContain('--header is for the three calls of a story');
	expect(stderr).not.toContain('a-secret');
});

test('--shuffle prints its seed, and every selected story runs', async () => {
	const { code, stderr, report } = await onShared('card/d', '--shuffle', '--seed', '9');
	expect(code).toBe(0);
	expect(stderr).toContain('Shuffled with --seed 9.\n');
	const names = stories.map(({ name }) => name).filter((name) => name.startsWith('card/d'));
	const ran = report().scenarios.map(({ name }) => name);
	expect(ran).not.toEqual(names);
	expect(ran.toSorted()).toEqual(names.toSorted());
});

test('a story that passes in a retry is flaky: a warning, or a failure with --fail-on-flaky', async () => {
	// A new file each time: its module counts the runs.
	const body = "expect.ok('again', runs > 1);";
	const failsOnce = () => storyFile(temporaryFolder(), 'fails-once', body);
	const warned = await onShared(failsOnce(), '--retries', '1');
	expect(warned.code).toBe(0);
	expect(warned.stdout).toMatch(/warning.*own\/fails-once/i);
	expect(warned.report().scenarios).toMatchObject([{ status: 'flaky' }]);
	const failed = await onShared(failsOnce(), '--retries', '1', '--fail-on-flaky');
	expect(failed.code).toBe(1);
	expect(failed.report()).toMatchObject({ verdict: 'FAILED', failOnFlaky: true });
	const read = (run: typeof failed, file: string) =>
		readFileSync(join(run.cwd, 'out', file), 'utf8');
	expect(read(failed, 'junit.xml')).toContain('<failure ');
	expect(read(failed, 'results.tap')).toContain('not ok 1');
	expect(read(warned, 'junit.xml')).toContain('<flakyFailure ');
	expect((await onShared(failsOnce())).code).toBe(1);
});

test('the rerun command of a flaky story finds it flaky again', async () => {
	const body = 'expect.ok("the first time", runs % 2 === 0);';
	const file = storyFile(temporaryFolder(), 'fails-once', body);
	const words = ['--repeat=2', '--retries', '0', '--fail-on-flaky'];
	const { code, cwd, report } = await onShared(file, '--bail', ...words);
	expect(code).toBe(1);
	const [result] = report().scenarios;
	expect(result).toMatchObject({ status: 'flaky' });
	expect(result?.rerun).toMatch(/ --repeat=2 --retries 0 --fail-on-flaky /);
	const again = result?.rerun?.split(' ').slice(2) ?? [];
	const rerun = await runWarmCommand(again, {}, cwd);
	expect([rerun.code, rerun.stdout]).toEqual([
		1,
		expect.stringContaining('own/fails-once is flaky'),
	]);
});

test('a failure shows seed, rerun command and request, and an annotation in GitHub Actions', async () => {
	const body =
		"await payin.paymentOptions({ market: 'CO' }); await payin.hybridPayment({ sessionId: 'x', transactionId: 'y' }, { paymentOptionId: 'z' });";
	const file = storyFile(temporaryFolder(), 'fails', body);
	appendFileSync(file, "\nexport const two = { ...one, name: 'own/other', async run() {} };");
	const { code, stdout, cwd, report } = await scenarios([file, '--seed', '5', '--jobs', '1'], {
		GITHUB_ACTIONS: 'true',
	});
	expect(code).toBe(1);
	const [result] = report().scenarios;
	expect(result?.rerun).toMatch(/^npx payin-sandbox scenarios \S+fails\.mjs::own\/fails --seed 5$/);
	expect(result?.failure?.message).toMatch(/\nAt \S+fails\.mjs:4$/);
	expect(result?.failure?.curl).toMatch(/^curl -X POST '\S+\/v2\/hybrid-payment' /);
	expect(result?.failure?.timeline?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}\S/);
	expect(stdout).toContain(result?.rerun);
	expect(stdout).toContain(result?.failure?.curl);
	expect(stdout).toMatch(/seed 5/);
	expect(stdout).toMatch(/^::error title=own\/fails.*::.*400/m);
	const again = result?.rerun?.split(' ').slice(2) ?? [];
	const rerun = await runWarmCommand(again, {}, cwd);
	expect([rerun.code, rerun.stdout]).toEqual([1, expect.not.stringContaining('own/other')]);
});

test('own stories that cannot be loaded are named, and nothing runs', async () => {
	const folder = temporaryFolder();
	expect((await scenarios([folder])).stderr).toContain('exports no story. Export one: ');
	const one = storyFile(folder, 'one', '');
	writeFileSync(join(folder, 'broken.mjs'), '// one\nexport const = 1;');
	writeFileSync(join(folder, 'unfinished.mjs'), "export const later = { title: 'Later' };");
	writeFileSync(join(folder, 'nameless.mjs'), "export const x = { needs: 'calls', run: 'y' };");
	writeFileSync(join(folder, 'shape.mjs'), "export const all = [{ name: 'own/one', run() {} }];");
	const { code, stdout, stderr } = await scenarios([folder, 'card/approved', `${one}::own/two`]);
	expect([code, stdout]).toEqual([2, '']);
	expect(stderr).toContain('broken.mjs:2 cannot be loaded: SyntaxError: Unexpected token');
	expect(stderr).toContain('nameless.mjs: x looks like a story, and has no function run. Add: ');
	expect(stderr).toContain('one.mjs exports no story "own/two". It exports own/one.');
	expect(stderr).toContain('unfinished.mjs: later looks like a story, and has no function run.');
	expect(stderr).toMatch(
		/shape\.mjs: in the story "own\/one", tags is missing, for example \['shop'\]\./,
	);
	expect(stderr).toContain('Two stories are called "own/one". Give each a name of its own.');
});

test('a finding that a story expects must be there', async () => {
	const more = "expectedFindings: ['duplicate_order'],";
	const body = "await payin.paymentOptions({ market: 'CO' });";
	const { code, report } = await onShared(storyFile(temporaryFolder(), 'clean', body, more));
	expect(code).toBe(1);
	expect(report().scenarios[0]?.failure?.message).toMatch(
		/^The sandbox has no finding duplicate_order/,
	);
});

test('the findings of a story that fails are in the report, each of them once', async () => {
	const body =
		"await payin.paymentOptions({ market: 'CO', amount: 150000000 }); expect.ok('more', false);";
	const file = storyFile(temporaryFolder(), 'minor', body);
	const { code, report } = await onShared(file, '--repeat', '2', '--retries', '1');
	expect(code).toBe(1);
	const codes = (report().findings ?? []).map((one) => one.code);
	expect(codes).not.toEqual([]);
	expect(new Set(codes).size).toBe(codes.length);
});

test('a finding that no story expects is in the report', async () => {
	const body = "await payin.paymentOptions({ market: 'CO', amount: 150000000 });";
	const { code, report } = await onShared(storyFile(temporaryFolder(), 'minor', body));
	expect(code).toBe(0);
	expect(report().findings).toMatchObject([
		{ code: 'amount_implausible', severity: 'money', count: 1, story: 'own/minor' },
	]);
});

test('a host that is not this machine needs permission', async () => {
	const { code, stdout, stderr } = await scenarios(['--target', 'https://pay.example']);
	expect([code, stdout]).toEqual([2, '']);
	expect(stderr).toMatch(/--i-have-permission/);
	expect(stderr).toMatch(/--allow-host pay\.example/);
});

test('every deviation from the documented shapes fails its story, by field', async () => {
	const { url } = await startSandbox({ clock: 'real' });
	const args = ['bank/approved', '--target', url];
	await putSettings(url, { drift: { keyOrder: 'reversed' } });
	expect((await scenarios(args)).report()).toMatchObject({ verdict: 'PASSED' });
	await putSettings(url, { drift: { additiveFields: true } });
	const { code, stdout, report } = await scenarios(args);
	expect(code).toBe(1);
	const [result] = report().scenarios;
	expect(result?.steps.filter(({ status }) => status === 'failed')).toEqual([]);
	expect(result?.failure?.curl).toBeUndefined();
	const deviations = result?.deviations ?? [];
	expect(new Set(deviations.map(({ documented }) => documented))).toEqual(
		new Set(['no such field']),
	);
	const places = deviations.map(({ path }) => path.replace(/\.?\w+$/, ''));
	for (const place of [
		'payment-options:',
		'payment-options: paymentOptions[0]',
		'payment-options: paymentOptions[1].extraData[0]',
		'payment-suboptions: result.options[0]',
		'hybrid-payment: result',
	]) {
		expect(places.map((text) => text.trim())).toContain(place);
	}
	expect(new Set(places).size).toBe(places.length);
	for (const { path } of deviations) expect(stdout).toContain(path);
});

test('an answer without what the next call needs names the fields that are missing', async () => {
	const { url } = await startSandbox({ clock: 'real' });
	await putSettings(url, { drift: { envelopeOnOptions: true } });
	const { code, report } = await scenarios(['card/approved', '--target', url]);
	expect(code).toBe(1);
	const [result] = report().scenarios;
	expect(result?.failure?.step).toBe('payment-options');
	expect(result?.deviations).toContainEqual({
		path: 'payment-options: sessionId',
		documented: 'a string',
		got: 'nothing',
	});
	expect(result?.deviations).toContainEqual({
		path: 'payment-options: statusCode',
		documented: 'no such field',
		got: '"SIM"',
	});
});

test('--watch runs again when a file changes', async () => {
	const folder = temporaryFolder();
	const linked = temporaryFolder();
	symlinkSync(linked, join(folder, 'linked'), 'junction');
	storyFile(folder, 'watched', "expect.ok('first', false);");
	const out = temporaryFolder();
	const args = ['scenarios', folder, '--watch', '--out', out, '--target', shared().url];
	const { child, ended, output } = startCommand(args);
	await expect.poll(() => output().stderr).toContain('Watching');
	expect(output().stdout).toContain('FAILED');
	const file = storyFile(folder, 'watched', "expect.ok('second', true);");
	const text = readFileSync(file);
	await expect.poll(() => output().stdout).toContain('PASSED');
	const waits = () => output().stderr.match(/Watching/g)?.length;
	await expect.poll(waits).toBe(2);
	// Many editors and `sed -i` write another file and rename it.
	for (const count of [3, 4]) {
		appendFileSync(join(folder, 'new'), text);
		renameSync(join(folder, 'new'), file);
		await expect.poll(waits).toBe(count);
	}
	appendFileSync(file, '// in place\n');
	await expect.poll(waits).toBe(5);
	storyFile(linked, 'added', '');
	await expect.poll(() => output().stdout).toContain('own/added');
	await expect.poll(waits).toBe(6);
	child.kill('SIGINT');
	expect((await ended).code).toBe(0);
	const without = await scenarios(['card', '--watch']);
	expect(without.stderr).toContain('--watch needs a file or folder of your own stories');
	expect(without.code).toBe(2);
});

test.skipIf(process.platform === 'win32')(
	'Ctrl+C under --watch ends a story that never ends, with its report',
	async () => {
		const folder = temporaryFolder();
		const started = join(folder, 'started');
		const body = `(await import('node:fs')).writeFileSync(${JSON.stringify(started)}, ''); await new Promise(() => {});`;
		const endless = storyFile(folder, 'endless', body);
		const args = ['scenarios', endless, '--watch', '--out', 'out', '--target', shared().url];
		// A terminal sends Ctrl+C to the whole process group.
		const { child, ended } = startCommand(args, {}, folder, { detached: true });
		await expect.poll(() => existsSync(started), { timeout: 20_000 }).toBe(true);
		process.kill(-(child.pid ?? 0), 'SIGINT');
		expect((await ended).code).toBe(0);
		expect(readReport(join(folder, 'out'))).toMatchObject({
			exitCode: 130,
			scenarios: [{ status: 'skipped' }],
		});
	},
);
