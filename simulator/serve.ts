/** `payin-sandbox serve`: starts a sandbox, prints its guide, and stops on a signal. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { ConfigurationInput } from './configuration.ts';
import { asConfigFile, readConfiguration } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { exitCodes } from './contract/exit-codes.ts';
import { isTerminated } from './interruption.ts';
import { preloadWhenIdle } from './preload.ts';
import { isLoopback } from './runtime/server.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import { unknownVariables } from './settings/sources.ts';
import type { StartFailure } from './start-failure.ts';
import { startFailureOf } from './start-failure.ts';

export interface ServeIo extends Omit<ConfigurationInput, 'flags'> {
	out(text: string): void;
	err(text: string): void;
	/** The first stop signal (Ctrl+C, SIGTERM) aborts it. A second one ends the process. */
	signal: AbortSignal;
}

/**
 * How long the sandbox still serves after SIGTERM, in milliseconds: clients have sent calls that it has not read, and a
 * proxy must notice that it stops. Ctrl+C ends it without this time.
 */
export const graceMs = 500;

/** Runs the sandbox until it stops. Returns the exit code, also if it could not start. */
export async function runServe(flags: ConfigurationInput['flags'], io: ServeIo): Promise<number> {
	const print = (line: string) => io.err(`payin-sandbox: ${line}\n`);
	if (io.signal.aborted) return exitCodes.passed;
	const configuration = readConfiguration({ ...io, flags });
	for (const line of unknownVariables(io.env)) print(line);
	if (!configuration.ok) {
		for (const problem of configuration.problems) print(problem);
		return exitCodes.usage;
	}
	const { options, given, settings, configFile } = configuration;
	if (flags.printConfig) {
		const { text, withheld } = asConfigFile(configuration);
		io.out(text);
		for (const key of withheld) print(`${key} is a secret and not printed`);
		return exitCodes.passed;
	}
	const { quiet, log, ...others } = options;
	// Leave out options that were not given: an existing store keeps its own values for them.
	const givenOptions = Object.entries(others).filter(([key]) => given.has(key));
	const started = await start(
		{
			...Object.fromEntries(givenOptions),
			log: quiet && log === 'console' ? 'off' : log,
			settings: settings.patch,
		},
		options,
	);
	if (!started.ok) {
		if (io.signal.aborted) return exitCodes.passed;
		print(started.line);
		return started.exitCode;
	}
	const { sandbox } = started;
	void preloadWhenIdle(sandbox.callsInFlight, io.signal);
	if (!io.signal.aborted) {
		if (sandbox.controlToken === null && [options.publicUrl, options.cashierUrl].some(isOutside)) {
			print(
				'the control API is open, also to clients of the public address: close it with --control-token',
			);
		}
		io.out(`payin-sandbox listening on ${sandbox.url}\n`);
		if (!quiet) {
			if (options.host === '0.0.0.0' || options.host === '::') {
				io.out(`All addresses of this machine reach it: the host is ${options.host}.\n`);
			}
			if (configFile !== null) io.out(`Configuration: ${configFile}\n`);
			io.out(sandbox.guide);
		} else if (sandbox.controlToken !== null && options.controlToken === undefined) {
			// This token was generated at start and is stored nowhere else, so the user can see it only here.
			io.out(`Control token  ${sandbox.controlToken}\n`);
		}
	}
	await aborted(io.signal);
	const drainMs = toMs(options.drain);
	const calls = sandbox.callsInFlight();
	if (calls > 0 && drainMs > 0) {
		const inFlight = calls === 1 ? '1 call' : `${calls} calls`;
		const wait = `waiting up to ${drainMs / 1_000} s for ${inFlight} in flight`;
		print(`${wait}; press Ctrl-C again to stop at once`);
	}
	await sandbox.close({ graceMs: isTerminated(io.signal) ? graceMs : 0 });
	return exitCodes.passed;
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

type Started = { ok: true; sandbox: Sandbox } | StartFailure;

async function start(options: SandboxOptions, address: ServeOptions): Promise<Started> {
	configureV8();
	try {
		return { ok: true, sandbox: await createSandbox(options) };
	} catch (failure) {
		return startFailureOf(failure, address);
	}
}

/**
 * Sets how V8 collects garbage and optimises. Only the command does so, because a process that uses the library owns its
 * V8 flags.
 *
 * - V8 would begin to allocate objects in the old generation directly where most of them survive for a while, and only
 *   a full collection frees those. Ten thousand delayed responses are enough, and each collection of the young
 *   generation then takes three times as long.
 * - A collection of the young generation takes as long as it finds payments that were created since the last one. With
 *   the default of 80 % of the space, one takes 5 ms at 1,000 payments per second, and delays more than 1 % of the calls.
 * - V8 divides such a collection among several threads, also where the process may use one core only, and the threads wait
 *   for each other. Without them, 4 % more calls are possible there.
 * - A call runs through many small functions, and V8 stops inlining them into one after 920 bytes of their bytecode. With
 *   a limit of 4,000, 4 % more calls are possible.
 */
function configureV8(): void {
	setFlagsFromString('--no-allocation-site-pretenuring');
	setFlagsFromString('--minor-gc-task-trigger=40');
	if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');
	setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000');
}

/** Whether an address leads to others than this machine. */
const isOutside = (address: string | undefined): boolean =>
	address !== undefined && !isLoopback(new URL(address).hostname.replace(/^\[|\]$/g, ''));
