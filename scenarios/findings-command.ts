/**
 * `payin-sandbox findings`: prints what is wrong with the calls that a sandbox received. The exit code tells CI the
 * result.
 */
import { createPaint } from '../reports/terminal.ts';
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { Severity } from '../simulator/contract/finding-table.ts';
import { severities } from '../simulator/contract/finding-table.ts';
import type { FindingList } from '../simulator/contract/findings.ts';
import { findingListSchema } from '../simulator/contract/findings.ts';
import { findingsText, hasNothingToJudge } from '../simulator/contract/findings-text.ts';
import {
	controlPaths,
	defaultWorkspace,
	headerNames,
	workspaceName,
} from '../simulator/contract/routes.ts';
import { toVisibleLines } from '../simulator/contract/visible.ts';
import { describeRunFailure, UsageError } from './harness/errors.ts';
import { CallError, createHttpClient } from './harness/http.ts';
import type { RunIo } from './harness/run-io.ts';
import { checkTarget, tokenVariableName, workspaceInAddress } from './harness/target.ts';

export interface FindingsOptions {
	target: string;
	/** The workspace. By default, the one in the target's address, or `default`. */
	workspace?: string;
	/** The lowest severity of a finding for which the exit code is 1. */
	failOn: Severity;
	controlToken?: string;
}

/** Throws a UsageError when an option is wrong. */
export async function findingsCommand(options: FindingsOptions, io: RunIo): Promise<ExitCode> {
	const { failOn, controlToken = io.env[tokenVariableName] } = options;
	const checked = checkTarget(options.target);
	const problems = 'problems' in checked ? checked.problems : [];
	const inTarget = 'problems' in checked ? undefined : workspaceInAddress(checked.target);
	const workspace = options.workspace ?? inTarget ?? defaultWorkspace;
	if (!workspaceName.test(workspace)) {
		problems.push(`--workspace "${workspace}" is not a name: use 1 to 64 of a-z, 0-9 and -.`);
	} else if (inTarget !== undefined && inTarget !== workspace) {
		problems.push(
			`--target names the workspace "${inTarget}", and --workspace "${workspace}": leave one of them out.`,
		);
	}
	if ('problems' in checked || problems.length > 0) throw new UsageError(problems);
	const { target } = checked;
	const headers = { [headerNames.workspace]: workspace };
	const read = (token?: string) =>
		createHttpClient({ target, controlToken: token, signal: io.signal }).call(
			{ method: 'GET', path: controlPaths.findings, headers },
			findingListSchema,
		);
	let list: FindingList;
	try {
		// Send the token only after a refusal in the format of a sandbox, so that no other host receives it.
		list = await read().catch((error: unknown) => {
			if (controlToken && isTokenRequired(error)) return read(controlToken);
			throw error;
		});
	} catch (error) {
		const { exitCode, message } = describeRunFailure(error, io.signal);
		io.err(`${target}: ${toVisibleLines(message)}\n`);
		return exitCode;
	}
	const colour = createPaint(io);
	io.out(findingsText(list, { workspace, paint: (as, text) => colour(colours[as], text) }));
	return judge(list, failOn);
}

function isTokenRequired(error: unknown): boolean {
	return error instanceof CallError && error.refusal.code === 'token_required';
}

/**
 * Decides the exit code. An empty list proves nothing if there were no calls, or if some calls are no longer in the
 * journal.
 */
function judge(list: FindingList, failOn: Severity): ExitCode {
	const fails = severities.slice(0, severities.indexOf(failOn) + 1);
	if (list.findings.some(({ severity }) => fails.includes(severity))) return exitCodes.failed;
	if (hasNothingToJudge(list)) return exitCodes.couldNotRun;
	return list.complete ? exitCodes.passed : exitCodes.inconclusive;
}

const colours = {
	money: 'failed',
	wrong: 'failed',
	risky: 'flaky',
	note: 'skipped',
	passed: 'passed',
} as const;
