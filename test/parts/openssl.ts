/** Finds the OpenSSL that makes certificates for tests of TLS, or gets it. */
import type { Env } from './programs.ts';
import { aptInstall, isProgram, mayUseApt, placesOnPath } from './programs.ts';

export function findOpenssl({ env }: { env: Env }): string | null {
	return placesOnPath(['openssl', 'openssl.exe'], env).find(isProgram) ?? null;
}

/** From the system's packages, where they may be used. */
export async function installOpenssl({ env }: { env: Env }): Promise<void> {
	if (mayUseApt() && (await aptInstall(['--no-install-recommends', 'openssl'], env))) return;
	throw new Error('Install openssl, and have it on the PATH.');
}
