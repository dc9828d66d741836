/** Runs `payin-sandbox record`, and reads the story that it wrote. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordOptions } from '../../scenarios/recording/record-command.ts';
import { recordCommand } from '../../scenarios/recording/record-command.ts';
import { temporaryFolder } from './command.ts';
import type { Sandbox } from './sandbox.ts';
import { runWarmCommand } from './warm-command.ts';

/** As a command, with its arguments and variables. */
export const record = (...args: string[]) => recordWith({}, ...args);

export async function recordWith(env: Record<string, string>, ...args: string[]) {
	const out = join(temporaryFolder(), 'shop-order.ts');
	const ended = await runWarmCommand(['record', ...args, '--out', out], env);
	return { ...ended, ...written(out) };
}

export const recordPayment = (sandbox: Sandbox, transaction: string) =>
	recordHere({ transaction, target: sandbox.url });

/** Without the command around it. */
export async function recordHere(
	options: Partial<RecordOptions>,
	out = join(temporaryFolder(), 'shop-order.ts'),
) {
	const output = { stdout: '', stderr: '' };
	const code = await recordCommand(
		{ target: 'http://127.0.0.1:8080', ...options, out },
		{
			out(text) {
				output.stdout += text;
			},
			err(text) {
				output.stderr += text;
			},
			isTerminal: false,
			env: {},
			cwd: temporaryFolder(),
			signal: new AbortController().signal,
		},
	);
	return { code, ...output, ...written(out) };
}

function written(out: string) {
	const text = existsSync(out) ? readFileSync(out, 'utf8') : null;
	return { out, text, run: linesOfRun(text) };
}

/** The lines of `run`, without indentation. */
export function linesOfRun(text: string | null): string[] {
	const [, body = ''] = /async run\(.*\) \{\n([\s\S]*)\n\t\},/.exec(text ?? '') ?? [];
	return body.split('\n').map((line) => line.trim());
}
