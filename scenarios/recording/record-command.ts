/**
 * `payin-sandbox record`: writes a payment or an HTTP Archive as a story. The story must first pass with another seed.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readTextFile } from '../../reports/read.ts';
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { toVisibleLines, toVisibleText } from '../../simulator/contract/visible.ts';
import { describeRunFailure, messageOf, UsageError } from '../harness/errors.ts';
import { createHttpClient } from '../harness/http.ts';
import type { RunIo } from '../harness/run-io.ts';
import { startSandbox } from '../harness/sandbox-process.ts';
import { checkTarget, inspectTarget, openTarget, tokenVariableName } from '../harness/target.ts';
import { notBuiltProblem, typeScriptProblem } from '../runner/own-stories.ts';
import { replayAll } from '../runner/replay.ts';
import { createServiceRuns } from '../runner/service-runs.ts';
import { isReadInFolder } from '../runner/story-files.ts';
import type { AnyStory } from '../scenario.ts';
import { recordArchive } from './from-har.ts';
import { recordPayment } from './from-payment.ts';
import type { Recording } from './recording.ts';
import { RecordingError } from './recording.ts';
import { storyApiModule, writeStory } from './write-story.ts';

export interface RecordOptions {
	/** The transaction id or session id of the payment. */
	transaction?: string | undefined;
	har?: string | undefined;
	target: string;
	out: string;
}

/** The seed of the test replay. It differs from the default seed of a sandbox. */
const replaySeed = 4711;

/** Throws a UsageError if an option is wrong. */
export async function recordCommand(options: RecordOptions, io: RunIo): Promise<ExitCode> {
	const path = resolve(io.cwd, options.out);
	const problems = optionProblems(options, path);
	if (problems.length > 0) throw new UsageError(problems);
	const name = basename(path).replace(/\.[cm]?[jt]s$/, '');
	try {
		const recording = await readRecording(options, io);
		const { text, unexplained } = writeStory(recording, name);
		const failure = await failureOf(text, replaySeed, io);
		if (failure !== null) {
			throw new RecordingError(
				`The story fails in a sandbox with the seed ${replaySeed}: ${failure}`,
			);
		}
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text, { flag: 'wx' });
		const notice = await checkLoads(path, options.out);
		io.out(`${options.out} passes in a sandbox with the seed ${replaySeed}.\n`);
		if (notice) io.out(`${notice}\n`);
		const count = unexplained.length;
		if (count > 0)
			io.out(
				`The story does not explain:\n${unexplained.map((line) => `  ${toVisibleText(line)}\n`).join('')}`,
			);
		return exitCodes.passed;
	} catch (error) {
		const isJudged = error instanceof RecordingError && !io.signal.aborted;
		const { exitCode, message } = isJudged
			? { exitCode: exitCodes.failed, message: error.message }
			: describeRunFailure(error, io.signal);
		io.err(`Not recorded: ${toVisibleLines(message)}\n`);
		return exitCode;
	}
}

/**
 * Imports the written story. Returns what its place lacks to run it. On any other error, removes the file and throws a
 * RecordingError: in a package of type "commonjs", for example, a .js file is no module.
 */
async function checkLoads(path: string, name: string): Promise<string | undefined> {
	try {
		await import(pathToFileURL(path).href);
		return undefined;
	} catch (error) {
		const problem = typeScriptProblem(error, name);
		if (problem) return `${problem} Or record it into a file that ends with .mjs.`;
		const notBuilt = notBuiltProblem(error, name);
		// The story may be written before its project has the package.
		const message = messageOf(error);
		const isWithoutPackage = /^Cannot find (package|module) 'payin-sandbox/.test(message);
		if (notBuilt || isWithoutPackage) return notBuilt;
		await rm(path);
		const fix = name.endsWith('.mjs') ? '' : ' Record it into a file that ends with .mjs.';
		throw new RecordingError(`${name} cannot be loaded: ${message}.${fix}`);
	}
}

function optionProblems({ transaction, har, target, out }: RecordOptions, path: string): string[] {
	const checked = checkTarget(target);
	return [
		...((transaction === undefined) === (har === undefined)
			? ['Name what to record: either the id of a payment, or an archive with --har.']
			: []),
		...('problems' in checked ? checked.problems : []),
		...nameProblems(out),
		...(existsSync(path) ? [`--out ${out} exists. Remove it, or name another file.`] : []),
	];
}

function nameProblems(out: string): string[] {
	if (!/\.m?[jt]s$/.test(out)) return [`--out ${out} must end with .ts, .mts, .js or .mjs.`];
	if (isReadInFolder(basename(out))) return [];
	return [
		`--out ${out} has a name that a run of the folder leaves out. Use one without .test, .spec or .d before the ending, and without a dot in front.`,
	];
}

async function readRecording(
	{ transaction, har, target }: RecordOptions,
	{ cwd, env, signal }: RunIo,
): Promise<Recording> {
	if (har !== undefined) {
		return recordArchive(readArchive(har, cwd));
	}
	const token = env[tokenVariableName];
	const { url, sandbox } = await inspectTarget(target, token, signal);
	if (sandbox === null)
		throw new Error(`${url} is no sandbox, so it has no journal to record from.`);
	return recordPayment(
		createHttpClient({ target: url, controlToken: token, signal }),
		transaction ?? '',
	);
}

function readArchive(har: string, cwd: string): string {
	try {
		return readTextFile(resolve(cwd, har));
	} catch (error) {
		throw new UsageError([`--har ${har} cannot be read: ${messageOf(error)}`]);
	}
}

/** Replays the story in a new sandbox. Returns the reason of its failure; null if it passed. */
async function failureOf(
	text: string,
	seed: number,
	{ env, signal }: RunIo,
): Promise<string | null> {
	const start = () => startSandbox({ seed, env });
	const target = await openTarget({ url: undefined, start, signal });
	try {
		const runs = createServiceRuns({
			target,
			seed,
			referenceTag: `s${seed}`,
			signal,
			onAssumption: () => {},
			onFindings: () => {},
		});
		const once = { jobs: 1, repeat: 1, bail: false };
		const story = await load(text);
		const context = { ...runs, signal, onResult: () => {} };
		const [result] = (await replayAll([story], once, context)).scenarios;
		if (result?.status === 'passed') return null;
		const { failure, skipReason } = result ?? {};
		return failure ? `${failure.step}: ${failure.message}` : (skipReason ?? 'it did not run');
	} finally {
		await target.close();
	}
}

/**
 * Loads the text of a story. It may run outside any package, so its import is replaced by the path of the story API
 * here.
 */
async function load(text: string): Promise<AnyStory> {
	const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
	const { href } = new URL(`../scenario.${ending}`, import.meta.url);
	const module = text.replace(`'${storyApiModule}'`, JSON.stringify(href));
	const { recorded } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
	return recorded as AnyStory;
}
