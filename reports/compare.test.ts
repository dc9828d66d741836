import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compareJsonSchema, compareSchema } from '../simulator/contract/compare-report.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { around, compare, points, quantiles, rowOf, runOf } from '../test/support/compared-runs.ts';
import type { Chance, Histograms } from '../test/support/comparisons.ts';
import { chances, normal, verdictsOf } from '../test/support/comparisons.ts';
import { sampleLoad } from '../test/support/reports.ts';
import { compareCommand } from './compare-command.ts';
import { compareSummary } from './compare-text.ts';
import { renderJson } from './render.ts';

test('equal runs are the same', () => {
	const compared = compare(around(80), around(81));
	expect(compared).toMatchObject({ verdict: 'same', exitCode: 0, pairs: 5 });
	expect(rowOf(compared, 'payment-options.p50')?.ratio).toBeCloseTo(81 / 80, 2);
	expect(compareSchema.parse(compared)).toEqual(compared);
});

test('a slower candidate is worse, a faster one better, each with its interval', () => {
	const slower = compare(around(80), around(96));
	expect(slower).toMatchObject({ verdict: 'worse', exitCode: 1 });
	expect(slower.why).toMatch(/^Worse: payment-options\.p50 \+\d+(\.\d)? %, payment-options\.p95 /);
	const [low = 0, high = 0] = rowOf(slower, 'payment-options.p95')?.between ?? [];
	expect([low > 1.1, high < 1.3]).toEqual([true, true]);
	expect(compare(around(96), around(80))).toMatchObject({ verdict: 'better', exitCode: 0 });
});

test('a difference below the tolerance or the floor is none', () => {
	expect(compare(around(80), around(86)).verdict).toBe('same');
	expect(compare(around(0.6), around(0.9)).verdict).toBe('same');
});

test('a slow tail alone is worse', () => {
	const compared = compare(around(80), around(80, { sigma: 0.6 }));
	expect(rowOf(compared, 'payment-options.p50')?.state).toBe('same');
	expect(rowOf(compared, 'payment-options.p95')?.state).toBe('worse');
	expect(compared.verdict).toBe('worse');
});

test('a p99 is shown and decides nothing', () => {
	const compared = compare(around(80), around(80));
	expect(rowOf(compared, 'payment-options.p99')?.state).toBe('shown');
});

test('a side that varies by more than 7 % is not comparable, whatever the difference', () => {
	const noisy = [1, 1.3, 0.8, 1.1, 0.9].map((factor) => runOf({ p50: 80 * factor }));
	const compared = compare(around(80), noisy);
	expect(compared).toMatchObject({ verdict: 'not-comparable', exitCode: 4 });
	expect(compared.why).toMatch(/differ by more than 7 %\. Run longer/);
});

test('times below the floor may vary', () => {
	const short = [1, 1.3, 0.8, 1.1, 0.9].map((factor) => runOf({ p50: 0.8 * factor }));
	expect(compare(short, short).verdict).toBe('same');
});

test('pairs that disagree about a difference are not comparable', () => {
	const mixed = [1.18, 1.05, 1.13].map((factor) => runOf({ p50: 80 * factor }));
	const steady = [80, 80, 80].map((p50) => runOf({ p50 }));
	const compared = compare(steady, mixed);
	expect(compared.verdict).toBe('not-comparable');
	expect(compared.why).toMatch(/^The pairs disagree: payment-options\.p50 \+1\d/);
});

test('more failures are worse, though the answers are faster', () => {
	const compared = compare(around(80), around(60, { failed: 200 }));
	expect(compared).toMatchObject({ verdict: 'worse' });
	expect(compared.why).toBe('Worse: flow.failures 0 % → 9.1 %.');
});

test('a difference of at most one failed flow in a thousand is none, however sure it is', () => {
	const samples = 200_000;
	const withFailed = (failed: number) =>
		compare(around(80, { samples }), around(80, { samples, failed })).verdict;
	expect([withFailed(100), withFailed(1_000)]).toEqual(['same', 'worse']);
});

test('spikes and interrupted runs are not comparable', () => {
	const spike = around(80).map((run) => ({ ...run, plan: { ...run.plan, profile: 'spike' } }));
	expect(compare(spike, spike).why).toMatch(/^The peak of a spike is too short to compare/);
	const reason: LoadReport['reasons'][number] = {
		...{ id: 'interrupted', group: 'run', severity: 'note', text: '', evidence: [] },
	};
	const [first, ...others] = around(80);
	const stopped = [{ ...(first as LoadReport), reasons: [reason] }, ...others];
	const compared = compare(around(80), stopped);
	expect([compared.exitCode, compared.why]).toEqual([
		4,
		'The run in run-0 did not play its whole plan.',
	]);
});

test.each<[string, Partial<LoadReport>, RegExp]>([
	['another rate', { plan: { ...sampleLoad().plan, ratePerSecond: 30 } }, /: ratePerSecond\.$/],
	['another mix', { plan: { ...sampleLoad().plan, mix: { bank: 1 } } }, /: mix\.$/],
	[
		'another k6',
		{ generator: { ...sampleLoad().generator, k6Version: 'v3.0.0' } },
		/: k6 version\.$/,
	],
	['other limits', { limits: {} }, /: limits\.$/],
	['a part of the load', { parts: { found: ['1/4'], planned: 4 } }, /: parts\.$/],
	[
		'a load of which a part is missing',
		{
			reasons: [
				{
					...{
						id: 'missing-part',
						group: 'run',
						severity: 'inconclusive',
						text: 'One is missing.',
					},
					evidence: [],
				},
			],
		},
		/^The parts of run-0 are no whole run: One is missing\.$/,
	],
	['no measurement', { verdict: 'ERROR' }, /run-0 measured nothing\.$/],
	[
		'a starved generator',
		{
			reasons: [
				...[{ id: 'starved', group: 'generator', severity: 'inconclusive', text: 'It was.' }].map(
					(one) => ({ ...one, evidence: [] }) as LoadReport['reasons'][number],
				),
			],
		},
		/ are in doubt: It was\.$/,
	],
	[
		'another sandbox behind the shop',
		{ plan: { ...sampleLoad().plan, sandboxSettings: { 'latency.default': { fixed: '40ms' } } } },
		/^run-0 does not say which settings its sandbox had: an older version made it\. Run it again\.$/,
	],
])('%s is not comparable', (_name, changes, sentence) => {
	const [, ...others] = around(80);
	const compared = compare(around(80), [runOf({ p50: 80 }, changes), ...others]);
	expect(compared).toMatchObject({ verdict: 'not-comparable', exitCode: 4, rows: [] });
	expect(compared.why).toMatch(sentence);
});

test('a comparison names what was loaded: no address of a sandbox that ended with its run', () => {
	const own = runOf({ p50: 80 }, { subject: 'sandbox', target: 'http://127.0.0.1:38527' });
	const given = runOf({ p50: 80 }, { subject: 'target', target: 'http://127.0.0.1:8080' });
	const compared = compare([own], [given]);
	expect(compared.targets).toEqual({
		base: 'a sandbox on this machine',
		candidate: 'http://127.0.0.1:8080',
	});
	expect(compareSummary(compared)).toMatch(/: 1 pair\n/);
});

test('two pairs, or too few calls, are not comparable', () => {
	expect(compare(around(80).slice(0, 2), around(80).slice(0, 2)).why).toMatch(/^2 pairs /);
	const few = around(80, { samples: 80 });
	expect(compare(few, few).why).toMatch(/^No call has enough samples/);
});

test('a p95 with too few calls is never called the same when it is slower', () => {
	const few = around(80, { samples: 300 });
	const same = compare(few, few);
	expect(same).toMatchObject({ verdict: 'same', exitCode: 0 });
	expect(same.why).toMatch(/ 1 ms\. Too few calls to judge payment-options\.p95\.$/);
	const tail = compare(few, around(80, { samples: 300, sigma: 0.6 }));
	expect(rowOf(tail, 'payment-options.p95')?.state).toBe('shown');
	expect(tail).toMatchObject({ verdict: 'not-comparable', exitCode: 4 });
	expect(tail.why).toMatch(/^payment-options\.p95 \+[\d.]+ %, with too few calls to judge it: /);
});

test('the table, the page and the file show the same figures', async () => {
	const root = temporaryFolder();
	const save = (side: string, reports: readonly LoadReport[]) =>
		reports.map((report, index) => {
			const folder = join(root, `${side}-${index}`);
			mkdirSync(folder);
			writeFileSync(join(folder, 'report.json'), renderJson(report));
			return folder;
		});
	const folders = { base: save('base', around(80)), candidate: save('new', around(96)) };
	const compared = await compareCommand(folders, { out: join(root, 'out') });
	if ('problems' in compared) throw new Error(compared.problems.join());
	const file = readFileSync(join(root, 'out', 'compare.json'), 'utf8');
	expect(JSON.parse(file)).toEqual(compared.compare);
	expect(
		z.fromJSONSchema(JSON.parse(JSON.stringify(compareJsonSchema()))).safeParse(JSON.parse(file))
			.success,
	).toBe(true);
	const page = readFileSync(join(root, 'out', 'compare.html'), 'utf8');
	const lines = compareSummary(compared.compare).split('\n');
	const row = lines.find((line) => line.startsWith('payment-options.p95')) ?? '';
	const cells = row.split(/ {2,}/);
	expect(cells).toHaveLength(6);
	for (const cell of cells.slice(0, 5)) expect(page).toContain(cell);
	expect(page).toContain('WORSE');
	expect(page).not.toMatch(/<script|https?:\/\/(?!127)/);
	expect(compared.paths.every((path) => isAbsolute(path))).toBe(true);
	const unequal = { ...folders, candidate: folders.candidate.slice(1) };
	expect(await compareCommand(unequal, { out: root })).toMatchObject({
		problems: [expect.stringMatching(/^5 runs of the base and 4 of the candidate make no pairs/)],
	});
});

/**
 * Runs one after the other as a shared machine makes them: its speed drifts from run to run (3 %, with a correlation of
 * 0.7), each call varies by another 1 %, and 1 500 flows, 600 of them with a bank, are drawn from one distribution.
 */
function modelRuns(chance: Chance): Histograms[] {
	let drift = 0.03 * normal(chance);
	return Array.from({ length: 10 }, () => {
		drift = 0.7 * drift + 0.03 * Math.sqrt(1 - 0.7 ** 2) * normal(chance);
		const entries = [
			['payment-options', 80, 1500],
			['payment-suboptions', 40, 600],
			['hybrid-payment', 120, 1500],
		] as const;
		return Object.fromEntries(
			entries.map(([step, median, count]) => {
				const usual = median * Math.exp(drift + 0.01 * normal(chance));
				const expected = count / points;
				// The number of samples in a bucket varies as a Poisson count does.
				const buckets = quantiles.map((z): [number, number] => [
					Math.round(usual * 1000 * Math.exp(0.4 * z)),
					Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(chance))),
				]);
				return [`${step}/hold`, { unit: 'us' as const, digits: 2, buckets }];
			}),
		);
	});
}

describe('in 100 comparisons of a model of runs', () => {
	const chance = chances(1);
	const comparisons = Array.from({ length: 100 }, () => modelRuns(chance));

	test('two runs of the same thing are the same in at least 95', () => {
		expect(verdictsOf(comparisons, 1).same).toBeGreaterThanOrEqual(95);
	});

	test('a slow-down of 20 % is found in at least 95', () => {
		expect(verdictsOf(comparisons, 1.2).worse).toBeGreaterThanOrEqual(95);
	});

	test('a speed-up of the same size is found in at least 95', () => {
		expect(verdictsOf(comparisons, 1 / 1.2).better).toBeGreaterThanOrEqual(95);
	});
});

/** Runs of a shop with these settings of its sandbox. */
const withSettings = (p50: number, sandboxSettings: Record<string, unknown>) =>
	around(p50).map((run) => ({ ...run, plan: { ...run.plan, sandboxSettings } }));

test('a shop whose sandbox was slower in the base is not comparable, and the settings are named', () => {
	const slow = { 'latency.default': { fixed: '40ms' }, capacity: null, 'auth.mode': 'bearer' };
	const compared = compare(withSettings(85, slow), withSettings(65, { 'auth.mode': 'bearer' }));
	expect(compared).toMatchObject({ verdict: 'not-comparable', exitCode: 4, rows: [] });
	expect(compared.why).toBe(
		'The sandbox of run-0 had other settings than that of run-0: latency.default, capacity. Run both with the same settings.',
	);
});

test('sandboxes that differ only in what they store are comparable', () => {
	const latency = { 'latency.default': { fixed: '40ms' } };
	const large = { ...latency, 'limits.maxPayments': 10_000_000, gaps: { 'D-1': {} } };
	expect(compare(withSettings(80, latency), withSettings(80, large)).verdict).toBe('same');
});

const shop = { markets: ['CO'], prepare: ['POST /orders'], untimed: ['prepare'] };
const withShop = (p50: number, changes: Partial<LoadReport['plan']>) =>
	around(p50).map((run) => ({ ...run, plan: { ...run.plan, sandboxSettings: {}, ...changes } }));

test('a shop whose merchant file changed is not comparable, and the fields are named', () => {
	const other = { markets: ['BR', 'MX'], prepare: ['POST /v2/orders'], untimed: [] };
	const compared = compare(withShop(20, { shop }), withShop(40, { shop: other }));
	expect(compared).toMatchObject({ verdict: 'not-comparable', exitCode: 4, rows: [] });
	expect(compared.why).toBe('run-0 has another plan than run-0: markets, prepare, load.untimed.');
});

test('a report of an older version, without the merchant file of its shop, stays comparable', () => {
	expect(compare(withShop(80, {}), withShop(80, { shop })).verdict).toBe('same');
});
