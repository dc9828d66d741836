import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { reportJsonSchema, runReportSchema } from '../simulator/contract/run-report.ts';
import { loadReports } from '../test/support/load-reports.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import { failedRun, merchantRun, passedRun } from '../test/support/scenario-reports.ts';
import { renderJson, renderReport } from './render.ts';

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

test.each([...Object.values(loadReports), failedRun, merchantRun, passedRun])(
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
