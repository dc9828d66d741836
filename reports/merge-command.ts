/** `payin-sandbox report merge DIR… --out DIR`: merges the reports of the parts of one run. */
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { k6MajorVersion } from './compare.ts';
import { sloSchema } from './limits-file.ts';
import type { PartReport } from './merge.ts';
import { mergeParts } from './merge.ts';
import type { RenderOptions } from './render.ts';
import { renderReport } from './render.ts';
import { readReport } from './report-command.ts';
import { describeWriteError, removeFile, writeFiles } from './write.ts';

export type MergeCommandResult = { report: LoadReport; paths: string[] } | { problems: string[] };

export async function mergeCommand(
	directories: readonly string[],
	{ out, csv }: { out: string } & RenderOptions,
): Promise<MergeCommandResult> {
	const place = placeOf(out);
	const part = directories.find((directory) => placeOf(directory) === place);
	if (part !== undefined) {
		return { problems: [`--out is ${part}, whose report it would replace. Name another folder.`] };
	}
	const merged = mergeFolders(await readFolders(directories));
	if ('problems' in merged) return merged;
	try {
		// That of an earlier merge would look like a file of this one.
		if (!csv) await removeFile(resolve(out, 'series.csv'));
		return { report: merged, paths: await writeFiles(renderReport(merged, { csv }), out) };
	} catch (error) {
		const reason = describeWriteError(error);
		return { problems: [`The report could not be written to ${out}: ${reason}.`] };
	}
}

/** The absolute path, with symbolic links resolved. */
const placeOf = (directory: string) =>
	existsSync(directory) ? realpathSync(directory) : resolve(directory);

interface Folders {
	parts: { directory: string; report: PartReport }[];
	/** The folders without a report. A part that was lost leaves such a folder. */
	unreadable: string[];
	problems: string[];
}

async function readFolders(directories: readonly string[]): Promise<Folders> {
	const folders: Folders = { parts: [], unreadable: [], problems: [] };
	for (const directory of directories) {
		const read = await readReport(directory);
		if ('problem' in read) folders.unreadable.push(read.problem);
		else if (read.report.kind === 'load' && read.report.parts?.found.length === 1) {
			const report = { ...read.report, parts: read.report.parts };
			folders.parts.push({ directory, report });
		} else {
			const rule = 'is not the report of one part. Name folders of payin-sandbox load --part.';
			folders.problems.push(`${directory} ${rule}`);
		}
	}
	if (folders.parts.length === 0 && folders.problems.length === 0) {
		folders.problems.push(...folders.unreadable);
	}
	folders.parts.sort((a, b) => numberOf(a.report) - numberOf(b.report));
	return folders;
}

const numberOf = ({ parts }: PartReport) => Number.parseInt(parts.found[0] ?? '', 10);

/** The fields that must be equal in all parts of a run. */
const sameFields = ['plan', 'seed', 'target', 'limits'] as const;

function mergeFolders({ parts, unreadable, problems }: Folders) {
	const [first, ...others] = parts;
	if (first === undefined || problems.length > 0) return { problems };
	const names = new Map<string, string>();
	for (const { directory, report } of parts) {
		const name = report.parts.found.join();
		const other = names.get(name);
		if (other !== undefined) {
			problems.push(`${directory} and ${other} are both part ${name}. Name each part once.`);
		}
		names.set(name, directory);
	}
	for (const { directory, report } of others) {
		const differing: string[] = sameFields.filter(
			(field) => !isDeepStrictEqual(report[field], first.report[field]),
		);
		if (report.parts.planned !== first.report.parts.planned) differing.push('number of parts');
		if (
			isMeasured(report) &&
			isMeasured(first.report) &&
			k6MajorVersion(report) !== k6MajorVersion(first.report)
		)
			differing.push('k6 version');
		if (differing.length > 0) {
			problems.push(
				`${directory} is not a part of the run in ${first.directory}: another ${differing.join(', ')}. Name the parts of one run.`,
			);
		}
	}
	const limits = sloSchema.safeParse(first.report.limits);
	if (!limits.success) problems.push(`${first.directory} has no limits, so they cannot be judged.`);
	if (!limits.success || problems.length > 0) return { problems };
	const reports = parts.map(({ report }) => report);
	return mergeParts({ parts: reports, limits: limits.data, unreadable });
}

const isMeasured = ({ verdict }: LoadReport) => verdict !== 'ERROR';
