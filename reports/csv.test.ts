import { expect, test } from 'vitest';
import { loadReports, oldRun, shopRun, spikeRun } from '../test/support/load-reports.ts';
import { sampleLoad } from '../test/support/reports.ts';
import { renderCsv } from './csv.ts';
import { renderReport } from './render.ts';

const cellsOf = (text: string) =>
	text
		.trimEnd()
		.split('\r\n')
		.map((line) => line.split(','));

test('a row for each second, with its phase, and a column for each figure', () => {
	const [header = [], ...rows] = cellsOf(renderCsv(spikeRun));
	expect(header.slice(0, 11)).toEqual([
		...['second', 'phase', 'flows_started', 'flows_ok', 'flows_failed', 'flows_dropped'],
		...['in_flight', 'flow_p50_ms', 'flow_p95_ms', 'flow_p99_ms', 'flow_max_ms'],
	]);
	expect(rows).toHaveLength(spikeRun.series.length);
	expect(rows.every((row) => row.length === header.length)).toBe(true);
	const phases = [...new Set(rows.map(([, phase]) => phase))];
	expect(phases).toEqual(['warm_up', 'average', 'peak', 'recover']);
	const at = header.indexOf('hybrid-payment_p95_ms');
	expect(Number(rows[60]?.[at])).toBe(spikeRun.series[60]?.steps['hybrid-payment']?.p95);
});

test('the columns of calls are in the order of the flow', () => {
	const [header = []] = cellsOf(renderCsv(shopRun));
	expect(header.filter((name) => name.endsWith('_count'))).toEqual([
		'payment-options_count',
		'payment-suboptions_count',
		'hybrid-payment_count',
		'merchant-checkout_count',
	]);
});

test('an older report has empty cells for what it did not record', () => {
	const [header = [], first = []] = cellsOf(renderCsv(oldRun));
	expect(first[header.indexOf('in_flight')]).toBe('');
	expect(first[header.indexOf('phase')]).toBe('warm_up');
});

test('a name in a report is neither a formula nor a column', () => {
	const load = sampleLoad();
	const series = load.series.map((second) => {
		const [step] = Object.values(second.steps);
		return { ...second, steps: step ? { '=1+1,"x"\r\n': step } : {} };
	});
	const text = renderCsv({ ...load, series });
	expect(text).toContain(`,"'=1+1,""x""\r\n_count",`);
});

test('the file is written only when it was asked for', () => {
	for (const report of Object.values(loadReports)) {
		expect(Object.keys(renderReport(report))).not.toContain('series.csv');
		expect(Object.keys(renderReport(report, { csv: true }))).toContain('series.csv');
	}
});
