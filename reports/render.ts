import type { RunReport } from '../simulator/contract/run-report.ts';
import { renderHtml } from './html/page.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';

export type ReportFile = 'report.html' | 'report.json' | 'junit.xml' | 'summary.md';

/** Every file of a run, from its results alone. */
export function renderReport(report: RunReport): Record<ReportFile, string> {
	return {
		'report.html': renderHtml(report),
		'report.json': renderJson(report),
		'junit.xml': renderJunit(report),
		'summary.md': renderMarkdown(report),
	};
}
