import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { execute } from '../scenarios/harness/child-process.ts';
import { findBuiltK6 } from '../test/support/k6.ts';
import { repeatKinds, repeatPlan, soakPlan, spikePlan, stepPlan } from './open-plans.ts';
import type { Plan } from './plan.ts';
import { jobVariable } from './plan.ts';
import { averagePlan, k6Options } from './profiles.ts';
import { inspectArguments, k6Environment } from './runner/k6-process.ts';
import { storyModules } from './runner/measure.ts';
import { dividedPlan } from './runner/part.ts';
import { planDifferences } from './runner/plan-check.ts';
import { stories } from './stories.ts';

const mix = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };
const settings = { ratePerSecond: 20, holdMs: 60_000, mix, stories };
const spike = { peakRatePerSecond: 100, peakMs: 60_000, recoverMs: 30_000 };

const namesOf = ({ phases = [] }: Plan) =>
	phases.map(({ name, startSecond, endSecond }) => [name, startSecond, endSecond]);

test('a spike has the peak between two times of average load, and room to recover', () => {
	const plan = spikePlan(settings, spike);
	expect(namesOf(plan)).toEqual([
		['warm-up', 0, 10],
		['average', 10, 70],
		['peak', 70, 130],
		['recover', 130, 160],
		['after', 160, 220],
	]);
	const { scenarios } = k6Options(plan);
	expect(scenarios.peak).toMatchObject({ startTime: '70000ms', duration: '60000ms', rate: 100 });
	expect(scenarios.after).toMatchObject({ startTime: '130000ms', duration: '90000ms', rate: 20 });
	// The figures of the report are those before the peak.
	expect(plan).toMatchObject({ warmUpMs: 10_000, holdMs: 60_000, ratePerSecond: 20 });
});

test('a soak runs at four fifths of the rate', () => {
	const plan = soakPlan({ ...settings, ratePerSecond: 7, holdMs: 7_200_000 });
	expect(plan).toMatchObject({ profile: 'soak', ratePerSecond: 5.6, holdMs: 7_200_000 });
	expect(k6Options(plan).scenarios.hold).toMatchObject({ rate: 336, timeUnit: '1m' });
});

test('a step of a breakpoint run warms up its connections', () => {
	expect(namesOf(stepPlan({ ...settings, holdMs: 20_000 }))).toEqual([
		['warm-up', 0, 2],
		['step', 2, 22],
	]);
});

test('repeats take their kinds in turn, each on a connection of its own', () => {
	const plan = repeatPlan({ ratePerSecond: 5, holdMs: 10_000 }, ['later', 'lost']);
	expect(plan.mix).toEqual({ 'idempotency/later': 0.5, 'idempotency/lost': 0.5 });
	expect(k6Options(plan)).toMatchObject({
		noConnectionReuse: true,
		scenarios: { hold: { exec: 'repeats' } },
	});
});

test('phases follow each other without a gap, and no flow starts after the last', () => {
	const choice = fc.record({
		ratePerSecond: fc.integer({ min: 1, max: 60_000 }).map((rate) => rate / 60),
		holdMs: fc.integer({ min: 1, max: 3600 }).map((seconds) => seconds * 1000),
	});
	fc.assert(
		fc.property(choice, (some) => {
			for (const plan of [
				spikePlan({ ...settings, ...some }, spike),
				soakPlan({ ...settings, ...some }),
			]) {
				const { phases = [], scenarios } = plan;
				for (const [index, { startSecond }] of phases.entries()) {
					expect(startSecond).toBe(phases[index - 1]?.endSecond ?? 0);
				}
				const ends = scenarios.map((one) =>
					one.executor === 'constant-arrival-rate' ? one.startMs + one.durationMs : 0,
				);
				expect(Math.max(...ends)).toBe((phases.at(-1)?.endSecond ?? 0) * 1000);
				for (const one of Object.values(k6Options(plan).scenarios)) {
					expect(Number.isInteger('rate' in one ? one.rate : 0)).toBe(true);
				}
			}
		}),
		{ seed: 1, numRuns: 50 },
	);
});

const k6 = await findBuiltK6();
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

describe.skipIf(!k6)('k6 reads the plan', () => {
	test.each<[string, Plan]>([
		['average with a fraction', averagePlan({ ...settings, ratePerSecond: 2.5 })],
		['spike', spikePlan(settings, spike)],
		[
			'a short spike',
			spikePlan({ ...settings, holdMs: 8000 }, { ...spike, peakMs: 4000, recoverMs: 2000 }),
		],
		['a part of a spike', dividedPlan(spikePlan(settings, spike), { number: 1, of: 4 })],
		['idempotency', repeatPlan(settings, repeatKinds)],
	])(
		'%s',
		async (_name, plan) => {
			const folder = mkdtempSync(join(tmpdir(), 'payin-plan-'));
			try {
				const files = { main, job: join(folder, 'job.json'), config: join(folder, 'config.json') };
				writeFileSync(files.config, '{}');
				const job = {
					...{ plan, markets: {}, storyModules: storyModules(plan, main) },
					...{ customersFiles: {}, summaryFile: 'summary.json', referencePrefix: 'plan' },
				};
				writeFileSync(files.job, JSON.stringify(job));
				const inspected = await execute(k6 ?? '', inspectArguments(files), {
					timeoutMs: 20_000,
					env: { ...k6Environment(process.env), [jobVariable]: files.job },
				});
				expect(planDifferences(plan, inspected)).toEqual([]);
			} finally {
				rmSync(folder, { recursive: true });
			}
		},
		30_000,
	);
});
