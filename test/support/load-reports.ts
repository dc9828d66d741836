/** Reports of load runs with every part that a report may have, and one of schema version 1. */
import { loadTitle } from '../../reports/html/load-page.ts';
import { notTestedSentences } from '../../reports/not-tested.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { loadReportSchema } from '../../simulator/contract/run-report.ts';
import { calls, latencyOf, loadRun, round } from './load-run.ts';
import { sampleLoad } from './reports.ts';

const declared = { average: 20, peak: 60, by: 'Ana Ruiz, payments', on: '2026-11-22' };

export const averageRun = loadRun({
	subject: 'target',
	courses: [
		{ name: 'warm_up', rate: 20, seconds: 10, p95: 260 },
		{ name: 'hold', rate: 20, seconds: 120, p95: 180 },
	],
	plan: { declared },
	rest: { target: 'https://pay.staging.example' },
});

const peakTimes = { peakRatePerSecond: 100, peakEndSecond: 110, recoverBySecond: 140 };

const spike = loadRun({
	subject: 'sandbox',
	measured: 'average',
	courses: [
		{ name: 'warm_up', rate: 20, seconds: 10, p95: 140 },
		{ name: 'average', rate: 20, seconds: 40, p95: 120 },
		{ name: 'peak', rate: 100, seconds: 60, p95: 640, failed: 0.04 },
		{ name: 'recover', rate: 20, seconds: 60, p95: 590 },
	],
	plan: { profile: 'spike', declared: { average: 20 } },
	judged: { recoverBySecond: 140 },
	rest: {
		recovery: {
			...peakTimes,
			recoveredAtSecond: null,
		},
		peakFlows: { started: 6000, ok: 5740, failed: 240, late: 20 },
	},
});

/** A spike whose peak was not declared: its limits are shown, not judged. */
export const spikeRun: LoadReport = {
	...spike,
	slo: [
		...spike.slo,
		...spike.slo
			.filter(({ id }) => id === 'flow.failures')
			.map((row) => ({
				...{ ...row, id: `peak.${row.id}`, name: `${row.name}, at the peak`, judged: false },
				...{ measured: 0.04, samples: 6000, passed: false, state: 'broken' as const },
			})),
	],
};

/** A spike whose target recovered in time, although flows of its peak failed. */
const recoveredSpike: LoadReport = {
	...spikeRun,
	...{ verdict: 'GO', exitCode: 0, reasons: [] },
	slo: spikeRun.slo.filter(({ judged, state }) => !judged || state === 'kept'),
	recovery: { ...peakTimes, recoveredAtSecond: 130 },
};

const levelOf = (
	ratePerSecond: number,
	index: number,
): NonNullable<LoadReport['levels']>[number] => {
	const isBroken = ratePerSecond > 60;
	const started = ratePerSecond * 20;
	const ok = isBroken ? Math.round(started * 0.86) : started;
	const p95 = isBroken ? 2_400 + ratePerSecond : 60 + ratePerSecond * ratePerSecond * 0.08;
	return {
		ratePerSecond,
		startSecond: 10 + index * 22,
		endSecond: 30 + index * 22,
		flows: { started, ok, failed: started - ok, rate: round(ok / 20) },
		flow: latencyOf(p95),
		dropped: isBroken ? 31 : 0,
		state: isBroken ? 'broken' : 'kept',
		brokenBy: isBroken ? 'hybrid-payment.p95' : null,
		why: isBroken ? 'hybrid-payment p95 ≤ 500 ms was 1,940 ms' : null,
	};
};

const offered = [10, 25, 40, 55, 70, 62.5, 58.8];

export const breakpointRun = loadRun({
	subject: 'target',
	courses: [
		{ name: 'warm_up', rate: 10, seconds: 10, p95: 60 },
		...offered.map((rate, index) => ({
			...{ name: `step_${index + 1}`, rate: Math.round(rate), seconds: 22 },
			p95: rate > 60 ? 1_400 : 60 + rate,
		})),
	],
	plan: { profile: 'breakpoint', declared },
	rest: {
		...{ target: 'https://pay.staging.example', verdict: 'GO', exitCode: 0, reasons: [], slo: [] },
		levels: offered.map(levelOf),
		capacity: {
			...{ rate: 58.8, nextRate: 62.5, brokenBy: 'hybrid-payment.p95' },
			why: 'hybrid-payment p95 ≤ 500 ms was 1,940 ms',
		},
	},
});

export const shopRun = loadRun({
	subject: 'merchant',
	steps: [...calls, 'merchant-checkout'],
	courses: [
		{ name: 'warm_up', rate: 5, seconds: 5, p95: 300 },
		{ name: 'hold', rate: 5, seconds: 60, p95: 210, failed: 0.01 },
	],
	plan: { shopper: 'http', connections: 'new', steps: [...calls, 'merchant-checkout'] },
	judged: { duplicatePayments: { count: 2, examples: ['order-118', 'order-207'] } },
	rest: {
		merchant: {
			file: 'shop/merchant.jsonc',
			command: 'node shop/server.js',
			...{ orders: 300, payments: 305, confirmed: 298, orphans: 3, doublePaid: 2 },
			...{ withoutOrder: 1, examples: ['order-118', 'order-207'] },
		},
	},
});

export const repeatedRun = loadRun({
	subject: 'sandbox',
	courses: [
		{ name: 'warm_up', rate: 10, seconds: 1, p95: 40 },
		{ name: 'hold', rate: 10, seconds: 30, p95: 40 },
	],
	plan: { profile: 'idempotency', judgesLatency: false, connections: 'new' },
	rest: {
		idempotency: {
			kinds: {
				later: { flows: 75, repeats: 75, secondPayments: 0, refused: 0 },
				parallel: { flows: 75, repeats: 75, secondPayments: 0, refused: 4 },
				lost: { flows: 75, repeats: 150, secondPayments: 0, refused: 0 },
				changed: { flows: 75, repeats: 75, secondPayments: 0, refused: 75 },
			},
			duplicates: 0,
			examples: [],
		},
	},
});

/** The machine was busy: every limit on time is undecided. */
const starvedRun = loadRun({
	subject: 'sandbox',
	courses: [
		{ name: 'warm_up', rate: 5, seconds: 3, p95: 300 },
		{ name: 'hold', rate: 5, seconds: 20, p95: 310, failed: 0.02 },
	],
	generator: { canary: { p95Ms: 164 } },
});

/** k6 was killed: its figures are shown, and nothing is judged. */
export const errorRun = loadRun({
	subject: 'target',
	courses: [
		{ name: 'warm_up', rate: 20, seconds: 10, p95: 260 },
		{ name: 'hold', rate: 20, seconds: 30, p95: 180 },
	],
	judged: { summaryMissing: true },
	generator: { k6ExitCode: null },
});

const smokeRun = sampleLoad({
	plan: {
		...{ profile: 'smoke', judgesLatency: false, ratePerSecond: null, iterations: 10 },
		...{ warmUpMs: 0, holdMs: 0 },
	},
	flows: { started: 10, ok: 10, failed: 0, rate: 12.5 },
});

type Member = NonNullable<LoadReport['members']>[number];

const memberOf = (name: string, report: LoadReport, verdict: LoadReport['verdict']): Member => ({
	...{ name, verdict, exitCode: verdict === 'GO' ? 0 : 1, durationMs: report.durationMs },
	...{ folder: name, summary: `${loadTitle(report)}: ${report.flows.ok} flows ok` },
});

function rehearsal(subject: NonNullable<LoadReport['subject']>, worst: LoadReport['verdict']) {
	const { plan, ...base } = sampleLoad();
	const scenarios: Member = {
		...{ name: 'scenarios', verdict: 'PASSED', exitCode: 0, durationMs: 48_000 },
		...{ folder: 'scenarios', summary: '28 handled, 0 not handled' },
	};
	const names = ['smoke', 'average', 'spike', 'breakpoint', 'idempotency'];
	return {
		...base,
		...{ subject, verdict: worst, exitCode: worst === 'GO' ? 0 : 1, durationMs: 1_260_000 },
		plan: { ...plan, profile: 'rehearsal', declared, ratePerSecond: 20 },
		flows: { started: 0, ok: 0, failed: 0, rate: 0 },
		...{ steps: {}, slo: [], series: [], windows: [], histograms: {}, flowsByStory: {} },
		outcomes: {},
		capacity: breakpointRun.capacity,
		reasons:
			worst === 'GO'
				? []
				: [
						{
							...{ id: 'spike', group: 'target' as const, severity: 'no-go' as const },
							text: 'spike: the target was not back within its limits 2 min 20 s after the start.',
							evidence: [],
						},
					],
		members: [
			scenarios,
			...names.map((name) => memberOf(name, averageRun, name === 'spike' ? worst : 'GO')),
		],
		merchant:
			subject === 'merchant' ? { ...noMerchant, ...shopRun.merchant, ...goodShop } : undefined,
		notTested: notTestedSentences({
			plan: { ...plan, declared, phases: spikeRun.plan.phases, shopper: 'http' },
			subject,
			profiles: names,
			isLoopback: true,
		}),
	} satisfies LoadReport;
}

const noMerchant = { file: '', command: null, orders: 0, payments: 0, confirmed: 0 };
const goodShop = { orphans: 0, doublePaid: 0, withoutOrder: 0, examples: [] };

export const readyRun: LoadReport = rehearsal('merchant', 'GO');
const notReadyRun: LoadReport = rehearsal('merchant', 'NO-GO');
const selfRehearsal: LoadReport = rehearsal('sandbox', 'GO');

/** A file of schema version 1, as it was written then. */
const { failures, histograms, windows, subject, ...first } = sampleLoad();

const firstVersion = {
	...first,
	schemaVersion: 1,
	reasons: [{ rule: 'slo', severity: 'no-go', detail: 'The p95 of payment-options is broken.' }],
	slo: first.slo.map(({ id, between, state, worstWindow, doubts, ...old }) => old),
	series: first.series.map(({ flowsStarted, ...second }) => second),
};

export const oldRun: LoadReport = loadReportSchema.parse(firstVersion);

export const loadReports: Readonly<Record<string, LoadReport>> = {
	...{
		averageRun,
		spikeRun,
		recoveredSpike,
		breakpointRun,
		shopRun,
		repeatedRun,
		starvedRun,
		errorRun,
		smokeRun,
	},
	...{ readyRun, notReadyRun, selfRehearsal, oldRun },
};
