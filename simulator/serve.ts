/** `payin-sandbox serve`: starts a sandbox, prints its guide, stops when asked. */
import type { Configuration, Given } from './configuration.ts';
import { asConfigFile, readConfiguration } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { exitCodes } from './contract/exit-codes.ts';
import { StoreRefused } from './open-store.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import { strangeVariables } from './settings/sources.ts';

export interface ServeIo {
	out(text: string): void;
	err(text: string): void;
	onSignal(listener: () => void): void;
	exit(code: number): void;
}

/** Resolves with the exit code once the sandbox has stopped, or could not start. */
export async function runServe(given: Given, io: ServeIo): Promise<number> {
	const say = (line: string) => io.err(`payin-sandbox: ${line}\n`);
	const read = readConfiguration(given);
	for (const line of strangeVariables(given.env)) say(line);
	if (!read.ok) {
		for (const problem of read.problems) say(problem);
		return exitCodes.usage;
	}
	const { options, configFile } = read;
	if (given.flags.printConfig) {
		const { text, withheld } = asConfigFile(read);
		io.out(text);
		for (const key of withheld) say(`${key} is a secret and not printed`);
		return exitCodes.passed;
	}
	const asked = whenAsked(io);
	const sandbox = await start({ ...saidOnly(read), settings: read.settings.patch }, options, say);
	if (typeof sandbox === 'number') return sandbox;
	io.out(`payin-sandbox listening on ${sandbox.url}\n`);
	if (configFile !== null) io.out(`Configuration: ${configFile}\n`);
	io.out(sandbox.guide);
	await asked;
	const words = waitingWords(sandbox.callsInFlight(), toMs(options.drain));
	if (words) say(words);
	await sandbox.close();
	return exitCodes.passed;
}

/** What nobody said may be as a store that is already there has it. */
function saidOnly({ options, said }: Configuration): Partial<ServeOptions> {
	return Object.fromEntries(Object.entries(options).filter(([key]) => said.has(key)));
}

/** Whoever asks twice does not want to wait for calls in flight. */
function whenAsked({ onSignal, exit }: ServeIo): Promise<void> {
	return new Promise((resolve) => {
		let times = 0;
		onSignal(() => {
			times += 1;
			if (times > 1) exit(exitCodes.interrupted);
			resolve();
		});
	});
}

function waitingWords(calls: number, drainMs: number): string | null {
	if (calls === 0 || drainMs === 0) return null;
	const inFlight = calls === 1 ? '1 call' : `${calls} calls`;
	return `waiting up to ${drainMs / 1_000} s for ${inFlight} in flight; press Ctrl-C again to stop at once`;
}

const startFailures: Record<string, string> = {
	EADDRINUSE:
		'is taken: stop what listens there, or choose another with --port (0 picks a free one)',
	EACCES: 'may not be used by this user: choose one above 1023 with --port',
	EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host',
	ENOTFOUND: 'is not a known address: choose another with --host',
};

async function start(
	options: SandboxOptions,
	{ host, port }: ServeOptions,
	say: (line: string) => void,
): Promise<Sandbox | number> {
	try {
		return await createSandbox(options);
	} catch (failure) {
		if (failure instanceof StoreRefused) {
			say(failure.message);
			return failure.isMistake ? exitCodes.usage : exitCodes.couldNotRun;
		}
		const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
		const words = startFailures[code];
		if (!words) throw failure;
		say(`${host}:${port} ${words}`);
		return exitCodes.couldNotRun;
	}
}
