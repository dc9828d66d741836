/** `payin-sandbox serve`: starts a sandbox, prints its guide, stops when asked. */
import type { Configuration, Given } from './configuration.ts';
import { asConfigFile, readConfiguration } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { exitCodes } from './contract/exit-codes.ts';
import { disablePretenuring } from './runtime/gc-tuning.ts';
import { projectModule } from './runtime/package.ts';
import type { SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import { strangeVariables } from './settings/sources.ts';
import type { StartFailure } from './start-failure.ts';
import { startFailureOf } from './start-failure.ts';
import type { PlainOptions } from './workers/calls.ts';

export interface ServeIo {
	out(text: string): void;
	err(text: string): void;
	onSignal(listener: () => void): void;
	exit(code: number): void;
}

/** A sandbox, in one process or in several. */
interface Serving {
	url: string;
	guide: string;
	callsInFlight(): number | Promise<number>;
	close(): Promise<void>;
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
	const started =
		read.workers === 1
			? await startAlone(said, options)
			: await startTogether(said, read.workers, drainMs, say);
	if (!started.ok) {
		// Ctrl-C reaches all processes of the group, and ends one that has only just begun.
		if (stop.isAsked() || started.isInterrupted) return exitCodes.passed;
		say(started.line);
		return started.exitCode;
	}
	const { serving } = started;
	io.out(`payin-sandbox listening on ${serving.url}\n`);
	if (configFile !== null) io.out(`Configuration: ${configFile}\n`);
	io.out(serving.guide);
	await stop.asked;
	const words = waitingWords(await serving.callsInFlight(), drainMs);
	if (words) say(words);
	await serving.close();
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

type StartedServing = { ok: true; serving: Serving } | StartFailure;

async function startAlone(options: SandboxOptions, address: ServeOptions): Promise<StartedServing> {
	disablePretenuring();
	try {
		return { ok: true, serving: await createSandbox(options) };
	} catch (failure) {
		return startFailureOf(failure, address);
	}
}

const workerFile = projectModule('simulator/serve-worker');

async function startTogether(
	options: PlainOptions,
	configured: number,
	drainMs: number,
	say: (line: string) => void,
): Promise<StartedServing> {
	const { forkWorker } = await import('./runtime/cluster.ts');
	const { startCrew } = await import('./workers/supervisor.ts');
	const fork = () => forkWorker(workerFile);
	return await startCrew({ configured, options, fork, drainMs, say });
}
