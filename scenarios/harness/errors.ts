/** The errors for a command that did not run, and their exit codes. */
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { isSeed, seedRule } from '../../simulator/contract/seed.ts';

/** The options are wrong, so nothing ran. Each problem names the option, the rule and the fix. */
export class UsageError extends Error {
	override name = 'UsageError';
	problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.join('\n'));
		this.problems = problems;
	}
}

/** The options are right, but the run could not take place. */
export class CannotRunError extends Error {
	override name = 'CannotRunError';
	/** The key of the reason in `report.json`. */
	rule: string;

	constructor(rule: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.rule = rule;
	}
}

export const messageOf = (error: unknown) =>
	error instanceof Error ? error.message : String(error);

export interface RunFailure {
	exitCode: ExitCode;
	rule: string;
	message: string;
}

/** Describes why a run failed. Rethrows a UsageError: the command prints its problems and writes no report. */
export function describeRunFailure(error: unknown, signal: AbortSignal): RunFailure {
	if (error instanceof UsageError) throw error;
	// After an interruption, the error only describes the call that it cancelled.
	if (signal.aborted) {
		return { exitCode: exitCodes.interrupted, rule: 'interrupted', message: 'Interrupted.' };
	}
	const message = messageOf(error);
	const rule = error instanceof CannotRunError ? error.rule : 'run';
	return { exitCode: exitCodes.couldNotRun, rule, message };
}

/** The problems with `--seed`. Every command accepts the same seeds as `serve`. */
export function seedProblems(seed: number): string[] {
	return isSeed(seed) ? [] : [`--seed ${seedRule}. Give one such as 1.`];
}
