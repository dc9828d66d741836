/** What every load report begins with, and the report of a run that did not take place. */
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import type { RunFailure } from '../../scenarios/harness/errors.ts';
import type { Target } from '../../scenarios/harness/target.ts';
import { describeTarget } from '../../scenarios/harness/target.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import type { LoadOptions, LoadSettings } from './options.ts';
import { planFor } from './options.ts';
import { measuredParts } from './report-parts.ts';
import { createTally } from './tally.ts';

export interface ReportContext {
	options: LoadOptions;
	settings: LoadSettings;
	startedAt: Date;
}

export const heading = ({ options, startedAt }: ReportContext, target: string) => ({
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

export function didNotRun(context: ReportContext, failure: RunFailure): LoadReport {
	const { rule, message, exitCode } = failure;
	return {
		...heading(context, context.settings.target ?? 'a sandbox of its own'),
		environment: {},
		...measuredParts(createTally(), 0),
		verdict: 'ERROR',
		exitCode,
		reasons: [{ rule, severity: 'error', detail: message }],
		plan: reportedPlan(planFor(context.settings, true)),
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

/** The machine and the programs: figures mean nothing without them. */
export function describeEnvironment(target: Target, k6Version: string, isLoopback: boolean) {
	return {
		node: process.version,
		k6: k6Version,
		target: describeTarget(target),
		generator: isLoopback
			? 'on the same machine as the target'
			: 'on another machine than the target',
		system: `${platform()} ${release()} ${arch()}`,
		cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown'}`,
		memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
	};
}
