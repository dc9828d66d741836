/** `payin-sandbox findings`: prints what is wrong with the calls that a sandbox received, and judges it for CI. */
import { createPaint } from '../reports/terminal.ts';
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { Severity } from '../simulator/contract/finding-table.ts';
import { severities } from '../simulator/contract/finding-table.ts';
import type { FindingGroup, FindingList } from '../simulator/contract/findings.ts';
import { findingListSchema } from '../simulator/contract/findings.ts';
import { controlPaths, headerNames, workspaceName } from '../simulator/contract/routes.ts';
import { runFailure, UsageError } from './harness/errors.ts';
import { createHttpClient } from './harness/http.ts';
import type { RunIo } from './harness/run-io.ts';
import { checkTarget, tokenVariable } from './harness/target.ts';

export interface FindingsOptions {
	target: string;
	workspace: string;
	/** Exit code 1 from this severity up. */
	failOn: Severity;
	controlToken?: string;
}

/** Throws a UsageError when an option is wrong. */
export async function findingsCommand(options: FindingsOptions, io: RunIo): Promise<ExitCode> {
	const { workspace, failOn, controlToken = io.env[tokenVariable] } = options;
	const checked = checkTarget(options.target);
	const problems = 'problems' in checked ? checked.problems : [];
	if (!workspaceName.test(workspace)) {
		problems.push(`--workspace "${workspace}" is not a name: use 1 to 64 of a-z, 0-9 and -.`);
	}
	if ('problems' in checked || problems.length > 0) throw new UsageError(problems);
	const client = createHttpClient({ target: checked.target, controlToken, signal: io.signal });
	const headers = { [headerNames.workspace]: workspace };
	let list: FindingList;
	try {
		list = await client.call(
			{ method: 'GET', path: controlPaths.findings, headers },
			findingListSchema,
		);
	} catch (error) {
		const { exitCode, message } = runFailure(error, io.signal);
		io.err(`${checked.target}: ${message}\n`);
		return exitCode;
	}
	io.out(findingsText(list, createPaint(io)));
	return judge(list, failOn);
}

/** Nothing found in a part of the calls proves nothing. */
function judge({ findings, complete }: FindingList, failOn: Severity): ExitCode {
	const fails = severities.slice(0, severities.indexOf(failOn) + 1);
	if (findings.some(({ severity }) => fails.includes(severity))) return exitCodes.failed;
	return complete ? exitCodes.passed : exitCodes.inconclusive;
}

const colours = { money: 'failed', wrong: 'failed', risky: 'flaky', note: 'skipped' } as const;

function findingsText(
	{ findings, complete }: FindingList,
	paint: ReturnType<typeof createPaint>,
): string {
	const shown = findings.filter(({ severity }) => severity !== 'note');
	const blocks = shown.map((finding) => {
		const { severity, code, count, text, fix } = finding;
		const title = `${paint(colours[severity], severity.toUpperCase())}  ${code}  ${count}×`;
		return [title, `  ${text}`, `  Fix: ${fix}`, ...whereOf(finding)].join('\n');
	});
	const gaps = findings.flatMap(({ severity, assumption }) =>
		severity === 'note' && assumption ? assumption : [],
	);
	const notes =
		gaps.length === 0
			? []
			: [`${paint(colours.note, 'NOTE')}  assumptions that shaped the answers: ${gaps.join(', ')}`];
	const counts = severities.flatMap((severity) => {
		const count = shown.filter((finding) => finding.severity === severity).length;
		return count === 0 ? [] : `${count} ${severity}`;
	});
	const last = counts.length === 0 ? paint('passed', 'No findings.') : `${counts.join(', ')}.`;
	const missing =
		'Incomplete: the journal or the store no longer has all calls and payments of the workspace. Reset the workspace before a run, or raise limits.journalEntries.';
	return `${[...blocks, ...notes, complete ? last : `${last}\n${missing}`].join('\n\n')}\n`;
}

const mostShown = 5;

function whereOf({ payments, entries }: FindingGroup): string[] {
	const line = (name: string, ids: readonly (string | number)[]) => {
		if (ids.length === 0) return [];
		const rest = ids.length > mostShown ? ` and ${ids.length - mostShown} more` : '';
		return `  ${name}: ${ids.slice(-mostShown).join(', ')}${rest}`;
	};
	return [line('Payments', payments), line('Journal entries', entries)].flat();
}
