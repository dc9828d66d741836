/** Renders all files of a run from its report. */
import type { RunReport } from '../simulator/contract/run-report.ts';
import { runReportSchema } from '../simulator/contract/run-report.ts';
import { renderCsv } from './csv.ts';
import { renderHtml } from './html/page.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTap } from './tap.ts';

export const reportFiles = [
	'report.html',
	'report.json',
	'junit.xml',
	'results.tap',
	'summary.md',
] as const;
export type ReportFile = (typeof reportFiles)[number];

export interface RenderOptions {
	/** Whether to render `series.csv` too; for load runs. */
	csv?: boolean | undefined;
}

export function renderReport(
	report: RunReport,
	{ csv = false }: RenderOptions = {},
): Record<ReportFile, string> & { 'series.csv'?: string } {
	return {
		...(csv && report.kind === 'load' ? { 'series.csv': renderCsv(report) } : {}),
		'report.html': renderHtml(report),
		'report.json': renderJson(report),
		'junit.xml': renderJunit(report),
		'results.tap': renderTap(report),
		'summary.md': renderMarkdown(report),
	};
}

/** Writes the report as JSON. The fields that pipelines read come first, the others in the order of the schema. */
export function renderJson(report: RunReport): string {
	// Do not validate here: a figure that breaks the schema must not lose the results of a long run.
	const { schemaVersion, kind, startedAt, target, seed, verdict, exitCode, ...rest } =
		runReportSchema.safeParse(report).data ?? report;
	const ordered = { schemaVersion, kind, startedAt, target, seed, verdict, exitCode, ...rest };
	return `${JSON.stringify(ordered, null, 2)}\n`;
}
