/** `payin-sandbox report DIR…`: renders the pages again from `report.json`. */
import { join } from 'node:path';
import type { RunReport } from '../simulator/contract/run-report.ts';
import { runReportSchema } from '../simulator/contract/run-report.ts';
import { readTextFile } from './read.ts';
import type { RenderOptions } from './render.ts';
import { renderReport } from './render.ts';
import { describeSchemaErrors } from './schema-errors.ts';
import { describeWriteError, writeFiles } from './write.ts';

export type RenderAgainResult =
	| { directory: string; paths: string[]; report: RunReport; problem: null }
	| { directory: string; problem: string };

/** Renders the pages of each folder again. A folder that cannot be read does not stop the others. */
export async function renderReportsAgain(
	directories: readonly string[],
	options: RenderOptions = {},
): Promise<RenderAgainResult[]> {
	const results: RenderAgainResult[] = [];
	for (const directory of directories) results.push(await renderOne(directory, options));
	return results;
}

async function renderOne(directory: string, options: RenderOptions): Promise<RenderAgainResult> {
	const read = await readReport(directory);
	if ('problem' in read) return { directory, problem: read.problem };
	// Do not write `report.json`: it is the source.
	const { 'report.json': _source, ...pages } = renderReport(read.report, options);
	try {
		const paths = await writeFiles(pages, directory);
		return { directory, paths, report: read.report, problem: null };
	} catch (error) {
		return {
			directory,
			problem: `The pages could not be written to ${directory}: ${describeWriteError(error)}.`,
		};
	}
}

export async function readReport(
	directory: string,
): Promise<{ report: RunReport } | { problem: string }> {
	const path = join(directory, 'report.json');
	let text: string;
	try {
		text = readTextFile(path);
	} catch (error) {
		const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
		const problem = absent
			? `There is no ${path}; name a folder that a run has written.`
			: `${path} cannot be read: ${messageOf(error)}.`;
		return { problem };
	}
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		return { problem: `${path} is not JSON; the run may have been cut off while it was copied.` };
	}
	const version = versionOf(content);
	if (version !== undefined && version !== 1 && version !== 2) {
		const problem = `${path} has schema version ${JSON.stringify(version)}, and this payin-sandbox reads versions 1 and 2.`;
		return { problem };
	}
	const parsed = runReportSchema.safeParse(content);
	if (parsed.success) return { report: parsed.data };
	const errors = describeSchemaErrors(parsed.error, content);
	const fix = 'Name a folder that a run has written, with its report.json as it was.';
	return { problem: `${path} is not the report of a run: ${errors} ${fix}` };
}

function versionOf(content: unknown): unknown {
	if (typeof content !== 'object' || content === null) return undefined;
	return 'schemaVersion' in content ? content.schemaVersion : undefined;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
