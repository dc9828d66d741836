/** `payin-sandbox load`: k6 measures, `runner/` drives it, `reports/` judges and renders. */
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderReport } from '../reports/render.ts';
import type { Slo } from '../reports/slo.ts';
import { loadSummary } from '../reports/terminal.ts';
import { judgeLoad } from '../reports/verdict.ts';
import { runFailure, UsageError } from '../scenarios/harness/errors.ts';
import {
	createRunId,
	outFolder,
	outProblems,
	saveResults,
} from '../scenarios/harness/run-folder.ts';
import type { RunIo } from '../scenarios/harness/run-io.ts';
import { startSandbox } from '../scenarios/harness/sandbox-process.ts';
import type { Target } from '../scenarios/harness/target.ts';
import { openTarget } from '../scenarios/harness/target.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import type { Plan } from './plan.ts';
import { latencyOf } from './runner/histogram.ts';
import { k6ForPackage } from './runner/k6-binary.ts';
import type { Measurement } from './runner/measure.ts';
import { measure } from './runner/measure.ts';
import type { LoadOptions } from './runner/options.ts';
import { checkOptions, mixProblems, planFor, readSlo } from './runner/options.ts';
import type { ReportContext } from './runner/report.ts';
import {
	describeEnvironment,
	failedReport,
	heading,
	measuredParts,
	reportedPlan,
	runnerReasons,
} from './runner/report.ts';

interface Run extends ReportContext {
	io: RunIo;
	slo: Slo;
	runId: string;
	/** The folder of the results. */
	out: string;
	/** k6's own output by file name. */
	raw: Record<string, string>;
}

/** The k6 scripts are next to this file: TypeScript in a clone, compiled in the package. */
const here = fileURLToPath(import.meta.url);
const main = join(dirname(here), `main${extname(here)}`);

/** Throws a UsageError when nothing may run; everything later ends in a report. */
export async function runLoad(options: LoadOptions, io: RunIo): Promise<LoadReport> {
	const run = await prepareRun(options, io);
	const report = await loadAndJudge(run);
	io.out(loadSummary(report));
	const files = renderReport(report);
	const failure = await saveResults([{ folder: run.out, files: { ...files, ...run.raw } }]);
	if (failure === undefined) {
		for (const name of Object.keys(files)) io.out(`  ${join(run.out, name)}\n`);
		return report;
	}
	io.err(`${failure}\n`);
	const reason = { id: 'report', group: 'run', severity: 'error', text: failure } as const;
	const reasons = [...report.reasons, { ...reason, evidence: [] }];
	return { ...report, reasons, verdict: 'ERROR', exitCode: exitCodes.couldNotRun };
}

async function prepareRun(options: LoadOptions, io: RunIo): Promise<Run> {
	const checked = checkOptions(options);
	const levels = await readSlo(options.slo, io.cwd);
	if ('problems' in checked || 'problems' in levels) {
		throw new UsageError(
			[checked, levels].flatMap((one) => ('problems' in one ? one.problems : [])),
		);
	}
	const startedAt = new Date();
	const runId = `load-${createRunId(startedAt)}`;
	const out = outFolder(options.out, runId, io.cwd);
	const problems = await outProblems(out, '--out', { isDefault: options.out === undefined });
	if (problems.length > 0) throw new UsageError(problems);
	return {
		options,
		io,
		settings: checked.settings,
		slo: levels.slo,
		startedAt,
		runId,
		out,
		raw: {},
	};
}

async function loadAndJudge(run: Run): Promise<LoadReport> {
	const { options, settings, io } = run;
	const { seed } = options;
	let target: Awaited<ReturnType<typeof openTarget>> | undefined;
	try {
		target = await openTarget({
			url: settings.target,
			// A fast clock: a story that waits for the network does not hold a virtual user for long.
			start: options.startSandbox ?? (() => startSandbox({ seed, clock: 'scaled:20' })),
			signal: io.signal,
		});
		return await loadTarget(run, target);
	} catch (error) {
		return failedReport(run, runFailure(error, io.signal));
	} finally {
		await target?.close();
	}
}

async function loadTarget(run: Run, target: Target): Promise<LoadReport> {
	const { options, io, settings, slo, runId } = run;
	const { seed } = options;
	const isSandbox = target.sandbox !== null && target.sandbox !== 'locked';
	const problems = mixProblems(settings, isSandbox);
	if (problems.length > 0) throw new UsageError(problems);
	const plan = planFor(settings, isSandbox);
	const k6 = await k6ForPackage({ env: io.env, signal: io.signal, say: io.err });
	// References are unused on the run's own sandbox, so the same seed gives the same fates again.
	const referencePrefix = settings.target === undefined ? `load-${seed}` : runId;
	io.err(`${describePlan(plan)} on ${target.url}, with k6 ${k6.version}\n`);
	const measurement = await measure({
		plan,
		k6,
		main,
		target: target.url,
		seed,
		referencePrefix,
		io,
	});
	keepRaw(run.raw, measurement);
	const { tally, log, exit } = measurement;
	const measured = measuredParts(tally, plan, log);
	const generator = {
		startLagP99Ms: latencyOf(tally.startLag).p99,
		dropped: tally.dropped,
		cpu: exit.cpu,
		k6Version: k6.version,
		k6ExitCode: exit.exitCode,
	};
	const verdict = judgeLoad({
		plan,
		...measured,
		limits: slo,
		generator,
		iterationExceptions: log.exceptions,
		summaryMissing: measurement.summary === undefined,
		interrupted: exit.interrupted,
		sharedSessions: {
			count: tally.sharedSessions.size,
			examples: [...tally.sharedSessions].slice(0, 3),
		},
		runnerReasons: runnerReasons(plan, measurement),
	});
	return {
		...heading(run, target.url),
		environment: describeEnvironment(target, k6.version, settings.isLoopback),
		...measured,
		...verdict,
		plan: reportedPlan(plan),
		generator,
	};
}

/** Kept in memory and written at the end, so that a failing folder does not cost the measurement. */
function keepRaw(raw: Run['raw'], { summary, log }: Measurement): void {
	if (summary) raw['k6-summary.json'] = summary.text;
	raw['k6.log'] = log.text;
}

function describePlan({ profile, ratePerSecond, iterations, holdMs, warmUpMs }: Plan): string {
	if (ratePerSecond === null) return `load ${profile}: ${iterations} flows, one at a time,`;
	const seconds = `${holdMs / 1000} s after ${warmUpMs / 1000} s of warm-up`;
	return `load ${profile}: ${ratePerSecond} flows/s for ${seconds}`;
}
