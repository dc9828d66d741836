import { expect, test } from 'vitest';
import { runReportSchema } from '../simulator/contract/run-report.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../test/support/reports.ts';
import { renderJson } from './render.ts';

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
