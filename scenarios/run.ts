/** `payin-sandbox scenarios`: replays stories and leaves reports that a pipeline understands. */
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { folderProblem, writeFailure } from '../reports/folder.ts';
import { renderReport } from '../reports/render.ts';
import { judgeScenarios } from '../reports/verdict.ts';
import { writeFiles, writeReport } from '../reports/write.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { ScenarioReport } from '../simulator/contract/run-report.ts';
import type { Places } from './runner/places.ts';
import { placeProblems, placesOf } from './runner/places.ts';
import type { RunOptions } from './runner/plan.ts';
import { planRun } from './runner/plan.ts';
import { createRunId } from './runner/reference.ts';
import { replayAll } from './runner/replay-all.ts';
import type { RunIo } from './runner/run-io.ts';
import type { Target } from './runner/target.ts';
import { inspectTarget, tokenVariable } from './runner/target.ts';
import { createPaint, progressLine, summary } from './runner/terminal.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { startSandbox } from './sandbox-process.ts';
import type { AnyStory } from './scenario.ts';
import { stories as allStories } from './stories.ts';

type Judged = Pick<ScenarioReport, 'verdict' | 'exitCode' | 'error' | 'scenarios' | 'assumptions'>;

export async function runScenarios(options: RunOptions, io: RunIo): Promise<ScenarioReport> {
	const startedAt = new Date();
	const begun = performance.now();
	const runId = createRunId(startedAt);
	const report = (judged: Judged, target?: Target): ScenarioReport => ({
		schemaVersion: 1,
		kind: 'scenarios',
		startedAt: startedAt.toISOString(),
		target: options.target ?? target?.url ?? 'a sandbox of its own',
		seed: options.seed,
		durationMs: Math.round(performance.now() - begun),
		command: options.command,
		environment: describe(options, target),
		...judged,
	});

	const { stories, problems } = planRun(allStories, options);
	const places = placesOf(options, runId, io.cwd);
	// Last, because it makes folders: a run that is refused for another reason leaves none behind.
	if (problems.length === 0) problems.push(...(await placeProblems(places, folderProblem)));
	if (problems.length > 0) {
		io.err(`${problems.join('\n')}\n`);
		return report(couldNot(exitCodes.usage, problems.join('\n')));
	}
	const { judged, target } = await judge(stories, options, runId, io);
	const finished = report(judged, target);
	io.out(summary(finished, createPaint(io)));
	return save(finished, places, io);
}

async function judge(stories: readonly AnyStory[], options: RunOptions, runId: string, io: RunIo) {
	const { seed } = options;
	const { signal, env } = io;
	let own: SandboxProcess | undefined;
	let target: Target | undefined;
	try {
		if (!options.target) own = await startSandbox({ seed, clock: 'manual' });
		target = await inspectTarget(options.target ?? own?.url ?? '', env[tokenVariable], signal);
		const judged = await replayAndJudge(stories, options, own ? `s${seed}` : runId, target, io);
		return { judged, target };
	} catch (error) {
		if (signal.aborted) return { judged: couldNot(exitCodes.interrupted, 'Interrupted.'), target };
		const message = error instanceof Error ? error.message : String(error);
		return { judged: couldNot(exitCodes.couldNotRun, message), target };
	} finally {
		await own?.stop();
	}
}

async function replayAndJudge(
	stories: readonly AnyStory[],
	options: RunOptions,
	tag: string,
	target: Target,
	io: RunIo,
): Promise<Judged> {
	const seen = new Set<string>();
	const paint = createPaint(io);
	const scenarios = await replayAll(stories, options, {
		target,
		tag,
		signal: io.signal,
		onAssumption: (id) => seen.add(id),
		onResult: (result) => io.err(progressLine(result, paint)),
	});
	const results = { scenarios, assumptions: [...seen].sort() };
	if (io.signal.aborted) {
		return { ...couldNot(exitCodes.interrupted, 'Interrupted.'), ...results };
	}
	return { ...judgeScenarios(scenarios), ...results };
}

function couldNot(exitCode: number, error: string): Judged {
	return { verdict: 'ERROR', exitCode, error, scenarios: [], assumptions: [] };
}

function describe({ jobs, repeat }: RunOptions, target: Target | undefined) {
	return {
		node: process.version,
		system: `${platform()} ${release()} ${arch()}`,
		target: target ? nameOf(target) : 'not reached',
		jobs: String(jobs),
		repeat: String(repeat),
	};
}

function nameOf({ sandbox }: Target): string {
	if (!sandbox) return 'not a sandbox';
	if (sandbox === 'locked') return 'a sandbox, its control API locked';
	return `payin-sandbox ${sandbox.version}, ${sandbox.clock} clock`;
}

/** A report that cannot be written is a run that a pipeline cannot see. */
async function save(report: ScenarioReport, { out, copies }: Places, io: RunIo) {
	try {
		await writeReport(report, out.folder);
		const rendered = renderReport(report);
		for (const { folder, file, as } of copies) await writeFiles({ [as]: rendered[file] }, folder);
		io.out(`Report: ${join(out.folder, 'report.html')}\n`);
		return report;
	} catch (error) {
		io.err(`The report could not be written: ${writeFailure(error)}.\n`);
		return {
			...report,
			verdict: 'ERROR',
			exitCode: exitCodes.couldNotRun,
		} satisfies ScenarioReport;
	}
}
