/** The command that is measured is the built one: made when it is missing or older than what it is made of. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath } from './child.ts';

const sources = ['simulator', 'scenarios', 'reports', 'load', 'cli.ts', 'tsconfig.build.json'];
/** What the build writes last. */
const builtLast = 'dist/config.schema.json';

export async function ensureBuilt(progress: (words: string) => void): Promise<void> {
	const stale = whyBuild();
	if (stale === null) return;
	progress(`${stale}: building`);
	const shell = process.platform === 'win32';
	const child = spawn('npm', ['run', '--silent', 'build'], {
		cwd: projectPath('.'),
		stdio: ['ignore', 'ignore', 'inherit'],
		shell,
	});
	const [code] = await once(child, 'exit');
	if (code !== 0) throw new Error(`npm run build ended with ${code}`);
}

function whyBuild(): string | null {
	const built = changedMs(builtLast);
	if (built === null) return 'There is no built command';
	const newest = Math.max(...sources.flatMap(filesOf).map((path) => changedMs(path) ?? 0));
	return newest > built ? 'The built command is older than its sources' : null;
}

function filesOf(source: string): string[] {
	if (source.includes('.')) return [source];
	const all = readdirSync(projectPath(source), { recursive: true, encoding: 'utf8' });
	return all
		.map((path) => join(source, path))
		.filter((path) => /\.(ts|js|css|html)$/.test(path) && !isUnbuilt(path));
}

const isUnbuilt = (path: string) => /\.test\.ts$|^load.bench|^reports.out/.test(path);

function changedMs(path: string): number | null {
	return statSync(projectPath(path), { throwIfNoEntry: false })?.mtimeMs ?? null;
}
