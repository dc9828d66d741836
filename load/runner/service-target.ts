/** The target of a load on the three calls: that of `--target`, or a sandbox that the run starts. */
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { startSandbox } from '../../scenarios/harness/sandbox-process.ts';
import { openTarget, tokenVariableName } from '../../scenarios/harness/target.ts';
import type { LoadOptions, LoadSettings } from './options.ts';

export function openServiceTarget(
	{ target: url, profile }: Pick<LoadSettings, 'target' | 'profile'>,
	{ seed, startSandbox: start }: Pick<LoadOptions, 'seed' | 'startSandbox'>,
	{ env, signal }: Pick<RunIo, 'env' | 'signal'>,
) {
	return openTarget({
		url,
		start: start ?? (() => startSandbox({ ...ownSandbox(profile), seed, env })),
		controlToken: env[tokenVariableName],
		signal,
	});
}

/** The run's own sandbox: for idempotency, it reads the `Idempotency-Key` of calls. */
const ownSandbox = (profile: string) => ({
	// The clock runs fast, so that a story that waits for the network does not keep its virtual user for long.
	clock: 'scaled:20',
	args: profile === 'idempotency' ? ['--set', 'idempotency.header=Idempotency-Key'] : [],
});
