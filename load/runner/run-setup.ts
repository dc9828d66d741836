/** From what was asked for to a target that is there, and a plan for it. */
import type { Plan } from '../plan.ts';
import { CannotRun } from './cannot-run.ts';
import type { LoadChoice, LoadOptions } from './options.ts';
import { mixProblems, planFor } from './plan-for.ts';
import type { Found } from './preflight.ts';
import { lookAt } from './preflight.ts';
import { LoadUsageError } from './problem.ts';

export interface Destination {
	url: string;
	sandboxVersion: string | undefined;
	stop(): Promise<void>;
}

/** Finds the target, or starts one of our own. */
export async function reach(
	{ startSandbox }: LoadOptions,
	{ target }: LoadChoice,
	signal: AbortSignal,
): Promise<Destination> {
	const own = target === undefined ? await startSandbox?.() : undefined;
	const url = (target ?? own?.url ?? '').replace(/\/+$/, '');
	const stop = async () => own?.stop();
	try {
		const found = await lookAt(url, signal);
		return { url, sandboxVersion: versionOf(url, found), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

function versionOf(url: string, found: Found): string | undefined {
	if (!found.reachable) {
		throw new CannotRun('target', `${url} cannot be reached: ${found.why}.`);
	}
	return found.sandbox ? found.version : undefined;
}

export function planFromTarget(choice: LoadChoice, { sandboxVersion }: Destination): Plan {
	const sandbox = sandboxVersion !== undefined;
	const problems = mixProblems(choice, sandbox);
	if (problems.length > 0) throw new LoadUsageError(problems);
	return planFor(choice, sandbox);
}
