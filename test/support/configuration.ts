/** The effective configuration of `serve` in a temporary working folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './command.ts';
import { runWarmCommand } from './warm-command.ts';

export const configName = 'payin-sandbox.config.json';

/** A temporary working folder with this configuration file. */
export function folderWith(content: unknown): string {
	const folder = temporaryFolder();
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	writeFileSync(join(folder, configName), text);
	return folder;
}

/** The effective configuration, or the problems, by `--print-config`. */
export async function configuration(
	cwd: string,
	args: string[] = [],
	env: Record<string, string> = {},
) {
	const ended = await runWarmCommand(['serve', '--print-config', ...args], env, cwd);
	const lines = ended.stderr.split('\n').filter((line) => line !== '');
	return { ...ended, lines, config: ended.code === 0 ? JSON.parse(ended.stdout) : null };
}
