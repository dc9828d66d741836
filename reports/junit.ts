/** JUnit XML, in the form that GitLab, Jenkins, GitHub actions and Azure read. */
import type { LoadReport, RunReport, ScenarioReport } from '../simulator/contract/run-report.ts';
import type { TestCase } from './cases.ts';
import { testCases } from './cases.ts';

type Attributes = Readonly<Record<string, string | number>>;

export function renderJunit(report: RunReport): string {
	const isLoad = report.kind === 'load';
	const name = isLoad ? `load ${report.plan.profile}` : 'scenarios';
	const cases = testCases(report);
	const count = (outcome: TestCase['outcome']) =>
		cases.filter((entry) => entry.outcome === outcome).length;
	const totals = {
		tests: cases.length,
		failures: count('failed'),
		errors: count('error'),
		time: seconds(report.durationMs),
	};
	const properties = {
		verdict: report.verdict,
		exitCode: report.exitCode,
		target: report.target,
		seed: report.seed,
		command: report.command,
		...(isLoad ? loadProperties(report) : scenarioProperties(report)),
	};
	// The JUnit schema of Jenkins allows `skipped` on a test suite, but not on the root.
	const attributes = { name, timestamp: report.startedAt, ...totals, skipped: count('skipped') };
	const suite = element('testsuite', attributes, [
		propertiesElement(properties),
		...cases.map(caseElement),
		'\n',
	]);
	const root = element('testsuites', { name: 'payin-sandbox', ...totals }, ['\n', suite, '\n']);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/**
 * The properties of a suite. The JUnit schema of Jenkins does not allow properties on a case, so each property's name
 * contains the story's name.
 */
function scenarioProperties({ mode, scenarios }: ScenarioReport): Attributes {
	const ids = scenarios
		.filter(({ transactionIds }) => transactionIds.length > 0)
		.map(({ name, transactionIds }) => [`${name}.transactionIds`, transactionIds.join(' ')]);
	return { ...(mode ? { mode } : {}), ...Object.fromEntries(ids) };
}

/**
 * The figures of the run as properties. The name of each is its path in `report.json`. Missing figures are left out.
 */
function loadProperties(report: LoadReport): Attributes {
	const { flows, generator, steps, flowTimes, subject, capacity, recovery, merchant } = report;
	const { started, ok, failed, rate } = flows;
	const { max } = flowTimes ?? {};
	const notTested = report.notTested?.join(' ') || undefined;
	return Object.fromEntries([
		...figures('', { subject, profile: report.plan.profile, notTested }),
		...figures('flows.', { started, ok, failed, rate }),
		...figures('peakFlows.', { ...report.peakFlows }),
		...figures('generator.', { dropped: generator.dropped }),
		...Object.entries(steps).flatMap(
			([name, { count, failed: broken, p50, p95, p99, max: most }]) =>
				figures(`${name}.`, { count, failed: broken, p50, p95, p99, max: most }),
		),
		...(flowTimes
			? figures('flow.', { p50: flowTimes.p50, p95: flowTimes.p95, p99: flowTimes.p99, max })
			: []),
		...figures('flow.fromIntendedStart.', { ...flowTimes?.fromIntendedStart }),
		...figures('capacity.', { rate: capacity?.rate, brokenBy: capacity?.brokenBy }),
		...figures('recovery.', { ...recovery }),
		...figures('idempotency.', { duplicates: report.idempotency?.duplicates }),
		...figures('merchant.', {
			...merchant,
			...{ examples: null, browser: null, beforeSettle: null, undecidedByStory: null },
		}),
		...figures('merchant.beforeSettle.', { ...merchant?.beforeSettle }),
		...Object.entries(merchant?.undecidedByStory ?? {}).flatMap(([story, counts]) =>
			figures(`merchant.undecidedByStory.${story}.`, counts),
		),
	]);
}

type Figures = Readonly<Record<string, string | number | null | undefined>>;

const figures = (prefix: string, values: Figures): [string, string | number][] =>
	Object.entries(values).flatMap(([name, value]) =>
		value === null || value === undefined ? [] : [[`${prefix}${name}`, value]],
	);

function propertiesElement(properties: Attributes): string {
	const entries = Object.entries(properties).map(
		([name, value]) => `\n\t\t${element('property', { name, value })}`,
	);
	return `\n\t${element('properties', {}, [...entries, '\n\t'])}`;
}

const outcomeElements = {
	failed: 'failure',
	error: 'error',
	/** A test that passed when repeated has this element, as in Maven Surefire. */
	flaky: 'flakyFailure',
} as const;

function caseElement(entry: TestCase): string {
	const { className, name, durationMs, outcome, message = '', details = message, output } = entry;
	const children: string[] = [];
	if (outcome === 'skipped') children.push(element('skipped', { message }));
	else if (outcome !== 'passed') {
		const text = escapeXml(details, /[&<>\r]/g);
		children.push(element(outcomeElements[outcome], { message, type: outcome }, [text]));
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
	// Without the escape, an XML parser replaces these by spaces in an attribute.
	'\n': '&#10;',
	'\r': '&#13;',
	'\t': '&#9;',
};

function escapeXml(text: string, escaped: RegExp): string {
	return text
		.replace(unwritable, '')
		.replace(escaped, (character) => entities[character] ?? character);
}

/** Writes an element. `children` are XML already; names are constants, never data. */
function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeXml(String(value), /[&<>"'\n\r\t]/g)}"`)
		.join('');
	if (children.length === 0) return `<${name}${written}/>`;
	return `<${name}${written}>${children.join('')}</${name}>`;
}
