import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenarioReportSchema } from '../simulator/contract/run-report.ts';
import { workspaceListSchema } from '../simulator/contract/workspaces.ts';
import { full } from '../test/support/campaign.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { startOtherHost } from '../test/support/other-host.ts';
import { scenarios } from '../test/support/own-stories.ts';
import { sample, sampled } from '../test/support/sample.ts';
import { startSandbox } from '../test/support/sandbox.ts';
import { useShared } from '../test/support/shared.ts';
import { UsageError } from './harness/errors.ts';
import type { RunIo } from './harness/run-io.ts';
import { runScenarios } from './run.ts';
import type { ScenarioOptions } from './runner/options.ts';
import { stories } from './stories.ts';

const shared = useShared(startSandbox);

const cardStories = stories.filter(({ name }) => name.startsWith('card/'));

async function setup(
	options: Partial<ScenarioOptions>,
	{ env = {}, signal = new AbortController().signal, cwd = temporaryFolder() }: Partial<RunIo> = {},
) {
	const usual = { names: [], tags: [], seed: 7, jobs: 2, repeat: 1, bail: false };
	const written = { out: '', err: '' };
	const report = await runScenarios(
		{ ...usual, command: 'payin-sandbox scenarios --seed 7', ...options },
		{
			out: (text) => {
				written.out += text;
			},
			err: (text) => {
				written.err += text;
			},
			isTerminal: false,
			env,
			cwd,
			signal,
		},
	);
	const files = readdirSync(cwd, { recursive: true }).map(String).sort();
	return { report, cwd, files, ...written };
}

// scenario-pack.test.ts runs the whole pack in `npm test` too.
const played = sample(stories, 2, 5);

test(`every story passes on a sandbox that the run starts (${sampled(5)})`, {
	timeout: 60_000,
}, async () => {
	const { report, files, out, err } = await setup({
		jobs: 4,
		names: played.map(({ name }) => name),
	});
	expect(report.scenarios.filter(({ status }) => status !== 'passed')).toEqual([]);
	expect(report).toMatchObject({ verdict: 'PASSED', exitCode: 0, kind: 'scenarios', seed: 7 });
	expect(report.scenarios.map(({ name }) => name)).toEqual(played.map(({ name }) => name));
	expect(report.assumptions).toContain('D-10');
	const [folder, ...inside] = files.slice(2);
	expect(folder).toMatch(/^reports\/out\/scenarios-\d{8}T\d{6}-[0-9a-f]{6}$/);
	expect(inside.map((file) => file.slice(`${folder}/`.length))).toEqual([
		'junit.xml',
		'report.html',
		'report.json',
		'results.tap',
		'summary.md',
	]);
	expect(report.findings).toEqual([]);
	for (const { name } of played) expect(err).toContain(`✓ ${name}`);
	expect(out).toContain(`PASSED  ${played.length} passed`);
	await expect(fetch(report.target)).rejects.toThrow();
});

test('a run on a given target writes its reports to the given paths', async () => {
	const { report, cwd, files } = await setup({
		target: shared().url,
		names: ['card/approved'],
		out: 'results',
		reportJunit: 'elsewhere/junit-scenarios.xml',
	});
	expect(report.exitCode).toBe(0);
	expect(files).toContain('elsewhere/junit-scenarios.xml');
	const json: unknown = JSON.parse(readFileSync(join(cwd, 'results', 'report.json'), 'utf8'));
	expect(scenarioReportSchema.parse(json)).toEqual(report);
});

test('the same run twice on one target passes twice', async () => {
	const names = full ? [] : ['card/declined', 'bank/approved', 'edge/two*'];
	for (const _ of [1, 2]) {
		const { report } = await setup({ target: shared().url, names, repeat: 2, jobs: 6 });
		expect(report.verdict).toBe('PASSED');
	}
});

test('a target keeps its clock, its payments and its workspaces, and lends its settings', async () => {
	const target = `${shared().url}/w/team`;
	const settings = await fetch(`${target}/_sandbox/settings`, {
		method: 'PUT',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ cashier: { maxAttempts: 1 } }),
	});
	expect(settings.status).toBe(200);
	const seen = async () => {
		const read = async (path: string) => {
			const response = await fetch(`${target}/_sandbox/${path}`);
			return response.json();
		};
		const { workspaces } = workspaceListSchema.parse(await read('workspaces'));
		const names = workspaces.map(({ name }) => name);
		return { clock: await read('clock'), payments: await read('payments'), names };
	};
	const before = await seen();
	const { report } = await setup({ target, names: ['card'], jobs: 3 });
	expect(report.scenarios.filter(({ status }) => status === 'failed')).toMatchObject([
		// With one attempt, a decline is final.
		{ name: 'card/fails-once-then-succeeds' },
		{ name: 'card/retry-approved' },
	]);
	expect(await seen()).toEqual(before);
});

test('a target in a workspace that does not exist yet lends the settings of the server', async () => {
	const target = `${shared().url}/w/unused`;
	const { report } = await setup({ target, names: ['card/approved'] });
	expect(report.verdict).toBe('PASSED');
});

test('a wrong name ends before anything runs or is written', async () => {
	const cwd = temporaryFolder();
	const error = await setup({ names: ['cart'] }, { cwd }).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(UsageError);
	expect(String(error)).toMatch(/No scenario is called "cart"\. Did you mean card\?/);
});

test.each([
	'out',
	'reportJunit',
	'reportHtml',
	'reportJson',
	'reportTap',
	'reportMarkdown',
] as const)('%s with an unwritable path ends before anything runs', async (option) => {
	const failing = setup({ target: shared().url, [option]: `${process.execPath}/a/b` });
	const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	await expect(failing).rejects.toThrow(UsageError);
	await expect(failing).rejects.toThrow(
		new RegExp(
			`^--${flag} .* cannot be used: .* is a file, not a folder\\. Name a place with --${flag} `,
		),
	);
});

test('a report that cannot be written is an error with a message', async () => {
	const cwd = temporaryFolder();
	mkdirSync(join(cwd, 'results', 'report.html'), { recursive: true });
	const options = { target: shared().url, names: ['card/approved'], out: 'results' };
	const { report, err, out } = await setup(options, { cwd });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(out).toContain('1 passed');
	expect(err).toMatch(/The report could not be written to .*: .*\.\n$/);
});

test('an unreachable target is an error with a report, not a failed story', async () => {
	const gone = await startSandbox();
	await gone.close();
	const { report, files, out } = await setup({ target: gone.url, out: 'results' });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, scenarios: [] });
	expect(report.error).toMatch(/cannot be reached: .*ECONNREFUSED .*: no program listens there$/);
	expect(out).toContain(report.error);
	expect(files).toContain('results/junit.xml');
});

test('a host without the control API gets the three calls only', async () => {
	const { report } = await setup({ target: await startOtherHost(), names: ['card'], jobs: 1 });
	const results = report.scenarios.map(({ name, status }) => [name, status]);
	expect(results).toEqual(
		cardStories.map(({ name, needs }) => [name, needs === 'calls' ? 'failed' : 'skipped']),
	);
	expect(report.scenarios[0]?.failure?.message).toMatch(/was refused: 404/);
	expect(report.scenarios[1]?.skipReason).toMatch(/answers no \/_sandbox\/health$/);
	expect(report).toMatchObject({ verdict: 'FAILED', exitCode: 1 });
});

test('bail skips the stories that have not started when one fails', async () => {
	const target = await startOtherHost();
	const { report } = await setup({ target, tags: ['load'], jobs: 1, bail: true });
	expect(report.scenarios.map(({ status }) => status)).toEqual(['failed', 'skipped']);
	expect(report.scenarios[1]?.skipReason).toBe('left out after card/redirected failed');
});

test('an interrupted run ends with its own exit code', async () => {
	const { report } = await setup({ target: shared().url }, { signal: AbortSignal.abort() });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 130, error: 'Interrupted.' });
});

test.each([
	['requires its control token, and PAYIN_SANDBOX_CONTROL_TOKEN is not set', {}],
	[
		'refuses the control token in PAYIN_SANDBOX_CONTROL_TOKEN',
		{ PAYIN_SANDBOX_CONTROL_TOKEN: 'another-token' },
	],
])('a sandbox that %s ends the run before its stories', async (problem, env) => {
	const { url } = await startSandbox({ controlToken: 'a-token-of-this-test' });
	const { code, stdout, stderr, report } = await scenarios(['card', '--target', url], env);
	expect(code).toBe(3);
	const error = `The control API of ${url} ${problem}. Set PAYIN_SANDBOX_CONTROL_TOKEN to the --control-token of the sandbox, or to the token that it printed at start.`;
	expect(stdout).toContain(`\n${error}\n`);
	expect(stdout + stderr).not.toContain('skipped');
	expect(report()).toMatchObject({ verdict: 'ERROR', exitCode: 3, error, scenarios: [] });
});

test('the sandbox that a run starts ignores the options of another one in the environment', async () => {
	const store = join(temporaryFolder(), 'store');
	const { code, report } = await scenarios(['card/approved'], {
		PAYIN_SANDBOX_STORE: `file:${store}`,
		PAYIN_SANDBOX_SET: '{"defaultOutcome":{"DECLINE":1}}',
		PAYIN_SANDBOX_PROFILE: 'degraded',
	});
	expect([code, report().verdict]).toEqual([0, 'PASSED']);
	expect(existsSync(store)).toBe(false);
});

test('a sandbox with a control token gets it in all stories, and no report contains it', async () => {
	const token = 'a-token-of-this-test';
	const open = await startSandbox({ host: '0.0.0.0', controlToken: token });
	const target = `http://127.0.0.1:${new URL(open.url).port}`;
	const env = { PAYIN_SANDBOX_CONTROL_TOKEN: token };
	const { report } = await setup({ target, names: ['card'] }, { env });
	expect(report.verdict).toBe('PASSED');
	expect(report.scenarios.filter(({ status }) => status !== 'passed')).toEqual([]);
	expect(JSON.stringify(report)).not.toContain(token);
});

test('a folder in place of a report file is refused before anything runs', async () => {
	const cwd = temporaryFolder();
	const run = setup({ reportJunit: cwd }, { cwd });
	await expect(run).rejects.toThrow(
		`--report-junit ${cwd} cannot be used: it is a folder, not a file. Name a place with`,
	);
});

test('two results in one file are refused before anything runs', async () => {
	const cwd = temporaryFolder();
	const same = { reportJunit: 'ci.xml', reportHtml: './ci.xml', out: 'out' };
	await expect(setup({ ...same, reportJson: 'out/report.html' }, { cwd })).rejects.toThrow(
		`--report-html would replace --report-junit: both are ${join(cwd, 'ci.xml')}. Name another file.\n--report-json would replace report.html of --out: both are ${join(cwd, 'out', 'report.html')}. Name another file.`,
	);
	const { report } = await setup({ out: 'out', reportJson: 'out/report.json' }, { cwd });
	expect(report.verdict).toBe('PASSED');
});

test('links in a circle in place of a report file are refused before anything runs', async () => {
	const cwd = temporaryFolder();
	symlinkSync('circle', join(cwd, 'circle'));
	const run = setup({ reportHtml: 'circle' }, { cwd });
	await expect(run).rejects.toThrow(UsageError);
	await expect(run).rejects.toThrow(/circle cannot be used: its links lead in a circle \(ELOOP\)/);
});
