/** Runs `payin-sandbox scenarios`, and writes stories for it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarioReportSchema } from '../../simulator/contract/run-report.ts';
import { temporaryFolder } from './command.ts';
import { runWarmCommand } from './warm-command.ts';

export const readReport = (folder: string) =>
	scenarioReportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));

/** Runs the command in a folder of its own, where it also writes. */
export async function scenarios(args: readonly string[], env: Record<string, string> = {}) {
	const cwd = temporaryFolder();
	const result = await runWarmCommand(['scenarios', '--out', 'out', ...args], env, cwd);
	return { ...result, cwd, report: () => readReport(join(cwd, 'out')) };
}

/** A story as plain JavaScript; `body` is that of `run`. */
export function storyFile(folder: string, name: string, body: string, more = ''): string {
	const file = join(folder, `${name}.mjs`);
	writeFileSync(
		file,
		`let runs = 0;
export const one = {
	name: 'own/${name}', title: 'A story of this test', tags: ['own'], needs: 'control', ${more}
	async run({ payin, shopper, control, expect }) { runs += 1; ${body} },
};`,
	);
	return file;
}
