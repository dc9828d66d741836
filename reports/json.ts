import type { RunReport } from '../simulator/contract/run-report.ts';
import { runReportSchema } from '../simulator/contract/run-report.ts';

/** `report.json`: what a pipeline asks for stands first, the rest in the order of the schema. */
export function renderJson(report: RunReport): string {
	// A figure that breaks the schema must not cost a long run its results: they are written as they came.
	const { schemaVersion, kind, startedAt, target, seed, verdict, exitCode, ...rest } =
		runReportSchema.safeParse(report).data ?? report;
	const ordered = { schemaVersion, kind, startedAt, target, seed, verdict, exitCode, ...rest };
	return `${JSON.stringify(ordered, null, 2)}\n`;
}
