/** Finds a Redis or Valkey server for the tests of the shared store, or gets one. */
import type { Env } from './programs.ts';
import { aptInstall, isProgram, mayUseApt, placesOnPath } from './programs.ts';

const names = ['redis-server', 'valkey-server'];

/** `REDIS_SERVER_BIN`, then the PATH. */
export function findRedis({ env }: { env: Env }): string | null {
	// The variable selects one program: never replace it by another.
	if (env.REDIS_SERVER_BIN) return isProgram(env.REDIS_SERVER_BIN) ? env.REDIS_SERVER_BIN : null;
	return placesOnPath(names, env).find(isProgram) ?? null;
}

/** From the system's packages, where they may be used. Shows its progress; fails when it got none. */
export async function installRedis({ env }: { env: Env }): Promise<void> {
	// The server alone: the package beside it would start one with the machine.
	const server = ['--no-install-recommends', 'redis-server'];
	if (mayUseApt() && (await aptInstall(server, env))) return;
	throw new Error('Install redis-server or valkey-server, or set REDIS_SERVER_BIN.');
}
