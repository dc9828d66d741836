/** The target of a load on the three calls: that of `--target`, or a sandbox that the run starts. */
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { startSandbox } from '../../scenarios/harness/sandbox-process.ts';
import { openTarget, tokenVariableName, tokenWanted } from '../../scenarios/harness/target.ts';
import type { LoadOptions, LoadSettings } from './options.ts';

export async function openServiceTarget(
	{ target: url, profile }: Pick<LoadSettings, 'target' | 'profile'>,
	{ seed, startSandbox: start }: Pick<LoadOptions, 'seed' | 'startSandbox'>,
	{ env, signal }: Pick<RunIo, 'env' | 'signal'>,
) {
	const target = await openTarget({
		url,
		start: start ?? (() => startSandbox({ ...ownSandbox(profile), seed, env })),
		controlToken: env[tokenVariableName],
		signal,
	});
	if (target.sandbox !== 'locked') return target;
	await target.close();
	// Without it, most stories would be left out without a word.
	throw new CannotRunError('target', `The load cannot run: ${tokenWanted(target)}.`);
}

/** The run's own sandbox: for idempotency, it reads the `Idempotency-Key` of calls. */
const ownSandbox = (profile: string) => ({
	// The clock runs fast, so that a story that waits for the network does not keep its virtual user for long.
	clock: 'scaled:20',
	args: profile === 'idempotency' ? ['--set', 'idempotency.header=Idempotency-Key'] : [],
});
