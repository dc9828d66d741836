/** Writes the findings of a workspace as text, for a terminal and for a browser. */
import type { Severity } from './finding-table.ts';
import { severities } from './finding-table.ts';
import type { FindingGroup, FindingList } from './findings.ts';
import { maxNamedIds } from './findings.ts';
import { toVisibleText } from './visible.ts';

interface FindingsTextOptions {
	workspace: string;
	/** Colours a text according to a severity, or as passed. */
	paint?: (as: Severity | 'passed', text: string) => string;
}

/** Whether there was nothing to judge: the journal has no call and has dropped none. */
export function hasNothingToJudge({ calls, complete }: FindingList): boolean {
	return calls === 0 && complete;
}

export function findingsText(
	list: FindingList,
	{ workspace, paint = (_, text) => text }: FindingsTextOptions,
): string {
	const { findings, complete } = list;
	const shown = findings.filter(({ severity }) => severity !== 'note');
	const blocks = shown.map((finding) => {
		const { severity, code, count, text, fix } = finding;
		const title = `${paint(severity, severity.toUpperCase())}  ${code}  ${count}×`;
		const lines = [`  ${text}`, `  Fix: ${fix}`, ...refusalLines(finding), ...whereOf(finding)].map(
			(line) => toVisibleText(line),
		);
		return [title, ...lines].join('\n');
	});
	const gaps = findings.flatMap(({ severity, assumption }) =>
		severity === 'note' && assumption ? assumption : [],
	);
	const notes =
		gaps.length === 0
			? []
			: [`${paint('note', 'NOTE')}  assumptions that shaped the answers: ${gaps.join(', ')}`];
	const counts = severities.flatMap((severity) => {
		const count = shown.filter((finding) => finding.severity === severity).length;
		return count === 0 ? [] : `${count} ${severity}`;
	});
	const last = counts.length === 0 ? paint('passed', 'No findings.') : `${counts.join(', ')}.`;
	const verdict = hasNothingToJudge(list) ? noCalls(workspace) : last;
	return `${[...blocks, ...notes, complete ? verdict : `${last}\n${missing}`].join('\n\n')}\n`;
}

const noCalls = (workspace: string) =>
	`No calls in the workspace "${workspace}": nothing was judged.\nCheck the name of the workspace, that your system calls this sandbox with the documented paths, and that the sandbox was not restarted or reset since. Payments of the start page do not count.`;

const missing =
	'Incomplete: the journal or the store does not have all calls and payments of the workspace. The journal was emptied, is not in the mode "full", or has dropped calls; the workspace is older than the last start of the sandbox; a call has no response yet; or a call ended during a reset, or before the store answered. Before a run, reset the workspace instead of emptying its journal. For a run with more calls, raise limits.journalEntries.';

const maxShown = 5;

/** Why calls were refused: the fix asks to read it. */
function refusalLines({ refusals = [] }: FindingGroup): string[] {
	return refusals.flatMap(({ call, status, code, param, detail, fix, entries }) => {
		const ids = entries.slice(-maxShown).map((id) => `#${id}`);
		const left = entries.length - ids.length;
		const rest = left > 0 ? ` and ${left} more` : '';
		const field = param === null || detail?.includes(param) ? '' : ` (${param})`;
		const reason = detail === null ? '' : `: ${detail}`;
		return [
			`  Refused: ${ids.join(', ')}${rest} ${call} → ${status} ${code}${reason}${field}`,
			...(fix === null ? [] : [`    Fix: ${fix}`]),
		];
	});
}

function whereOf({ references, payments, entries }: FindingGroup): string[] {
	const line = (name: string, ids: readonly (string | number)[]) => {
		if (ids.length === 0) return [];
		const left = ids.length - maxShown;
		// A group names its latest ids only: there may be others.
		const bound = ids.length < maxNamedIds ? '' : 'at least ';
		const rest = left > 0 ? ` and ${bound}${left} more` : '';
		return `  ${name}: ${ids.slice(-maxShown).join(', ')}${rest}`;
	};
	return [
		line('References', references),
		line('Payments', payments),
		line('Journal entries', entries),
	].flat();
}
