/** The package as a user gets it: packed, and installed in a folder of its own. */
import type { SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Installed {
	/** A project that has the package among its dependencies, and nothing else. */
	folder: string;
	/** The package in that project. */
	installed: string;
	/** Paths inside the package. */
	files: string[];
	packedBytes: number;
	remove(): Promise<void>;
}

export interface Ended {
	code: number | null;
	stdout: string;
	stderr: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const isWindows = process.platform === 'win32';

/** What `npm test` tells its scripts about this package would mislead an npm in another folder. */
const env = Object.fromEntries(
	Object.entries(process.env).filter(
		([name]) => !/^npm_(package|lifecycle|config_local)_/.test(name),
	),
);

/** npm and what it installs are .cmd files on Windows, which only a shell starts. */
export function start(program: string, args: readonly string[], options: SpawnOptions = {}) {
	return spawn(program, [...args], {
		env,
		shell: isWindows && program !== process.execPath,
		...options,
	});
}

export async function run(
	program: string,
	args: readonly string[],
	cwd: string,
	limitMs = 120_000,
): Promise<Ended> {
	const child = start(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs });
	const ended: Ended = { code: null, stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			ended[name] += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve({ ...ended, code }));
	});
}

/** Fails with the output of the program. */
async function must(program: string, args: readonly string[], cwd: string): Promise<string> {
	const { code, stdout, stderr } = await run(program, args, cwd);
	if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}:\n${stderr}`);
	return stdout;
}

/** What is packed, as npm makes it before it packs: `dist/`. */
export async function buildPackage(): Promise<void> {
	await must('npm', ['run', '--silent', 'prepack'], root);
}

/** Of what `buildPackage` built, at the start of the run. */
export async function packAndInstall(): Promise<Installed> {
	const temporary = await mkdtemp(join(tmpdir(), 'payin-sandbox-package-'));
	const remove = () => rm(temporary, { recursive: true, force: true });
	try {
		const pack = ['pack', '--ignore-scripts', '--pack-destination', temporary];
		await must('npm', pack, root);
		const [name = ''] = await readdir(temporary);
		const tarball = join(temporary, name);
		const folder = join(temporary, 'shop');
		await mkdir(folder);
		await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
		const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
		await must('npm', ['install', ...quiet, tarball], folder);
		const installed = join(folder, 'node_modules', 'payin-sandbox');
		return {
			folder,
			installed,
			files: await filesIn(installed),
			packedBytes: (await stat(tarball)).size,
			remove,
		};
	} catch (error) {
		await remove();
		throw error;
	}
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}
