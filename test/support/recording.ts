/** Runs `payin-sandbox record`, and reads the story that it wrote. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, temporaryFolder } from './command.ts';
import type { Sandbox } from './sandbox.ts';

export const record = (...args: string[]) => recordWith({}, ...args);

export async function recordWith(env: Record<string, string>, ...args: string[]) {
	const out = join(temporaryFolder(), 'shop-order.ts');
	const ended = await runCommand(['record', ...args, '--out', out], env);
	const text = existsSync(out) ? readFileSync(out, 'utf8') : null;
	return { ...ended, out, text, run: linesOfRun(text) };
}

/** The lines of `run`, without indentation. */
export function linesOfRun(text: string | null): string[] {
	const [, body = ''] = /async run\(.*\) \{\n([\s\S]*)\n\t\},/.exec(text ?? '') ?? [];
	return body.split('\n').map((line) => line.trim());
}

export const recordPayment = (sandbox: Sandbox, id: string) => record(id, '--target', sandbox.url);
