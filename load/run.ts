/** One load run: options in, report out. k6 measures, `runner/` drives it, `reports/` judges and writes. */
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderProblem } from '../reports/folder.ts';
import { schemaWords } from '../reports/schema-words.ts';
import type { Slo } from '../reports/slo.ts';
import { evaluateSlo, sloSchema } from '../reports/slo.ts';
import type { LoadVerdict } from '../reports/verdict.ts';
import { judgeLoad } from '../reports/verdict.ts';
import { createRunId } from '../scenarios/runner/reference.ts';
import type { RunIo } from '../scenarios/runner/run-io.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { LoadReason, LoadReport } from '../simulator/contract/run-report.ts';
import type { Plan } from './plan.ts';
import { describeEnvironment } from './runner/environment.ts';
import { finish } from './runner/finish.ts';
import { latencyOf } from './runner/histogram.ts';
import { k6ForPackage } from './runner/k6-for-package.ts';
import type { Measurement } from './runner/measure.ts';
import { measure } from './runner/measure.ts';
import type { LoadOptions } from './runner/options.ts';
import { checkOptions } from './runner/options.ts';
import { ownReasons } from './runner/own-reasons.ts';
import { packageRoot } from './runner/package-root.ts';
import { LoadUsageError } from './runner/problem.ts';
import type { Occasion } from './runner/report-frame.ts';
import { didNotRun, heading, reportedPlan } from './runner/report-frame.ts';
import { measuredParts } from './runner/report-parts.ts';
import type { Destination } from './runner/run-setup.ts';
import { planFromTarget, reach } from './runner/run-setup.ts';
import type { ReadLevels } from './runner/slo-file.ts';
import { readSlo } from './runner/slo-file.ts';

interface Run extends Occasion {
	io: RunIo;
	slo: Slo;
	runId: string;
	/** The folder of the results. */
	out: string;
	/** k6's own words by file name, for whoever wants to look behind the report. */
	raw: Record<string, string>;
}

/** The k6 scripts lie beside this file, with its ending: TypeScript in a clone, compiled in the package. */
const here = fileURLToPath(import.meta.url);
const main = join(dirname(here), `main${extname(here)}`);

/** Throws a LoadUsageError when nothing may run; everything later is a report, a failure to run included. */
export async function runLoad(options: LoadOptions, io: RunIo): Promise<LoadReport> {
	const run = await understand(options, io);
	const report = await reportOf(run);
	return await finish(report, run);
}

async function understand(options: LoadOptions, io: RunIo): Promise<Run> {
	const asked = checkOptions(options);
	const examples = join(packageRoot(dirname(here)), 'load', 'slo', 'default.json');
	const path = options.slo === undefined ? examples : resolve(io.cwd, options.slo);
	const read = await readSlo(path, readLevels);
	if ('problems' in asked || 'problems' in read) {
		const found = [asked, read].flatMap((one) => ('problems' in one ? one.problems : []));
		throw new LoadUsageError(found);
	}
	const startedAt = new Date();
	const runId = `load-${createRunId(startedAt)}`;
	const out = resolve(io.cwd, options.out ?? join('reports', 'out', runId));
	await proveFolder(out, options);
	return { options, io, choice: asked.choice, slo: read.levels, startedAt, runId, out, raw: {} };
}

/** Last, because it makes the folder: a run that is refused for another reason leaves none behind. */
async function proveFolder(folder: string, options: LoadOptions): Promise<void> {
	const why = await folderProblem(folder);
	if (why === undefined) return;
	const name = options.out === undefined ? 'is left out, and its folder ' : '';
	const rule = `${name}${folder} cannot be used: ${why}.`;
	const fix = 'Name a place with --out that can be written to.';
	throw new LoadUsageError([{ field: '--out', rule, fix }]);
}

const readLevels: ReadLevels<Slo> = (content) => {
	const { data, error } = sloSchema.safeParse(content);
	return data ? { levels: data } : { wrong: schemaWords(error, content) };
};

async function reportOf(run: Run): Promise<LoadReport> {
	let destination: Destination | undefined;
	try {
		destination = await reach(run.options, run.choice, run.io.signal);
		return await loadAndJudge(run, destination);
	} catch (error) {
		if (error instanceof LoadUsageError) throw error;
		return didNotRun(run, error, run.io.signal.aborted);
	} finally {
		await destination?.stop();
	}
}

async function loadAndJudge(run: Run, destination: Destination): Promise<LoadReport> {
	const { options, io, choice, slo, runId } = run;
	const { env, signal } = io;
	const { seed } = options;
	const plan = planFromTarget(choice, destination);
	const k6 = await k6ForPackage(dirname(here), { env, signal, say: io.err });
	const own = choice.target === undefined;
	// In a sandbox of our own nobody else has used a reference, and the same seed meets the same fates again.
	const referencePrefix = own ? `load-${seed}` : runId;
	const target = destination.url;
	io.err(`${sentence(plan)} on ${target}, with k6 ${k6.version}\n`);
	const parts = { plan, k6, main, target, seed, referencePrefix, env, signal, output: io };
	const measurement = await measure(parts);
	keepRaw(run.raw, measurement);
	const { tally, ended } = measurement;
	const measured = measuredParts(tally, plan.holdMs);
	const generator = {
		startLagP99Ms: latencyOf(tally.startLag).p99,
		dropped: tally.dropped,
		cpu: ended.cpu,
		k6Version: k6.version,
		k6ExitCode: ended.exitCode,
	};
	const sloRows = evaluateSlo(slo, measured.steps, measured.flows, plan);
	const verdict = judgeLoad({
		plan,
		...measured,
		slo: sloRows,
		generator,
		iterationExceptions: measurement.log.exceptions,
		summaryMissing: measurement.summary === undefined,
		interrupted: ended.interrupted,
	});
	const environment = describeEnvironment({ ...choice, ...destination, k6Version: k6.version });
	return {
		...heading(run, target),
		environment,
		...measured,
		...withReasons(verdict, ownReasons(plan, measurement)),
		plan: reportedPlan(plan),
		slo: sloRows,
		generator,
	};
}

/** What only the runner knows may turn a verdict into an error, never into anything better. */
function withReasons(verdict: LoadVerdict, own: readonly LoadReason[]): LoadVerdict {
	const reasons = [...verdict.reasons, ...own];
	const error = own.some(({ severity }) => severity === 'error');
	if (!error || verdict.verdict === 'ERROR') return { ...verdict, reasons };
	const interrupted = verdict.exitCode === exitCodes.interrupted;
	const exitCode = interrupted ? verdict.exitCode : exitCodes.couldNotRun;
	return { verdict: 'ERROR', exitCode, reasons };
}

/** Written at the end, so that a folder which fails then does not cost the measurement. */
function keepRaw(raw: Run['raw'], { summary, log }: Measurement): void {
	if (summary) raw['k6-summary.json'] = summary.text;
	raw['k6.log'] = log.text;
}

function sentence({ profile, ratePerSecond, iterations, holdMs, warmUpMs }: Plan): string {
	if (ratePerSecond === null) return `load ${profile}: ${iterations} flows, one at a time,`;
	const seconds = `${holdMs / 1000} s after ${warmUpMs / 1000} s of warm-up`;
	return `load ${profile}: ${ratePerSecond} flows/s for ${seconds}`;
}
