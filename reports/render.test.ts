import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { reportJsonSchema, runReportSchema } from '../simulator/contract/run-report.ts';
import { loadReports } from '../test/support/load-reports.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import {
	failedRun,
	interruptedRun,
	merchantRun,
	passedRun,
} from '../test/support/scenario-reports.ts';
import { renderJson, renderReport } from './render.ts';
import { createPaint, createProgress, scenarioSummary } from './terminal.ts';

const first = ['schemaVersion', 'kind', 'startedAt', 'target', 'seed', 'verdict', 'exitCode'];

test.each([sampleLoad(), sampleScenarios([sampleResult()])])(
	'the fields that pipelines read come first ($kind)',
	(report) => {
		const read: unknown = JSON.parse(renderJson(report));
		expect(Object.keys(read ?? {}).slice(0, 7)).toEqual(first);
		expect(runReportSchema.parse(read)).toEqual(report);
	},
);

test('the order of the fields does not depend on how the report was built', () => {
	const report = sampleLoad();
	const turned = Object.fromEntries(Object.entries(report).reverse());
	expect(renderJson(runReportSchema.parse(turned))).toBe(renderJson(report));
	expect(renderJson({ ...report, flows: { rate: 20, failed: 0, ok: 2400, started: 2400 } })).toBe(
		renderJson(report),
	);
});

test('a figure that breaks the schema does not lose the results', () => {
	const report = sampleLoad();
	const text = renderJson({ ...report, flows: { ...report.flows, rate: Number.NaN } });
	expect(JSON.parse(text)).toMatchObject({ kind: 'load', flows: { started: 2400, rate: null } });
});

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
const isReport = ajv.compile(JSON.parse(JSON.stringify(reportJsonSchema())));

test.each([...Object.values(loadReports), failedRun, interruptedRun, merchantRun, passedRun])(
	'the published schema accepts what is written ($kind, $verdict)',
	(report) => {
		isReport(JSON.parse(renderJson(report)));
		expect(isReport.errors).toBeNull();
	},
);

test('the published schema refuses a wrong field, and allows those of later versions', () => {
	const report = JSON.parse(renderJson(sampleLoad()));
	expect(isReport({ ...report, later: 1, plan: { ...report.plan, later: 1 } })).toBe(true);
	expect(isReport({ ...report, verdict: 'MAYBE' })).toBe(false);
	expect(isReport({ ...report, flows: { ...report.flows, ok: -1 } })).toBe(false);
});

test('a run of a shop is about the shop, and its target is the sandbox behind it', () => {
	const { 'report.html': page = '', 'summary.md': summary = '' } = renderReport(merchantRun);
	expect(page).toContain('This is about your shop with the sandbox ');
	expect(page).toContain(`<li><span>Sandbox</span> <code>${merchantRun.target}</code></li>`);
	expect(summary).toContain(`\nSandbox ${merchantRun.target} · seed`);
	expect(renderReport(passedRun)['report.html']).toContain(
		`This is about ${passedRun.target}, tested`,
	);
});

test('every report tells a story that an interruption ended from one that did not run', () => {
	const files = renderReport(interruptedRun);
	const reason = 'the run was interrupted while this story ran, after 0 ms';
	expect(JSON.parse(files['report.json']).scenarios).toMatchObject([
		{ status: 'passed' },
		{ status: 'skipped', interrupted: true, skipReason: reason },
		{ status: 'skipped' },
	]);
	expect(files['junit.xml']).toContain(
		`name="bank/slow" time="0.000"><error message="${reason}" type="error">`,
	);
	expect(files['junit.xml']).toContain('name="edge/late-confirmation" time="0.000"><skipped ');
	expect(files['results.tap']).toContain(
		`\nnot ok 2 - bank/slow\n  ---\n  severity: "error"\n  message: "${reason}"\n`,
	);
	expect(files['results.tap']).toContain('\nok 3 - edge/late-confirmation # SKIP ');
	expect(files['summary.md']).toContain(
		'3 scenarios: 1 passed, 1 skipped, 1 interrupted, 0 flaky, 0 failed.',
	);
	expect(files['summary.md']).toContain(`| bank/slow | interrupted | 0 ms | ${reason} |`);
	expect(files['report.html']).toMatch(
		/Interrupted \(1\).*They were running when the run was interrupted\..*<code>bank\/slow<\/code>/s,
	);
	expect(files['report.html']).toContain('Skipped (1)');
	expect(renderReport(failedRun)['report.html']).not.toContain('Interrupted');

	const paint = createPaint({ isTerminal: false, env: {} });
	const summary = scenarioSummary(interruptedRun, paint);
	expect(summary).toMatch(/^bank\/slow +interrupted +0 ms$/m);
	expect(summary).toContain('\nERROR  1 passed, 1 interrupted, 1 skipped in ');
	let progress = '';
	const names = interruptedRun.scenarios.map(({ name }) => name);
	const print = createProgress(names, (more) => (progress += more), paint);
	for (const result of interruptedRun.scenarios) print(result);
	expect(progress).toContain(`\n! bank/slow  ${reason}\n– edge/late-confirmation  `);
});
