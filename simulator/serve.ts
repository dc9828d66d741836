/** `payin-sandbox serve`: starts a sandbox, prints its guide, stops when asked. */

import { exitCodes } from './contract/exit-codes.ts';
import { defaultWorkspace } from './contract/routes.ts';
import { guide } from './guide.ts';
import type { Sandbox } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import type { ServeOptions } from './settings/serve-options.ts';

export interface ServeIo {
	out(text: string): void;
	err(text: string): void;
	onSignal(listener: () => void): void;
	exit(code: number): void;
}

/** Resolves with the exit code once the sandbox has stopped, or could not start. */
export async function runServe(options: ServeOptions, io: ServeIo): Promise<number> {
	const asked = new Promise<void>((resolve) => {
		let times = 0;
		io.onSignal(() => {
			times += 1;
			// Whoever asks twice does not want to wait for calls in flight.
			if (times > 1) io.exit(exitCodes.interrupted);
			resolve();
		});
	});
	const sandbox = await start(options, io);
	if (!sandbox) return exitCodes.couldNotRun;
	io.out(`payin-sandbox listening on ${sandbox.url}\n`);
	const { url, controlToken } = sandbox;
	io.out(guide({ ...options, url, workspace: defaultWorkspace, controlToken }));
	await asked;
	await sandbox.close();
	return exitCodes.passed;
}

const startFailures: Record<string, string> = {
	EADDRINUSE:
		'is taken: stop what listens there, or choose another with --port (0 picks a free one)',
	EACCES: 'may not be used by this user: choose one above 1023 with --port',
	EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host',
	ENOTFOUND: 'is not a known address: choose another with --host',
};

async function start(options: ServeOptions, { err }: ServeIo): Promise<Sandbox | null> {
	try {
		return await createSandbox(options);
	} catch (failure) {
		const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
		const words = startFailures[code];
		if (!words) throw failure;
		err(`payin-sandbox: ${options.host}:${options.port} ${words}\n`);
		return null;
	}
}
