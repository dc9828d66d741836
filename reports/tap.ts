/** Renders `results.tap`: the test cases in the Test Anything Protocol, version 14 (testanything.org). */
import type { RunReport } from '../simulator/contract/run-report.ts';
import type { TestCase } from './cases.ts';
import { testCases } from './cases.ts';
import { formatTime } from './figures.ts';
import { flowRateText } from './flow-counts.ts';
import { isRehearsal } from './load-facts.ts';

export function renderTap(report: RunReport): string {
	const cases = testCases(report);
	const about = `${report.verdict} on ${report.target}, seed ${report.seed}, ${formatTime(report.startedAt)}`;
	const notTested = report.kind === 'load' ? (report.notTested ?? []) : [];
	const lines = [
		'TAP version 14',
		`# ${oneLine(about)}`,
		...(report.kind === 'load' && !isRehearsal(report) ? [`# ${flowRateText(report)}`] : []),
		...notTested.map((sentence) => `# Not tested: ${oneLine(sentence)}`),
		`1..${cases.length}`,
		...cases.flatMap((entry, index) => caseLines(entry, index + 1)),
	];
	return `${lines.join('\n')}\n`;
}

function caseLines(entry: TestCase, number: number): string[] {
	const { name, outcome, durationMs, message = '', details = message } = entry;
	const isOk = outcome !== 'failed' && outcome !== 'error';
	const line = `${isOk ? 'ok' : 'not ok'} ${number} - ${escapeTap(name)}`;
	if (outcome === 'skipped') return [`${line} # SKIP ${escapeTap(message)}`];
	const diagnostics = {
		...(outcome === 'passed' ? {} : { severity: outcome, message: details }),
		duration_ms: Math.round(durationMs),
	};
	const rows = Object.entries(diagnostics).map(([key, value]) => `  ${key}: ${yaml(value)}`);
	return [line, '  ---', ...rows, '  ...'];
}

/** Writes a value as YAML: a JSON text without unprintable characters is valid YAML. */
function yaml(value: string | number): string {
	const escaped = (character: string) =>
		`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim();

/** Escapes `#`, which would begin a directive. */
function escapeTap(text: string): string {
	return oneLine(text).replace(/[\\#]/g, '\\$&');
}
