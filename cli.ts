#!/usr/bin/env node
/** The command: a thin caller of what the folders offer. The only reader of arguments and environment. */
import { Command, CommanderError, Option } from 'commander';
import { exitCodes } from './simulator/contract/exit-codes.ts';
import { packageVersion } from './simulator/runtime/package.ts';
import { listOptions, readOptions } from './simulator/settings/options.ts';
import { serveOptionsSchema } from './simulator/settings/serve-options.ts';

const program = new Command('payin-sandbox')
	.description(
		'A sandbox, scenario runner and load-test harness for a hybrid payment link pay-in service.',
	)
	.version(packageVersion())
	.showHelpAfterError('Run payin-sandbox --help to see what there is.')
	.exitOverride();

const serve = program.command('serve').description('serve the sandbox').exitOverride();
for (const { flag, placeholder, description, fallback, isList, variable } of listOptions(
	serveOptionsSchema,
)) {
	const words = `${description} (${fallback === null ? '' : `default ${fallback}; `}${variable})`;
	const option = new Option(`${flag} ${placeholder}`, words);
	serve.addOption(isList ? option.argParser(collect) : option);
}
serve.action(async (flags: Record<string, unknown>) => {
	const read = readOptions(serveOptionsSchema, flags, process.env);
	if (!read.ok) return usage(read.problems);
	const { runServe } = await import('./simulator/serve.ts');
	process.exitCode = await runServe(read.options, {
		out: (text) => process.stdout.write(text),
		error: (text) => process.stderr.write(text),
		onSignal: (listener) => {
			process.on('SIGINT', listener);
			process.on('SIGTERM', listener);
		},
		exit: (code) => process.exit(code),
	});
});

function collect(value: string, before: string[] | undefined): string[] {
	return [...(before ?? []), value];
}

function usage(problems: readonly string[]): void {
	for (const problem of problems) process.stderr.write(`payin-sandbox: ${problem}\n`);
	process.exitCode = exitCodes.usage;
}

try {
	await program.parseAsync();
} catch (error) {
	if (!(error instanceof CommanderError)) throw error;
	process.exitCode = error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
}
