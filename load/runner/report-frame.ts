/** What every load report begins with, and the report of a run that did not take place. */
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import { CannotRun } from './cannot-run.ts';
import { NoK6 } from './find-k6.ts';
import type { LoadChoice, LoadOptions } from './options.ts';
import { planFor } from './plan-for.ts';
import { measuredParts } from './report-parts.ts';
import { createTally } from './tally.ts';

export interface Occasion {
	options: LoadOptions;
	choice: LoadChoice;
	startedAt: Date;
}

export const heading = ({ options, startedAt }: Occasion, target: string) => ({
	schemaVersion: 1 as const,
	kind: 'load' as const,
	startedAt: startedAt.toISOString(),
	target,
	seed: options.seed,
	durationMs: Date.now() - startedAt.getTime(),
	command: options.command,
});

/** Without what only k6 needs to know. */
export function reportedPlan(full: Plan): LoadReport['plan'] {
	const { scenarios, expectedSteps, longestMs, ...plan } = full;
	return plan;
}

export function didNotRun(occasion: Occasion, error: unknown, interrupted: boolean): LoadReport {
	const detail = error instanceof Error ? error.message : String(error);
	return {
		...heading(occasion, occasion.choice.target ?? 'a sandbox of its own'),
		environment: {},
		...measuredParts(createTally(), 0),
		verdict: 'ERROR',
		exitCode: interrupted ? exitCodes.interrupted : exitCodes.couldNotRun,
		reasons: [{ rule: interrupted ? 'interrupted' : ruleOf(error), severity: 'error', detail }],
		plan: reportedPlan(planFor(occasion.choice, true)),
		slo: [],
		generator: {
			startLagP99Ms: null,
			dropped: 0,
			cpu: null,
			k6Version: 'none',
			k6ExitCode: null,
		},
	};
}

function ruleOf(error: unknown): string {
	if (error instanceof CannotRun) return error.rule;
	return error instanceof NoK6 ? 'k6' : 'run';
}
