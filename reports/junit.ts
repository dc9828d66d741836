/** JUnit XML, in the form that GitLab, Jenkins, GitHub actions and Azure read. */
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type {
	LoadReport,
	RunReport,
	ScenarioReport,
	ScenarioResult,
	SloRow,
} from '../simulator/contract/run-report.ts';
import { formatCount, formatDuration, formatValue } from './figures.ts';

interface TestCase {
	className: string;
	name: string;
	durationMs: number;
	outcome: 'passed' | 'failed' | 'error' | 'skipped';
	message?: string;
	output?: string;
}

type Attributes = Readonly<Record<string, string | number>>;

export function renderJunit(report: RunReport): string {
	const isLoad = report.kind === 'load';
	const name = isLoad ? `load ${report.plan.profile}` : 'scenarios';
	const cases = isLoad ? loadCases(report) : scenarioCases(report);
	const count = (outcome: TestCase['outcome']) =>
		cases.filter((entry) => entry.outcome === outcome).length;
	const totals = {
		tests: cases.length,
		failures: count('failed'),
		errors: count('error'),
		skipped: count('skipped'),
		time: seconds(report.durationMs),
	};
	const properties = {
		verdict: report.verdict,
		exitCode: report.exitCode,
		target: report.target,
		seed: report.seed,
		command: report.command,
		...(isLoad ? loadProperties(report) : {}),
	};
	const suite = element('testsuite', { name, timestamp: report.startedAt, ...totals }, [
		propertiesElement(properties),
		...cases.map(caseElement),
		'\n',
	]);
	const root = element('testsuites', { name: 'payin-sandbox', ...totals }, ['\n', suite, '\n']);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function scenarioCases(report: ScenarioReport): TestCase[] {
	const className = 'scenarios';
	const cases = report.scenarios.map((result) => scenarioCase(result, className));
	if (report.verdict !== 'ERROR') return cases;
	const message = report.error ?? 'The run could not be judged.';
	return [...cases, { className, name: 'run completed', durationMs: 0, outcome: 'error', message }];
}

function scenarioCase(result: ScenarioResult, className: string): TestCase {
	const { name, durationMs, status, skipReason, failure } = result;
	const base = { className, name, durationMs, output: scenarioOutput(result) };
	if (status === 'skipped')
		return { ...base, outcome: 'skipped', message: skipReason ?? 'skipped' };
	// A flaky scenario passed in the end; its output has the first failure.
	if (status !== 'failed') return { ...base, outcome: 'passed' };
	const message = failure ? `${failure.step}: ${failure.message}` : 'failed without a message';
	return { ...base, outcome: 'failed', message };
}

function scenarioOutput(result: ScenarioResult): string {
	const { title, steps, status, failure, tags, transactionIds } = result;
	const lines = [
		title,
		...steps.map(
			(step) =>
				`${step.status}  ${formatDuration(step.durationMs)}  ${step.name}${step.detail ? `: ${step.detail}` : ''}`,
		),
	];
	if (status === 'flaky') {
		const first = failure ? `: ${failure.step}: ${failure.message}` : '';
		lines.push(`flaky: failed once and passed when repeated${first}`);
	}
	if (tags.length > 0) lines.push(`tags: ${tags.join(', ')}`);
	if (transactionIds.length > 0) lines.push(`transactions: ${transactionIds.join(', ')}`);
	return lines.join('\n');
}

function loadCases(report: LoadReport): TestCase[] {
	const className = `load.${report.plan.profile}`;
	return [
		completionCase(report, className),
		...report.slo.filter((row) => row.judged).map((row) => limitCase(row, `${className}.slo`)),
		...reasonCases(report, `${className}.guard`),
	];
}

function completionCase(report: LoadReport, className: string): TestCase {
	const base = { className, name: 'run completed', durationMs: report.durationMs };
	if (report.exitCode === exitCodes.interrupted) {
		return { ...base, outcome: 'error', message: 'The run was interrupted.' };
	}
	if (report.verdict !== 'ERROR') return { ...base, outcome: 'passed' };
	const errors = report.reasons.filter((entry) => entry.severity === 'error');
	const message = errors.map((entry) => entry.detail).join(' ');
	return { ...base, outcome: 'error', message: message || 'The run could not be judged.' };
}

function limitCase(row: SloRow, className: string): TestCase {
	const { name, unit, measured, samples, passed } = row;
	const base = { className, name, durationMs: unit === 'ms' ? (measured ?? 0) : 0 };
	const limit = formatValue(row.limit, unit);
	if (measured === null) {
		return { ...base, outcome: 'error', message: `Limit ${limit}, no samples to compare.` };
	}
	const message = `Limit ${limit}, measured ${formatValue(measured, unit)} over ${formatCount(samples)} samples.`;
	return passed
		? { ...base, outcome: 'passed', output: message }
		: { ...base, outcome: 'failed', message };
}

const severityOutcomes = {
	error: 'error',
	inconclusive: 'error',
	'no-go': 'failed',
	note: 'passed',
} as const;

/** The reasons other than broken limits. Names are unique, because readers merge cases with the same name. */
function reasonCases(report: LoadReport, className: string): TestCase[] {
	const seen = new Map<string, number>();
	return report.reasons
		.filter((entry) => entry.rule !== 'slo')
		.map(({ rule, severity, detail }) => {
			const times = (seen.get(rule) ?? 0) + 1;
			seen.set(rule, times);
			const name = times === 1 ? rule : `${rule} ${times}`;
			const outcome = severityOutcomes[severity];
			const text = outcome === 'passed' ? { output: detail } : { message: detail };
			return { className, name, durationMs: 0, outcome, ...text };
		});
}

function loadProperties({ flows, generator, steps }: LoadReport): Attributes {
	const properties: Record<string, string | number> = {
		'flows.started': flows.started,
		'flows.ok': flows.ok,
		'flows.failed': flows.failed,
		'flows.rate': flows.rate,
		'generator.dropped': generator.dropped,
	};
	for (const [name, step] of Object.entries(steps)) {
		properties[`${name}.count`] = step.count;
		properties[`${name}.failed`] = step.failed;
		if (step.p95 !== null) properties[`${name}.p95`] = step.p95;
		if (step.p99 !== null) properties[`${name}.p99`] = step.p99;
	}
	return properties;
}

function propertiesElement(properties: Attributes): string {
	const entries = Object.entries(properties).map(
		([name, value]) => `\n\t\t${element('property', { name, value })}`,
	);
	return `\n\t${element('properties', {}, [...entries, '\n\t'])}`;
}

function caseElement(entry: TestCase): string {
	const { className, name, durationMs, outcome, message = '', output } = entry;
	const children: string[] = [];
	if (outcome === 'skipped') children.push(element('skipped', { message }));
	if (outcome === 'failed' || outcome === 'error') {
		const tag = outcome === 'failed' ? 'failure' : 'error';
		children.push(element(tag, { message, type: outcome }, [escapeXml(message, /[&<>\r]/g)]));
	}
	if (output) children.push(element('system-out', {}, [escapeXml(output, /[&<>\r]/g)]));
	const attributes = { classname: className, name, time: seconds(durationMs) };
	return `\n\t${element('testcase', attributes, children)}`;
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(3);
}

/** Characters that XML 1.0 cannot contain, even escaped: control characters, lone surrogates, two non-characters. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	// Unescaped, a reader turns these into spaces inside an attribute.
	'\n': '&#10;',
	'\r': '&#13;',
	'\t': '&#9;',
};

function escapeXml(text: string, escaped: RegExp): string {
	return text
		.replace(unwritable, '')
		.replace(escaped, (character) => entities[character] ?? character);
}

/** The children are XML already. Names are constants, never data. */
function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeXml(String(value), /[&<>"'\n\r\t]/g)}"`)
		.join('');
	if (children.length === 0) return `<${name}${written}/>`;
	return `<${name}${written}>${children.join('')}</${name}>`;
}
