/** Describes in one line why a sandbox cannot start, for failures that are not a bug. */
import { exitCodes } from './contract/exit-codes.ts';

/** The store cannot be used. The message is one line. */
export class StoreRefused extends Error {
	/** Whether the options are wrong. If not, the store itself is broken or cannot be reached. */
	readonly isMistake: boolean;

	constructor(message: string, isMistake: boolean, cause?: unknown) {
		super(message, { cause });
		this.isMistake = isMistake;
	}
}

export interface StartFailure {
	ok: false;
	line: string;
	exitCode: number;
}

const addressFailures: Record<string, string> = {
	EADDRINUSE:
		'is taken: stop the program that listens there, or choose another port with --port (0 picks a free one)',
	EACCES: 'may not be used by this user: choose a port above 1023 with --port',
	EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host',
	EINVAL:
		'is not an address to listen on: a link-local one needs its zone (fe80::1%eth0). Choose another with --host',
	EAFNOSUPPORT:
		'is an address of a kind that this machine does not use: choose another with --host',
	EAI_AGAIN:
		'cannot be looked up, because the name service does not respond: choose an address with --host',
	ENOTFOUND: 'is not a known address: choose another with --host',
};

interface Address {
	host: string;
	port: number | string;
}

const codeOf = (failure: unknown) =>
	failure instanceof Error && 'code' in failure ? String(failure.code) : '';

/**
 * The error of a library call that cannot listen: the line of the command with the names of the library's options, and
 * the `code` of Node's error.
 */
export function listenErrorOf(failure: unknown, { host, port }: Address): unknown {
	const code = codeOf(failure);
	const reason = addressFailures[code];
	if (!reason) return failure;
	const text = reason.replace(/--(port|host)/g, '$1');
	const error = new Error(`createSandbox: ${host}:${port} ${text}.`, { cause: failure });
	return Object.assign(error, { code });
}

/** Describes a failure. Throws unexpected failures again. */
export function startFailureOf(failure: unknown, { host, port }: Address): StartFailure {
	if (failure instanceof StoreRefused) {
		const exitCode = failure.isMistake ? exitCodes.usage : exitCodes.couldNotRun;
		return { ok: false, line: failure.message, exitCode };
	}
	const reason = addressFailures[codeOf(failure)];
	if (!reason) throw failure;
	return { ok: false, line: `${host}:${port} ${reason}`, exitCode: exitCodes.couldNotRun };
}
