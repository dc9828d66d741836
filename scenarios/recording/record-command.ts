/** `payin-sandbox record`: writes a payment or an HTTP Archive as a story, once the story has passed with another seed. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { messageOf, runFailure, UsageError } from '../harness/errors.ts';
import { createHttpClient } from '../harness/http.ts';
import type { RunIo } from '../harness/run-io.ts';
import { checkTarget, inspectTarget, tokenVariable } from '../harness/target.ts';
import { recordArchive } from './from-har.ts';
import { recordPayment } from './from-payment.ts';
import type { Recording } from './recording.ts';
import { RecordingError } from './recording.ts';
import { failureOf } from './try-story.ts';
import { writeStory } from './write-story.ts';

export interface RecordOptions {
	/** The transaction or session id. */
	transaction?: string | undefined;
	har?: string | undefined;
	target: string;
	controlToken?: string | undefined;
	out: string;
}

/** Differs from the seed of a sandbox that was started without one. */
const replaySeed = 4711;

/** Throws a UsageError when an option is wrong. */
export async function recordCommand(options: RecordOptions, io: RunIo): Promise<ExitCode> {
	const path = resolve(io.cwd, options.out);
	const problems = optionProblems(options, path);
	if (problems.length > 0) throw new UsageError(problems);
	const name = basename(path).replace(/\.[cm]?[jt]s$/, '');
	try {
		const recording = await readRecording(options, io);
		const { text, unexplained } = writeStory(recording, name);
		const failure = await failureOf(text, replaySeed, io.signal);
		if (failure !== null) {
			throw new RecordingError(
				`The story fails in a sandbox with the seed ${replaySeed}: ${failure}`,
			);
		}
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text, { flag: 'wx' });
		io.out(`${options.out} passes in a sandbox with the seed ${replaySeed}.\n`);
		const count = unexplained.length;
		if (count > 0)
			io.out(`The story does not explain:\n${unexplained.map((line) => `  ${line}\n`).join('')}`);
		return exitCodes.passed;
	} catch (error) {
		const isJudged = error instanceof RecordingError && !io.signal.aborted;
		const { exitCode, message } = isJudged
			? { exitCode: exitCodes.failed, message: error.message }
			: runFailure(error, io.signal);
		io.err(`Not recorded: ${message}\n`);
		return exitCode;
	}
}

function optionProblems({ transaction, har, target, out }: RecordOptions, path: string): string[] {
	const checked = checkTarget(target);
	return [
		...((transaction === undefined) === (har === undefined)
			? ['Name what to record: either the id of a payment, or an archive with --har.']
			: []),
		...('problems' in checked ? checked.problems : []),
		...(/\.m?[jt]s$/.test(out) ? [] : [`--out ${out} must end with .ts, .mts, .js or .mjs.`]),
		...(existsSync(path) ? [`--out ${out} exists. Remove it, or name another file.`] : []),
	];
}

async function readRecording(
	{ transaction, har, target, controlToken }: RecordOptions,
	{ cwd, env, signal }: RunIo,
): Promise<Recording> {
	if (har !== undefined) {
		const text = await readFile(resolve(cwd, har), 'utf8').catch((error: unknown) => {
			throw new UsageError([`--har ${har} cannot be read: ${messageOf(error)}`]);
		});
		return recordArchive(text);
	}
	const token = controlToken ?? env[tokenVariable];
	const { url, sandbox } = await inspectTarget(target, token, signal);
	if (sandbox === null)
		throw new Error(`${url} is no sandbox, so it has no journal to record from.`);
	return recordPayment(
		createHttpClient({ target: url, controlToken: token, signal }),
		transaction ?? '',
	);
}
