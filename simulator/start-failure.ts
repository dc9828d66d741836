/** Why a sandbox cannot start, in one line, where that is nobody's bug. */
import { exitCodes } from './contract/exit-codes.ts';
import { StoreRefused } from './store-refused.ts';

export interface StartFailure {
	ok: false;
	line: string;
	exitCode: number;
}

const ofAddress: Record<string, string> = {
	EADDRINUSE:
		'is taken: stop what listens there, or choose another with --port (0 picks a free one)',
	EACCES: 'may not be used by this user: choose one above 1023 with --port',
	EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host',
	ENOTFOUND: 'is not a known address: choose another with --host',
};

/** Throws what nobody foresaw. */
export function startFailureOf(
	failure: unknown,
	{ host, port }: { host: string; port: number | string },
): StartFailure {
	if (failure instanceof StoreRefused) {
		const exitCode = failure.isMistake ? exitCodes.usage : exitCodes.couldNotRun;
		return { ok: false, line: failure.message, exitCode };
	}
	const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
	const words = ofAddress[code];
	if (!words) throw failure;
	return { ok: false, line: `${host}:${port} ${words}`, exitCode: exitCodes.couldNotRun };
}
