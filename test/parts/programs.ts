/** Programs of the machine: where they are, how they are run, and how the system's packages bring them. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where programs of these names would stand: folder by folder, as the PATH has them. */
export function placesOnPath(names: readonly string[], env: Env): string[] {
	const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
	return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

export function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Shows what the program says; false when it failed, or is not there. */
export function run(program: string, args: readonly string[], env: Env): Promise<boolean> {
	return new Promise((resolve) => {
		// npx is a script on Windows, which only a shell starts; every argument here is a constant.
		const shell = process.platform === 'win32' && program === 'npx';
		spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], shell })
			.on('error', () => resolve(false))
			.on('close', (code) => resolve(code === 0));
	});
}

/** Whether the packages of Debian, and of what descends from it, may be used. */
export function mayUseApt(): boolean {
	return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

export async function aptInstall(args: readonly string[], env: Env): Promise<boolean> {
	const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
	return (
		(await run('apt-get', ['update'], apt)) &&
		(await run('apt-get', ['install', '-y', ...args], apt))
	);
}
