/** `payin-sandbox serve`: starts a sandbox, prints its guide, stops when asked. */
import type { Configuration, Given } from './configuration.ts';
import { asConfigFile, readConfiguration } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { exitCodes } from './contract/exit-codes.ts';
import { disablePretenuring } from './runtime/gc-tuning.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import { strangeVariables } from './settings/sources.ts';
import type { StartFailure } from './start-failure.ts';
import { startFailureOf } from './start-failure.ts';

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
	const stop = whenAsked(io);
	const drainMs = toMs(options.drain);
	const said = { ...saidOnly(read), settings: read.settings.patch };
	const started = await start(said, options);
	if (!started.ok) {
		if (stop.isAsked()) return exitCodes.passed;
		say(started.line);
		return started.exitCode;
	}
	const { sandbox } = started;
	io.out(`payin-sandbox listening on ${sandbox.url}\n`);
	if (configFile !== null) io.out(`Configuration: ${configFile}\n`);
	io.out(sandbox.guide);
	await stop.asked;
	const words = waitingWords(sandbox.callsInFlight(), drainMs);
	if (words) say(words);
	await sandbox.close();
	return exitCodes.passed;
}

/** What nobody said may be as a store that is already there has it. */
function saidOnly({ options, said }: Configuration): Partial<ServeOptions> {
	return Object.fromEntries(Object.entries(options).filter(([key]) => said.has(key)));
}

interface Stop {
	asked: Promise<void>;
	isAsked(): boolean;
}

/** Whoever asks twice does not want to wait for calls in flight. */
function whenAsked({ onSignal, exit }: ServeIo): Stop {
	let times = 0;
	const asked = new Promise<void>((resolve) => {
		onSignal(() => {
			times += 1;
			if (times > 1) exit(exitCodes.interrupted);
			resolve();
		});
	});
	return { asked, isAsked: () => times > 0 };
}

function waitingWords(calls: number, drainMs: number): string | null {
	if (calls === 0 || drainMs === 0) return null;
	const inFlight = calls === 1 ? '1 call' : `${calls} calls`;
	return `waiting up to ${drainMs / 1_000} s for ${inFlight} in flight; press Ctrl-C again to stop at once`;
}

type Started = { ok: true; sandbox: Sandbox } | StartFailure;

async function start(options: SandboxOptions, address: ServeOptions): Promise<Started> {
	disablePretenuring();
	try {
		return { ok: true, sandbox: await createSandbox(options) };
	} catch (failure) {
		return startFailureOf(failure, address);
	}
}
