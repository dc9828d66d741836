/** `payin-sandbox report compare BASE… --with CAND…`: writes `compare.json` and `compare.html`. */
import { resolve } from 'node:path';
import type { Compare } from '../simulator/contract/compare-report.ts';
import { compareRuns } from './compare.ts';
import type { ComparedRun } from './compare-plan.ts';
import { renderCompareHtml } from './html/compare-page.ts';
import { readReport } from './report-command.ts';
import { describeWriteError, writeFiles } from './write.ts';

/**
 * The folders of the runs of both sides. The first run of `base` and the first of `candidate` are a pair, and so on.
 */
export interface FoldersToCompare {
	base: readonly string[];
	candidate: readonly string[];
}

export type CompareCommandResult = { compare: Compare; paths: string[] } | { problems: string[] };

export async function compareCommand(
	{ base, candidate }: FoldersToCompare,
	{ out }: { out: string },
): Promise<CompareCommandResult> {
	const problems: string[] = [];
	if (base.length !== candidate.length) {
		problems.push(
			`${base.length} runs of the base and ${candidate.length} of the candidate make no pairs. Name as many after --with as before it.`,
		);
	}
	const folders = [...base, ...candidate];
	const paths = folders.map((folder) => resolve(folder));
	const twice = folders.find((folder, index) => paths.indexOf(resolve(folder)) < index);
	if (twice !== undefined) {
		problems.push(`${twice} is named twice. A pair needs two runs: repeat the load.`);
	}
	const runs = {
		base: await readRuns(base, problems),
		candidate: await readRuns(candidate, problems),
	};
	if (problems.length > 0) return { problems };
	const compare = compareRuns(runs);
	try {
		return { compare, paths: await writeFiles(renderCompare(compare), out) };
	} catch (error) {
		const reason = describeWriteError(error);
		return { problems: [`The comparison could not be written to ${out}: ${reason}.`] };
	}
}

async function readRuns(
	folders: readonly string[],
	problems: string[],
): Promise<readonly ComparedRun[]> {
	const runs: ComparedRun[] = [];
	for (const folder of folders) {
		const read = await readReport(folder);
		if ('problem' in read) problems.push(read.problem);
		else if (read.report.kind === 'load') runs.push({ folder, report: read.report });
		else problems.push(`${folder} has the report of scenarios. Name folders of load runs.`);
	}
	return runs;
}

export const compareFiles = ['compare.json', 'compare.html'] as const;

function renderCompare(compare: Compare): Record<(typeof compareFiles)[number], string> {
	return {
		'compare.json': `${JSON.stringify(compare, null, 2)}\n`,
		'compare.html': renderCompareHtml(compare),
	};
}
