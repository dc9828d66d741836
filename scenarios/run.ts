/** `payin-sandbox scenarios`: runs stories and writes the reports. */
import { arch, availableParallelism, platform, release } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { maskOutput, maskReport, secretsIn } from '../reports/mask.ts';
import type { ReportFile } from '../reports/render.ts';
import { renderReport, reportFiles } from '../reports/render.ts';
import {
	createPaint,
	createProgress,
	githubAnnotations,
	scenarioSummary,
} from '../reports/terminal.ts';
import { judgeScenarios } from '../reports/verdict.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { ScenarioReport } from '../simulator/contract/run-report.ts';
import { maskShownText } from '../simulator/domain/card-data.ts';
import { chooseStories } from './choose-stories.ts';
import { describeRunFailure, UsageError } from './harness/errors.ts';
import {
	createRunId,
	outFileProblems,
	outFolder,
	outFolderProblems,
	removeEarlierResults,
	writeResults,
} from './harness/run-folder.ts';
import type { RunIo } from './harness/run-io.ts';
import { startSandbox } from './harness/sandbox-process.ts';
import type { Target } from './harness/target.ts';
import { describeTarget, openTarget, tokenVariableName } from './harness/target.ts';
import type { LoadedMerchant } from './merchant-mode/merchant-file.ts';
import {
	readMerchant,
	secretsInMerchantFile,
	withoutSettle,
} from './merchant-mode/merchant-file.ts';
import type { MerchantRuns } from './merchant-mode/merchant-runs.ts';
import { maxStoriesAtOnce, openMerchantRuns } from './merchant-mode/merchant-runs.ts';
import { createFindingList } from './runner/findings.ts';
import { parseHeaders } from './runner/headers.ts';
import type { ScenarioOptions } from './runner/options.ts';
import { optionProblems } from './runner/options.ts';
import type { OwnStory } from './runner/own-stories.ts';
import { argumentOfStory, placeInFiles, placeOfError } from './runner/own-stories.ts';
import { replayAll } from './runner/replay.ts';
import { createServiceRuns } from './runner/service-runs.ts';
import { watchStrayErrors } from './runner/stray-errors.ts';
import { describeUnexpectedSettings } from './runner/unexpected-settings.ts';
import type { AnyStory } from './scenario.ts';

type Judged = Pick<
	ScenarioReport,
	'verdict' | 'exitCode' | 'error' | 'scenarios' | 'assumptions' | 'findings'
>;

/**
 * Runs stories and returns the report. Throws a UsageError if the options are wrong; every later problem is part of the
 * report.
 */
export async function runScenarios(
	given: ScenarioOptions,
	unmasked: RunIo,
): Promise<ScenarioReport> {
	const options = { ...given, jobs: given.jobs ?? availableParallelism() };
	const startedAt = new Date();
	const begin = performance.now();
	const runId = createRunId(startedAt);
	const { stories, problems, ownOf, skippedNotice } = await chooseStories(options, unmasked.cwd);
	problems.push(...optionProblems(options));
	const merchant = readMerchant(options, unmasked.cwd, problems);
	const serviceHeaders = parseHeaders(options.headers ?? []);
	const secrets = [
		...secretsIn(serviceHeaders),
		...(merchant ? secretsInMerchantFile(merchant.file) : []),
	];
	const io = maskOutput(unmasked, secrets);
	const out = outFolder(options.out, `scenarios-${runId}`, io.cwd);
	const copies = copiesOf(options, io.cwd);
	problems.push(...sameFileProblems(out, copies));
	if (problems.length === 0) {
		problems.push(
			...(await outFolderProblems(out, '--out', { isDefault: options.out === undefined })),
		);
		for (const { folder, name, flag } of copies) {
			problems.push(...(await outFileProblems(join(folder, name), flag)));
		}
	}
	if (problems.length > 0) {
		if (skippedNotice) io.err(`${skippedNotice}\n`);
		throw new UsageError(problems);
	}
	await removeEarlierResults(out, reportFiles);
	for (const { folder, name } of copies) await removeEarlierResults(folder, [name]);

	if (options.shuffle) io.err(`Shuffled with --seed ${options.seed}.\n`);
	const stray = watchStrayErrors((error) => placeInFiles(error, [...ownOf.values()]));
	const openOptions = { ...options, merchant, runId, serviceHeaders, ownOf };
	const { judged, target } = await runAndJudge(stories, openOptions, io).finally(stray.end);
	const strayError = stray.describe();
	if (strayError !== undefined && judged.verdict !== 'ERROR') {
		judged.verdict = 'ERROR';
		judged.exitCode = exitCodes.couldNotRun;
		judged.error = strayError;
	}
	const argumentOf = new Map(
		[...ownOf.values()].map((own) => [own.story.name, argumentOfStory(own)]),
	);
	judged.scenarios = judged.scenarios.map((result) =>
		result.failure && options.rerunOf
			? { ...result, rerun: options.rerunOf(argumentOf.get(result.name) ?? result.name) }
			: result,
	);
	const settingsNotice =
		options.target !== undefined && target && judged.verdict === 'FAILED'
			? await describeUnexpectedSettings(target)
			: undefined;
	const isPaidUnchecked = merchant !== undefined && !merchant.file.settle;
	const unmaskedReport: ScenarioReport = {
		schemaVersion: 1,
		kind: 'scenarios',
		startedAt: startedAt.toISOString(),
		target: options.target ?? target?.url ?? 'a sandbox of its own',
		seed: options.seed,
		mode: merchant ? 'merchant' : 'service',
		...(options.failOnFlaky ? { failOnFlaky: true } : {}),
		durationMs: Math.round(performance.now() - begin),
		command: options.command,
		environment: {
			node: process.version,
			system: `${platform()} ${release()} ${arch()}`,
			target: target ? describeTarget(target, () => 'a manual clock in each story') : 'not reached',
			...(merchant ? { merchant: merchant.path, shop: shopCommand(merchant) } : {}),
			...(isPaidUnchecked ? { 'paid orders': withoutSettle } : {}),
			...(skippedNotice ? { 'own stories': skippedNotice } : {}),
			...(settingsNotice ? { 'settings of the target': settingsNotice } : {}),
			jobs: String(
				merchant
					? maxStoriesAtOnce({ merchant, url: options.target, jobs: options.jobs })
					: options.jobs,
			),
			repeat: String(options.repeat),
		},
		...judged,
	};
	// Mask last, so that every text passes here, errors included. A story may send a card number, or a target answer one.
	const report = maskReport(unmaskedReport, secrets, maskShownText);
	const paint = createPaint({ ...io, isTerminal: io.isOutTerminal ?? false });
	io.out(scenarioSummary(report, paint));
	if (isPaidUnchecked) io.out(`${withoutSettle}\n`);
	if (skippedNotice) io.out(`${skippedNotice}\n`);
	if (settingsNotice) io.out(`${settingsNotice}\n`);
	if (io.env.GITHUB_ACTIONS === 'true') (io.annotate ?? io.out)(githubAnnotations(report));
	const files = renderReport(report);
	const failure = await writeResults([
		{ folder: out, files },
		...copies.map(({ folder, name, file }) => ({ folder, files: { [name]: files[file] } })),
	]);
	if (failure === undefined) {
		io.out(`Report: ${join(out, 'report.html')}\n`);
		return report;
	}
	io.err(`${failure}\n`);
	return { ...report, verdict: 'ERROR', exitCode: exitCodes.couldNotRun };
}

/** The command that starts the shop, from the merchant file. */
const shopCommand = ({ file: { command } }: LoadedMerchant): string =>
	command?.join(' ') ?? 'runs already';

/** The additional copies that the options `--report-…` ask for. */
function copiesOf(options: ScenarioOptions, cwd: string) {
	const copies: readonly [string | undefined, string, ReportFile][] = [
		[options.reportJunit, '--report-junit', 'junit.xml'],
		[options.reportHtml, '--report-html', 'report.html'],
		[options.reportJson, '--report-json', 'report.json'],
		[options.reportTap, '--report-tap', 'results.tap'],
		[options.reportMarkdown, '--report-markdown', 'summary.md'],
	];
	return copies.flatMap(([given, flag, file]) => {
		if (given === undefined) return [];
		const path = resolve(cwd, given);
		return [{ flag, file, folder: dirname(path), name: basename(path) }];
	});
}

/** The copies that would replace another file of the run. */
function sameFileProblems(out: string, copies: ReturnType<typeof copiesOf>): string[] {
	const takenBy = new Map(
		reportFiles.map((file) => [join(out, file), { file, name: `${file} of --out` }]),
	);
	return copies.flatMap(({ folder, name, flag, file }) => {
		const path = join(folder, name);
		const taken = takenBy.get(path);
		takenBy.set(path, { file, name: flag });
		return taken === undefined || taken.file === file
			? []
			: [`${flag} would replace ${taken.name}: both are ${path}. Name another file.`];
	});
}

type RunOptions = Omit<ScenarioOptions, 'merchant'> & {
	jobs: number;
	merchant: LoadedMerchant | undefined;
	runId: string;
	serviceHeaders: Readonly<Record<string, string>>;
	ownOf: ReadonlyMap<AnyStory, OwnStory>;
};

async function runAndJudge(
	stories: readonly AnyStory[],
	options: RunOptions,
	io: RunIo,
): Promise<{ judged: Judged; target?: Target }> {
	const { signal } = io;
	const assumptions = new Set<string>();
	const failed = (exitCode: number, error: string): Judged => ({
		verdict: 'ERROR',
		exitCode,
		error,
		scenarios: [],
		assumptions: [],
	});
	const interrupted = failed(exitCodes.interrupted, 'Interrupted.');
	let runs: OpenRuns | undefined;
	try {
		runs = await openRuns(options, io, (id) => assumptions.add(id));
		const { limitMs } = runs;
		const limited = { ...options, ...(limitMs === undefined ? {} : { limitMs }) };
		const { scenarios: results, error } = await replayAll(stories, limited, {
			...runs,
			placeOf(story, error) {
				const own = options.ownOf.get(story);
				return own && placeOfError(error, own);
			},
			signal,
			onResult: createProgress(
				stories.map(({ name }) => name),
				io.err,
				createPaint(io),
			),
		});
		const { target, findings, finishResults, evidenceProblem } = runs;
		const scenarios = (await finishResults?.(results)) ?? results;
		const problem = error?.message ?? evidenceProblem?.(scenarios);
		const verdict = signal.aborted
			? interrupted
			: problem !== undefined
				? failed(exitCodes.couldNotRun, problem)
				: judgeScenarios(scenarios, options);
		const ran = { scenarios, assumptions: [...assumptions].sort(), findings: findings() };
		return { judged: { ...verdict, ...ran }, target };
	} catch (error) {
		const { exitCode, message } = describeRunFailure(error, signal);
		const judged = signal.aborted ? interrupted : failed(exitCode, message);
		return runs ? { judged, target: runs.target } : { judged };
	} finally {
		await runs?.close();
	}
}

type OpenRuns = Pick<MerchantRuns, 'target' | 'whyNotTried' | 'open' | 'close' | 'findings'> &
	Partial<Pick<MerchantRuns, 'finishResults' | 'evidenceProblem' | 'limitMs'>>;

async function openRuns(
	options: RunOptions,
	{ env, signal, err }: RunIo,
	onAssumption: (id: string) => void,
): Promise<OpenRuns> {
	const { merchant, seed, jobs, target: url, runId, serviceHeaders } = options;
	if (merchant) {
		const warn = (line: string) => err(`${line}\n`);
		return openMerchantRuns({ merchant, url, seed, jobs, env, signal, warn, onAssumption });
	}
	const target = await openTarget({
		url,
		start: () => startSandbox({ seed, env }),
		controlToken: env[tokenVariableName],
		signal,
	});
	const referenceTag = url === undefined ? `s${seed}` : runId;
	const findings = createFindingList();
	const runs = createServiceRuns({
		...{ target, seed, referenceTag, serviceHeaders, signal, onAssumption },
		onFindings: findings.add,
	});
	return { ...runs, target, findings: findings.list, close: target.close };
}
