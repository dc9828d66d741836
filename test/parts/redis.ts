/** Finds a Redis or Valkey server for the tests of the shared store, or gets one. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

const names = ['redis-server', 'valkey-server'];

/** `REDIS_SERVER_BIN`, then the PATH. */
export function findRedis({ env }: { env: Env }): string | null {
	// Somebody said "this one": another one in its place would be a surprise.
	if (env.REDIS_SERVER_BIN) return isProgram(env.REDIS_SERVER_BIN) ? env.REDIS_SERVER_BIN : null;
	const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
	return (
		folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null
	);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** From the system's packages, where they may be used. Shows its progress; fails when it got none. */
export async function installRedis({ env }: { env: Env }): Promise<void> {
	const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
	const mayUseApt = process.getuid?.() === 0 && existsSync('/etc/debian_version');
	const got =
		mayUseApt &&
		(await run('apt-get', ['update'], apt)) &&
		// The server alone: the package beside it would start one with the machine.
		(await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], apt));
	if (!got) {
		throw new Error('Install redis-server or valkey-server, or set REDIS_SERVER_BIN.');
	}
}

function run(program: string, args: readonly string[], env: Env): Promise<boolean> {
	return new Promise((resolve) => {
		spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
			.on('error', () => resolve(false))
			.on('close', (code) => resolve(code === 0));
	});
}
