import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoadReport, RunReport, ScenarioStep } from '../../simulator/contract/run-report.ts';
import { campaign } from '../../test/support/campaign.ts';
import { breakpointRun, repeatedRun, shopRun } from '../../test/support/load-reports.ts';
import {
	sampleLoad,
	sampleResult,
	sampleScenarios,
	sampleStep,
} from '../../test/support/reports.ts';
import { renderHtml } from './page.ts';

/** The tags of a page with the names of their attributes; every other angle bracket is an intruder. */
function skeleton(page: string): string[] {
	const tag = /<(?:!doctype html|\/?[a-z0-9]+(?: [A-Za-z][A-Za-z0-9-]*(?:="[^"]*")?)*(?: \/)?)>/g;
	const body = page.replace(/<style>.*?<\/style>/s, '');
	expect(body.replace(tag, '')).not.toMatch(/[<>]/);
	return (
		(body.match(tag) ?? [])
			.map((found) => found.replace(/="[^"]*"/g, ''))
			// A long text has several lines in a diagram.
			.filter((found) => !/^<\/?text/.test(found))
	);
}

function scenariosSaying(text: string): RunReport {
	const texts = { title: text, name: text, tags: [text], transactionIds: [text] };
	const step = { name: text, durationMs: 1, detail: text, atMs: 1 };
	const steps: ScenarioStep[] = [
		{ ...step, status: 'passed', message: { from: 'merchant', to: 'merchant' } },
		{ ...step, status: 'failed', message: { from: 'merchant', to: 'network' } },
	];
	const failure = { step: text, message: text, curl: text, timeline: [text] };
	const more = { cost: text, advice: text, rerun: text };
	const deviations = [{ path: text, documented: text, got: text }];
	const run = sampleScenarios([
		sampleResult({ ...texts, ...more, steps, status: 'failed', failure, deviations }),
		sampleResult({
			...{ ...texts, status: 'failed', steps: [{ ...step, status: 'failed' }] },
			failure: { step: text, message: text, expected: text, actual: text },
		}),
		sampleResult({ ...texts, status: 'skipped', skipReason: text }),
	]);
	const finding = {
		code: text,
		severity: 'risky' as const,
		count: 1,
		story: text,
		entries: [text],
	};
	return { ...run, startedAt: text, findings: [finding], ...shared(text) };
}

function loadSaying(text: string): RunReport {
	const load = sampleLoad({
		steps: { [text]: sampleStep() },
		plan: { profile: text, mix: { [text]: 1 } },
	});
	const reasons = [
		{
			...{ id: text, group: 'run' as const, severity: 'error' as const },
			text,
			evidence: [text],
		},
	];
	const slo = load.slo.map((row) => ({ ...row, name: text }));
	const series = load.series.map((entry) => ({
		...entry,
		steps: { [text]: { p50: 1, p95: 2, p99: 3, max: 4, count: 1, failed: 0 } },
	}));
	const generator = { ...load.generator, k6Version: text };
	const counted = { flowsByStory: { [text]: load.flows }, outcomes: { [text]: 1 } };
	return {
		...load,
		reasons,
		slo,
		series,
		generator,
		...counted,
		...partsSaying(text),
		...shared(text),
	};
}

/** The parts that only some load runs have. */
function partsSaying(text: string): Partial<LoadReport> {
	const { idempotency } = repeatedRun;
	const kinds = Object.values(idempotency?.kinds ?? {}).slice(0, 1);
	return {
		failures: [
			{
				step: text,
				outcome: text,
				problem: text,
				status: 1,
				count: 1,
				firstSecond: 0,
				lastSecond: 1,
				example: text,
			},
		],
		merchant: shopRun.merchant && {
			...shopRun.merchant,
			file: text,
			command: text,
			examples: [text],
		},
		levels: breakpointRun.levels?.map((level) => ({ ...level, brokenBy: text, why: text })),
		capacity: { rate: 1, nextRate: 2, brokenBy: text, why: text },
		idempotency: {
			kinds: Object.fromEntries(kinds.map((kind) => [text, kind])),
			...{ duplicates: 2, examples: [text] },
		},
		members: [
			{ name: text, verdict: text, exitCode: 0, durationMs: 1, folder: text, summary: text },
		],
		parts: { found: [text], planned: 2 },
		notTested: [text],
	};
}

function shared(text: string) {
	return { target: text, command: text, environment: { [text]: text }, assumptions: [text] };
}

test.each([scenariosSaying, loadSaying])('no string of a report can open a tag (%o)', (saying) => {
	const plain = skeleton(renderHtml(saying('x')));
	const hostile = fc.oneof(
		fc.constantFrom('<script>', '"><svg onload=x>', "' a='", '</style>', '</title>', '&lt;b&gt;'),
		fc.string({ unit: 'binary' }),
	);
	fc.assert(
		fc.property(hostile, (text) => {
			// A letter in front keeps names apart from `smoke` and from names every object has.
			expect(skeleton(renderHtml(saying(`x${text}`)))).toEqual(plain);
		}),
		{ numRuns: campaign({ sample: 25, full: 500 }) },
	);
});
