/** JUnit XML, as the readers of GitLab, Jenkins, GitHub actions and Azure take it. */
import type { RunReport } from '../simulator/contract/run-report.ts';
import type { TestCase } from './junit-case.ts';
import { loadCases, loadProperties } from './junit-load.ts';
import { scenarioCases } from './junit-scenarios.ts';
import { element, xmlText } from './xml.ts';

export function renderJunit(report: RunReport): string {
	const suiteName = report.kind === 'load' ? `load ${report.plan.profile}` : 'scenarios';
	const cases = report.kind === 'load' ? loadCases(report) : scenarioCases(report);
	const figures = report.kind === 'load' ? loadProperties(report) : {};
	const of = (outcome: TestCase['outcome']) =>
		cases.filter((entry) => entry.outcome === outcome).length;
	const totals = {
		tests: cases.length,
		failures: of('failed'),
		errors: of('error'),
		skipped: of('skipped'),
		time: seconds(report.durationMs),
	};
	const properties = {
		verdict: report.verdict,
		exitCode: report.exitCode,
		target: report.target,
		seed: report.seed,
		command: report.command,
		...figures,
	};
	const suite = element('testsuite', { name: suiteName, timestamp: report.startedAt, ...totals }, [
		propertiesElement(properties),
		...cases.map(caseElement),
		'\n',
	]);
	const root = element('testsuites', { name: 'payin-sandbox', ...totals }, ['\n', suite, '\n']);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function propertiesElement(properties: Readonly<Record<string, string | number>>): string {
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
		children.push(element(tag, { message, type: outcome }, [xmlText(message)]));
	}
	if (output) children.push(element('system-out', {}, [xmlText(output)]));
	const attributes = { classname: className, name, time: seconds(durationMs) };
	return `\n\t${element('testcase', attributes, children)}`;
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(3);
}
