/** docs/ci.md, action.yml and the GitLab template: their shell runs as printed, and public linters accept them. */
import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../simulator/runtime/package.ts';
import { findActionlint } from './parts/actionlint.ts';
import { full } from './support/campaign.ts';
import { builtCommand, temporaryFolder } from './support/command.ts';
import { docsBlock } from './support/docs-block.ts';
import { firstRows } from './support/sample.ts';
import { runWarmCommand } from './support/warm-command.ts';
import { createRunner, readAction, runAction, runSteps, stepsOf } from './support/workflow.ts';

const shellTest = test.skipIf(process.platform === 'win32');
const actionlint = findActionlint({ env: process.env });

const real = `exec '${process.execPath}' '${builtCommand}' "$@"`;
/** One story is enough for a workflow. */
const oneStory = `${real} card/redirected`;
/** Notes its arguments, writes what a run writes, and ends with the code in the file `code`. */
const stub = `echo "$*" >> calls
while [ $# -gt 0 ]; do
	if [ "$1" = --out ]; then mkdir -p "$2"; echo "# Summary" > "$2/summary.md"; fi
	shift
done
exit "$(cat code 2> /dev/null || echo 0)"`;

/** A repository of a shop, where this package is installed. */
function createShop(command = real, commands: Readonly<Record<string, string>> = {}) {
	const folder = temporaryFolder();
	const bin = join(folder, 'node_modules', '.bin');
	mkdirSync(bin, { recursive: true });
	symlinkSync(packageRoot, join(folder, 'node_modules', 'payin-sandbox'));
	const npx = 'program=$1; shift; exec "node_modules/.bin/$program" "$@"';
	const scripts = { 'payin-sandbox': command, npm: 'echo "npm $*"', npx, ...commands };
	for (const [name, text] of Object.entries(scripts)) {
		writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`);
		chmodSync(join(bin, name), 0o755);
	}
	return folder;
}

const bash = (script: string, folder: string, env: Record<string, string> = {}) =>
	spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...createRunner(folder).env, ...env },
	});

const workflow = (name: string) => docsBlock('ci.md', 'yaml', `name: ${name}\n`);

/** A repository as the page makes it: the action is copied into it. */
function shopWithAction(...parameters: Parameters<typeof createShop>) {
	const folder = createShop(...parameters);
	const copied = bash(docsBlock('ci.md', 'sh', 'action.yml'), folder);
	expect([copied.status, copied.stderr]).toEqual([0, '']);
	return folder;
}

shellTest(
	'the workflow of the scenarios replays them, shows the summary and keeps the reports',
	async () => {
		const folder = shopWithAction(oneStory);
		const { code, log, summary, used } = await runSteps(
			stepsOf(workflow('Pay-in scenarios')),
			createRunner(folder),
		);
		expect([code, log]).toEqual([0, expect.stringMatching(/^npm ci\n/)]);
		expect(summary).toContain('card/redirected');
		expect(used.at(-1)).toEqual([
			'actions/upload-artifact@v7',
			{ name: 'pay-in-results', path: './pay-in-results', 'if-no-files-found': 'ignore' },
		]);
		const junit = readFileSync(join(folder, 'pay-in-results', 'junit.xml'), 'utf8');
		expect(junit).toContain('failures="0"');
	},
);

shellTest('the workflow of the merchant passes its file, and fails with the run', async () => {
	const folder = shopWithAction(stub);
	const steps = stepsOf(workflow('Pay-in checkout'));
	const { code, summary, used } = await runSteps(steps, createRunner(folder));
	expect([code, summary]).toEqual([0, '# Summary\n']);
	// The job may be beside the one of the scenarios: two artifacts of a workflow have different names.
	expect(used.at(-1)?.[1].name).toBe('pay-in-merchant-results');
	const calls = () => readFileSync(join(folder, 'calls'), 'utf8');
	expect(calls()).toBe('scenarios --out pay-in-results --merchant merchant.jsonc\n');
	writeFileSync(join(folder, 'code'), '1');
	const failed = await runSteps(steps, createRunner(folder));
	expect([failed.code, failed.summary, failed.used.length]).toEqual([1, '# Summary\n', 3]);
});

const python = join(packageRoot, 'scenarios', 'example-merchant', 'python');

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!full || process.platform === 'win32' || !existsSync(python) || !hasPython)(
	'the workflow of the merchant passes for a shop in Python, and fails for one that takes the return for the payment',
	async () => {
		const folder = shopWithAction(`${real} merchant/returned-while-processing`);
		cpSync(python, folder, { recursive: true });
		const { env, ...runner } = createRunner(folder);
		const steps = stepsOf(workflow('Pay-in checkout'));
		const right = await runSteps(steps, { ...runner, env });
		expect(right.code, right.log).toBe(0);
		const wrong = await runSteps(steps, {
			...runner,
			env: { ...env, SHOP_BUGS: 'return-means-paid' },
		});
		expect([wrong.code, wrong.summary], wrong.log).toEqual([
			1,
			expect.stringContaining('not handled'),
		]);
	},
);

shellTest(
	'the workflow of own tests gives them a sandbox, and findings judges their calls',
	async () => {
		const call = `curl --fail --silent "$PAY_IN_URL/v2/payment-options" -H 'Content-Type: application/json' -d '{"amount":-1}'`;
		const npm = `if [ "$1" = test ]; then ${call} || echo refused; fi`;
		const folder = shopWithAction(real, { npm });
		const runner = createRunner(folder);
		const { code, log, outputs, used } = await runSteps(
			stepsOf(workflow('Checkout tests')),
			runner,
			{ results: { url: `$\{{ steps.sandbox.outputs.url }}` } },
		);
		expect([code, log]).toEqual([1, expect.stringContaining('WRONG  refusal_ignored  1×')]);
		expect(log).toContain('refused');
		expect(used.map(([name]) => name)).not.toContain('actions/upload-artifact@v7');
		expect((await fetch(`${outputs.url}/_sandbox/ready`)).status).toBe(200);
	},
);

shellTest(
	'the action installs what the input package names, and explains what is missing',
	async () => {
		const npm = `echo "npm $*"; mkdir -p "$3/node_modules/.bin"; cp node_modules/.bin/payin-sandbox "$3/node_modules/.bin/"`;
		const folder = createShop(stub, { npm });
		writeFileSync(join(folder, 'payin-sandbox-0.1.0.tgz'), '');
		const given = {
			mode: 'merchant',
			target: 'http://127.0.0.1:8080',
			args: '--tag card --jobs 2',
		};
		const absolute = `${folder}/payin-sandbox-0.1.0.tgz`;
		for (const path of ['payin-sandbox-0.1.0.tgz', absolute]) {
			const packed = await runAction(createRunner(folder), { ...given, package: path });
			expect([packed.code, packed.log]).toEqual([
				0,
				expect.stringContaining(`--no-audit --no-fund ${absolute}\n`),
			]);
			expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
				'scenarios --out pay-in-results --target http://127.0.0.1:8080 --merchant merchant.jsonc --tag card --jobs 2\n',
			);
			rmSync(join(folder, 'calls'));
		}
		const none = await runAction({ ...createRunner(folder), folder: temporaryFolder() });
		expect([none.code, none.log]).toEqual([2, expect.stringContaining('is not in node_modules')]);
		const unknown = await runAction(createRunner(folder), { ...given, mode: 'shop' });
		expect([unknown.code, unknown.log]).toEqual([2, expect.stringContaining('The mode is "shop"')]);
		const broken = await runAction(createRunner(createShop('echo "no port: $*"; exit 3')), {
			mode: 'serve',
			args: '--seed 7\n--profile instant',
		});
		expect([broken.code, broken.log]).toEqual([
			3,
			expect.stringMatching(
				/did not start\.\nno port: serve --port 0 --seed 7 --profile instant\n/,
			),
		]);
	},
);

shellTest(
	'the action starts no sandbox for a run, reads all lines of args, and keeps an absolute out',
	async () => {
		const folder = createShop(stub);
		const out = join(temporaryFolder(), 'results');
		const args = '--tag card\n--seed 7\n';
		const { code, log, summary, outputs, used } = await runAction(createRunner(folder), {
			args,
			out,
		});
		expect([code, log]).toEqual([0, '']);
		expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
			`scenarios --out ${out} --tag card --seed 7\n`,
		);
		expect([summary, outputs.url]).toEqual(['# Summary\n', '']);
		expect(used.at(-1)?.[1].path).toBe(out);
	},
);

interface GitlabJob {
	extends?: string;
	variables?: Record<string, string>;
	before_script?: string[];
	script?: string[];
}
type Gitlab = Record<string, GitlabJob> & { include?: { local: string }[] };

/** The script of a job of the page's `.gitlab-ci.yml`, and its variables, after `include` and `extends`. */
function gitlabJob(folder: string, name: string) {
	const page = parse(docsBlock('ci.md', 'yaml', 'include:')) as Gitlab;
	const included = readFileSync(join(folder, page.include?.[0]?.local ?? ''), 'utf8');
	const job = page[name] ?? {};
	const base = (parse(included) as Gitlab)[job.extends ?? ''] ?? {};
	const env = { ...base.variables, ...job.variables };
	return { script: [...(base.before_script ?? []), ...(base.script ?? [])].join('\n'), env };
}

const gitlabJobs: [name: string, command: string, output: RegExp][] = [
	['pay-in-merchant', stub, /^npm ci\n/],
	['pay-in-scenarios', oneStory, /^npm ci\n[\s\S]*passed/],
];

shellTest.each(firstRows(gitlabJobs))('the GitLab job %s runs', (name, command, output) => {
	const folder = createShop(command);
	bash(docsBlock('ci.md', 'sh', 'gitlab'), folder);
	const { script, env } = gitlabJob(folder, name);
	const more: Record<string, string> = command === stub ? { PAY_IN_ARGS: '--seed 1 *' } : {};
	const { status, stdout, stderr } = bash(script, folder, { ...env, ...more });
	expect([status, stdout], stderr).toEqual([0, expect.stringMatching(output)]);
	if (command !== stub) return;
	expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
		'scenarios --out pay-in-results --merchant merchant.jsonc --seed 1 *\n',
	);
	const wrong = bash(script, folder, { ...env, PAY_IN_MODE: 'shop' });
	expect([wrong.status, wrong.stdout]).toEqual([
		2,
		expect.stringContaining('use scenarios or merchant'),
	]);
	const installs = bash(script, folder, { ...env, PAY_IN_PACKAGE: 'payin-sandbox@0.1.0' });
	const install = 'npm install --no-save --no-audit --no-fund payin-sandbox@0.1.0';
	expect(installs.stdout).toContain(install);
	writeFileSync(join(folder, 'code'), '1');
	expect(bash(script, folder, env).status).toBe(1);
});

test.skipIf(!full || process.platform === 'win32')(
	'the first command of the page writes its results',
	() => {
		const folder = createShop(oneStory);
		const command = docsBlock('ci.md', 'sh', 'npx payin-sandbox scenarios');
		const { status, stderr } = bash(command, folder);
		expect(status, stderr).toBe(0);
		expect(readFileSync(join(folder, 'pay-in-results', 'junit.xml'), 'utf8')).toContain(
			'<testsuite',
		);
	},
);

test('the page has one row for each input of the action', () => {
	const page = readFileSync(join(packageRoot, 'docs', 'ci.md'), 'utf8');
	const table = page.slice(page.indexOf('| Input |'), page.indexOf('The output `url`'));
	const rows = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
		names.split(', '),
	);
	expect(rows.sort()).toEqual(
		Object.keys(readAction().inputs)
			.map((name) => `\`${name}\``)
			.sort(),
	);
});

test('scenarios has the options that CI uses', async () => {
	const { stdout } = await runWarmCommand(['scenarios', '--help']);
	for (const flag of ['--target', '--out', '--merchant']) expect(stdout).toContain(`${flag} <`);
});

test.skipIf(!actionlint)(
	'actionlint accepts the workflows of the page, and their use of the action',
	() => {
		const folder = shopWithAction();
		mkdirSync(join(folder, '.git'));
		mkdirSync(join(folder, '.github', 'workflows'));
		const names = ['Pay-in scenarios', 'Pay-in checkout', 'Checkout tests'];
		for (const [index, name] of names.entries()) {
			writeFileSync(join(folder, '.github', 'workflows', `${index}.yml`), workflow(name));
		}
		const lint = () =>
			spawnSync(actionlint ?? '', ['-no-color'], { cwd: folder, encoding: 'utf8' }).stdout;
		expect(lint()).toBe('');
		const wrong = workflow('Pay-in checkout').replace('mode: merchant', 'mood: merchant');
		writeFileSync(join(folder, '.github', 'workflows', '1.yml'), wrong);
		expect(lint()).toContain('input "mood" is not defined in action "payin-sandbox"');
	},
);
