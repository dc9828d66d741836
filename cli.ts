#!/usr/bin/env node
/**
 * The command line: this file parses the arguments and calls the other folders. No other file reads arguments or
 * environment variables.
 */
import { exitCodes } from './simulator/contract/exit-codes.ts';
import { failingSeverities } from './simulator/contract/finding-table.ts';
import { defaultWorkspace } from './simulator/contract/routes.ts';
import { watchForInterruption } from './simulator/interruption.ts';

const interrupted = watchForInterruption(process);

// Static imports would load all of this before the signals above are handled.
const [
	{ Command, CommanderError, Option },
	{ profileNames: loadProfiles },
	{ seedProblems, UsageError },
	{ rerunCommand, rerunStoryCommand, escapeForOutput, withoutCredentials, withoutRefusedValues },
	{ refuseOptionsOfNpm },
	{ packageVersion },
	{ listOptions },
	{ serveCommandSchema },
] = await Promise.all([
	import('commander'),
	import('./load/profiles.ts'),
	import('./scenarios/harness/errors.ts'),
	import('./scenarios/harness/run-io.ts'),
	import('./scenarios/harness/npm-options.ts'),
	import('./simulator/runtime/package.ts'),
	import('./simulator/settings/options.ts'),
	import('./simulator/settings/serve-options.ts'),
]);

const isClone = import.meta.url.endsWith('.ts');
const writeTo = (stream: NodeJS.WriteStream) => (text: string) =>
	void stream.write(escapeForOutput(text, stream.isTTY === true, process));
const out = writeTo(process.stdout);
const err = writeTo(process.stderr);

const collect = (value: string, before: string[] = []): string[] => [...before, value];
const whole = (value: string): number => (/^-?\d+$/.test(value) ? Number(value) : Number.NaN);
const seedOption = [
	'--seed <number>',
	'the same seed gives the same customers and outcomes',
	whole,
	1,
] as const;

const program = new Command('payin-sandbox')
	.description(
		'A sandbox, scenario runner and load-test harness for a hybrid payment link pay-in service.',
	)
	.version(packageVersion())
	.configureOutput({
		writeOut: out,
		writeErr: err,
		outputError: (text, write) => write(withoutRefusedValues(nameExcessWords(text))),
	})
	.showHelpAfterError('With --help, the command shows its commands and options.')
	.exitOverride()
	.hook('preAction', refuseEmptyPaths);

const serve = program.command('serve').description('serve the sandbox until it is stopped');
for (const option of listOptions(serveCommandSchema)) {
	const { flag, placeholder, description, fallback, isRepeatable, variable } = option;
	const notes = [fallback === null ? [] : `default ${fallback}`, variable ?? []].flat().join('; ');
	const text = notes ? `${description} (${notes})` : description;
	const parsed = new Option(`${flag} ${placeholder}`.trim(), text);
	serve.addOption(isRepeatable ? parsed.argParser(collect) : parsed);
}
serve.action(async (flags: Record<string, unknown>) => {
	const { runServe } = await import('./simulator/serve.ts');
	const { endWithNpx } = await import('./simulator/runtime/end-with-process.ts');
	endWithNpx(process.env);
	process.exitCode = await runServe(flags, io());
	// Exit explicitly: a program that does not read our standard error would otherwise keep this process alive.
	if (process.stderr.writableLength > 0) process.exit();
});

program
	.command('scenarios')
	.description('replay stories against a new sandbox, or any host')
	.argument(
		'[names...]',
		'names of stories, their first part, globs, or paths of your own: bank/approved, card, "*late*", ./stories',
	)
	.option('--merchant <file>', 'test your own shop, which this merchant file describes')
	.option(
		'--target <url>',
		'base address of a running sandbox or another host; without it, a sandbox is started',
	)
	.option('--i-have-permission', 'you may test this host; required for every host but loopback')
	.option('--allow-host <host>', 'a host that you may test; may be repeated', collect)
	.option(
		'--header <header>',
		"'Name: value' for the three calls, shown nowhere; may be repeated",
		collect,
	)
	.option('--tag <tag>', 'only stories with this tag; may be repeated', collect)
	.option('--not-tag <tag>', 'only stories without this tag; may be repeated', collect)
	.option('--shard <part>', 'one of several parts of the stories: 1/4')
	.option('--shuffle', 'run the stories in an order that the seed decides')
	.option('--out <dir>', 'folder of the results (default reports/out/scenarios-<run id>)')
	.option('--report-junit <file>', 'another copy of junit.xml')
	.option('--report-html <file>', 'another copy of report.html')
	.option('--report-json <file>', 'another copy of report.json')
	.option('--report-tap <file>', 'another copy of results.tap')
	.option('--report-markdown <file>', 'another copy of summary.md')
	.option(...seedOption)
	.option(
		'--jobs <number>',
		'number of stories at the same time (default: one for each core)',
		whole,
	)
	.option('--repeat <number>', 'number of replays of each story', whole, 1)
	.option('--retries <number>', 'how often a story that failed is run again', whole, 0)
	.option('--fail-on-flaky', 'fail when a story passes only sometimes')
	.option('--bail', 'stop after the first story that fails')
	.option('--watch', 'run again when a file of your own stories changes')
	.option('--list', 'list the stories and the capabilities each needs')
	.option('--json', 'with --list, as JSON')
	.action(async (names: string[], { tag, notTag, allowHost, header, list, watch, ...flags }) => {
		const options = {
			...{ bail: false, shuffle: false, failOnFlaky: false, ...flags },
			permission: flags.iHavePermission === true,
			allowHosts: allowHost ?? [],
			headers: header ?? [],
			names,
			tags: tag ?? [],
			notTags: notTag ?? [],
			command: repeatable(),
			rerunOf: rerunOfStory,
		};
		if (flags.json && !list) throw new UsageError(['--json needs --list: use --report-json FILE.']);
		const { untilFinished } = await import('./scenarios/harness/early-exit.ts');
		if (list) {
			const { listScenarios } = await import('./scenarios/choose-stories.ts');
			out(await untilFinished(io(), () => listScenarios(options, io())));
		} else if (watch) {
			const { watchStories } = await import('./scenarios/runner/watch.ts');
			const words = [...process.execArgv, ...process.argv.slice(1)];
			process.exitCode = await watchStories(
				names,
				words.filter((word) => word !== '--watch'),
				io(),
			);
		} else {
			const { runScenarios } = await import('./scenarios/run.ts');
			const report = await untilFinished(io(), () => runScenarios(options, io()));
			process.exitCode = report.exitCode;
		}
	});

program
	.command('merchant')
	.description('work on a merchant file: merchant check FILE')
	.command('check')
	.description('try each step of a merchant file once, and show what the shop answers')
	.argument('<file>', 'the merchant file')
	.option('--target <url>', 'base address of the sandbox behind a shop that runs already')
	.option(
		'--i-have-permission',
		'you may test the hosts of the file; required for all but loopback',
	)
	.option('--allow-host <host>', 'a host that you may test; may be repeated', collect)
	.option(...seedOption)
	.action(async (file: string, { iHavePermission = false, allowHost = [], ...options }) => {
		const { checkMerchant } = await import('./scenarios/merchant-mode/check-command.ts');
		const permission = { permission: iHavePermission, allowHosts: allowHost };
		process.exitCode = await checkMerchant({ ...options, ...permission, file }, io());
	});

program
	.command('load')
	.description('load-test the three calls with k6: the verdict is GO, NO-GO or INCONCLUSIVE')
	.option('--profile <name>', `shape of the load: ${loadProfiles.join(', ')}`, 'smoke')
	.option('--target <url>', 'base address of the host; without it, a sandbox is started')
	.option('--merchant <file>', 'load your own shop: the file that describes it')
	.option(
		'--shopper <who>',
		'who pays at the cashier after the redirect of a shop: none, http (default) or browser',
	)
	.option('--rate <rate>', 'flows started per second, or per minute: 20, 300/m')
	.option('--duration <time>', 'duration of the measured part: 60s, 5m, 2h')
	.option('--mix <shares>', 'shares of flows or stories: card=0.6,bank=0.4')
	.option('--connections <how>', 'per-user (kept between flows) or new (opened by each flow)')
	.option('--limits <file>', 'your limits and expected load, for the verdict')
	.option('--slo <file>', 'another name of --limits')
	.option('--peak <rate>', 'spike: the peak, also as a multiple of --rate (default 5x)')
	.option('--peak-duration <time>', 'spike: duration of the peak (default 60s)')
	.option('--recover <time>', 'spike: time to be within the limits again (default 30s)')
	.option('--from <rate>', 'breakpoint: the lowest rate (default 0.5x)')
	.option('--to <rate>', 'breakpoint: the highest rate (default 4x)')
	.option('--steps <number>', 'breakpoint: number of rates (default 8)')
	.option('--step-duration <time>', 'breakpoint: duration of each (default 20s)')
	.option('--refine <share>', 'breakpoint: come as close to the capacity: 5%')
	.option('--repeat <kinds>', 'idempotency: later, parallel, lost, changed (default all)')
	.option('--out <dir>', 'folder of the results (default reports/out/load-<run id>)')
	.option('--part <part>', 'one of several machines that play the plan together: 2/4')
	.option('--start-at <time>', 'when all parts start: 2026-11-14T09:30:00Z')
	.option('--k6-api <address>', 'k6 waits until a client of its API at this address starts it')
	.option('--paired <urls...>', 'compare two hosts, BASE and CANDIDATE, in runs A B B A')
	.option('--pairs <number>', 'with --paired, the number of pairs (default 5)', whole)
	.option('--csv', 'also write the figures of each second to series.csv')
	.option(...seedOption)
	.option(
		'--i-have-permission',
		'you may load-test this host; required for every host but loopback',
	)
	.option('--allow-host <host>', 'a host that you may load-test; may be repeated', collect)
	.action(async ({ iHavePermission = false, allowHost = [], paired, pairs, ...flags }) => {
		const options = {
			...flags,
			permission: iHavePermission,
			allowHosts: allowHost,
			command: repeatable(),
		};
		if (paired === undefined && pairs === undefined) {
			const { runLoad } = await import('./load/run.ts');
			process.exitCode = (await runLoad(options, io())).exitCode;
			return;
		}
		const { runPaired } = await import('./load/runner/paired.ts');
		process.exitCode = await runPaired({ ...options, hosts: paired ?? [], pairs }, io());
	});

program
	.command('findings')
	.description('print what is wrong with the calls that a running sandbox received')
	.option(
		'--target <url>',
		'base address of the sandbox; with /w/NAME at its end, of a workspace',
		'http://127.0.0.1:8080',
	)
	.option(
		'--workspace <name>',
		`the workspace to look at (default: that of --target, or "${defaultWorkspace}")`,
	)
	.addOption(
		new Option('--fail-on <severity>', 'exit with 1 from this severity up')
			.choices(failingSeverities)
			.default('wrong'),
	)
	.option(
		'--control-token <token>',
		'bearer token of the control API (default: PAYIN_SANDBOX_CONTROL_TOKEN)',
	)
	.action(async (options) => {
		const { findingsCommand } = await import('./scenarios/findings-command.ts');
		const terminal = { ...io(), isTerminal: process.stdout.isTTY === true };
		process.exitCode = await findingsCommand(options, terminal);
	});

program
	.command('record')
	.description('write a payment of a running sandbox, or an HTTP Archive, as a story')
	.argument('[transaction]', 'transaction or session id of the payment')
	.requiredOption('--out <file>', 'file of the story; it is written once the story has passed')
	.option('--har <file>', 'HTTP Archive 1.2 of the three calls')
	.option('--target <url>', 'base address of the sandbox', 'http://127.0.0.1:8080')
	.action(async (transaction: string | undefined, options) => {
		const { recordCommand } = await import('./scenarios/recording/record-command.ts');
		process.exitCode = await recordCommand({ ...options, transaction }, io());
	});

const report = program
	.command('report')
	.description('write the reports of earlier runs again, from their report.json')
	.argument('<dir...>', 'folders of results')
	.option('--csv', 'also write the figures of each second of a load run to series.csv')
	.action(async (directories: string[], options: { csv?: boolean }) => {
		endWhenInterrupted();
		const { renderReportsAgain } = await import('./reports/report-command.ts');
		for (const result of await renderReportsAgain(directories, options)) {
			if (result.problem === null) out(`${result.paths.join('\n')}\n`);
			else usage([result.problem]);
		}
	});

report
	.command('compare')
	.description('compare load runs of a candidate with those of a base: better, same or worse')
	.argument('<base...>', 'folders of the runs of the base')
	.requiredOption('--with <dir...>', 'folders of the runs of the candidate, as many')
	.option('--out <dir>', 'folder of compare.json and compare.html', 'reports/out/compare')
	.action(async (base: string[], { with: candidate, out: folder }) => {
		endWhenInterrupted();
		const { compareCommand } = await import('./reports/compare-command.ts');
		const { compareSummary } = await import('./reports/compare-text.ts');
		const compared = await compareCommand({ base, candidate }, { out: folder });
		if ('problems' in compared) return usage(compared.problems);
		out(
			`${compareSummary(compared.compare)}${compared.paths.map((path) => `  ${path}\n`).join('')}`,
		);
		process.exitCode = compared.compare.exitCode;
	});

report
	.command('merge')
	.description('merge the parts of a load run (load --part) into one report')
	.argument('<dir...>', 'folders of the parts')
	.requiredOption('--out <dir>', 'folder of the merged report')
	.action(async (directories: string[], { out: folder }: { out: string }) => {
		endWhenInterrupted();
		const { mergeCommand } = await import('./reports/merge-command.ts');
		const { loadSummary } = await import('./reports/load-terminal.ts');
		const merged = await mergeCommand(directories, { ...report.opts(), out: folder });
		if ('problems' in merged) return usage(merged.problems);
		out(`${loadSummary(merged.report)}${merged.paths.map((path) => `  ${path}\n`).join('')}`);
		process.exitCode = merged.report.exitCode;
	});

program
	.command('customers')
	.description('print customers that are valid for a market, as JSON')
	.option('--market <country>', 'country of the market; an unknown one lists them all', 'CO')
	.option('--count <number>', 'number of customers', whole, 1)
	.option(...seedOption)
	.action(async (options: { market: string; count: number; seed: number }) => {
		endWhenInterrupted();
		const wrong = seedProblems(options.seed);
		if (wrong.length > 0) throw new UsageError(wrong);
		const { customersCommand } = await import('./simulator/customers/command.ts');
		process.exitCode = customersCommand(options, { out, err });
	});

/** For commands that do not watch the abort signal: an interruption ends the process. */
function endWhenInterrupted(): void {
	const end = () => process.exit(exitCodes.interrupted);
	if (interrupted.aborted) end();
	interrupted.addEventListener('abort', end);
}

/** An unset variable of a script gives an empty path. It would name the current folder. */
function refuseEmptyPaths(_: unknown, command: InstanceType<typeof Command>): void {
	const { options, registeredArguments, processedArgs } = command;
	const given = [
		...options.map((one) => [one.flags, command.getOptionValue(one.attributeName())]),
		...registeredArguments.map((one, index) => [`<${one.name()}>`, processedArgs[index]]),
	];
	const problems = given
		.filter(([name, value]) => /<(base|dir|file)\b/.test(name) && [value].flat().includes(''))
		.map(([name]) => `${name} is empty. Name a ${name.includes('<file') ? 'file' : 'folder'}.`);
	if (problems.length > 0) throw new UsageError(problems);
}

/** Adds the words to the error of commander about too many arguments, which only counts them. */
function nameExcessWords(text: string): string {
	if (!text.startsWith('error: too many arguments')) return text;
	const words = program.commands
		.flatMap((command) => [command, ...command.commands])
		.flatMap(({ args, registeredArguments }) => args.slice(registeredArguments.length));
	return `${text.trimEnd().replace(/\.$/, '')}: ${words.join(' ')}\n`;
}

function io() {
	return {
		out,
		err,
		annotate: (commands: string) => void process.stdout.write(commands),
		isTerminal: process.stderr.isTTY === true,
		isOutTerminal: process.stdout.isTTY === true,
		env: process.env,
		cwd: process.cwd(),
		signal: interrupted,
	};
}

function repeatable(): string {
	return rerunCommand(process.argv.slice(2), isClone);
}

function rerunOfStory(name: string): string {
	return rerunStoryCommand(name, process.argv.slice(3), isClone);
}

function usage(problems: readonly string[]): void {
	for (const problem of problems) err(`payin-sandbox: ${withoutCredentials(problem)}\n`);
	process.exitCode = exitCodes.usage;
}

try {
	// Before commander judges the words: some may be the values of options that npm took.
	refuseOptionsOfNpm(process.env, process.argv.slice(2), program);
	await program.parseAsync();
} catch (error) {
	if (error instanceof UsageError) usage(error.problems);
	else if (error instanceof CommanderError)
		process.exitCode = error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
	else {
		// Node's exit code for an uncaught error is 1, which here means FAILED or NO-GO.
		err(`${error instanceof Error ? error.stack : error}\n`);
		process.exitCode = exitCodes.couldNotRun;
	}
}

// A story, or a file that it loads, may have left open what keeps a process alive: a timer, a server, a pool.
if (process.argv[2] === 'scenarios')
	await (await import('./scenarios/harness/early-exit.ts')).exitWhenWritten();
