/** Builds the report of a load run from its course: the seconds, and every figure that follows from them. */
import { notTestedSentences } from '../../reports/not-tested.ts';
import { judgeLoad } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import type { Latency, LoadSecond, LoadStep } from '../../simulator/contract/load-results.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { sampleHistogram, sampleLoad, windowReader } from './reports.ts';

export const calls = ['payment-options', 'payment-suboptions', 'hybrid-payment'] as const;

/** A part of the run with its own rate, p95 of a call in milliseconds, and share of failed flows. */
interface Course {
	name: string;
	rate: number;
	seconds: number;
	p95: number;
	failed?: number;
}

/** Between 0.9 and 1.1, the same for the same second. */
const wobble = (second: number) => 0.9 + (((second * 7919) % 101) / 101) * 0.2;

export const latencyOf = (p95: number): Latency => ({
	p50: round(p95 * 0.55),
	p95: round(p95),
	p99: round(p95 * 1.6),
	max: round(p95 * 2.4),
});

export const round = (value: number) => Math.round(value * 10) / 10;

function secondsOf(courses: readonly Course[], steps: readonly string[]): LoadSecond[] {
	const seconds = courses.flatMap((course) => Array.from({ length: course.seconds }, () => course));
	return seconds.map(({ rate, p95, failed = 0 }, second) => {
		const slow = p95 * wobble(second);
		const flowsFailed = Math.round(rate * failed * wobble(second + 3));
		const call = (share: number) => ({
			...latencyOf(slow * share),
			...{ count: rate, failed: flowsFailed },
		});
		return {
			second,
			flowsStarted: rate,
			flowsOk: rate - flowsFailed,
			flowsFailed,
			dropped: 0,
			inFlight: Math.ceil((rate * slow * 3) / 1000),
			flow: latencyOf(slow * 2.2),
			steps: Object.fromEntries(steps.map((step, index) => [step, call(0.6 + index * 0.2)])),
		};
	});
}

const median = (values: readonly number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The percentiles of the median second; the highest maximum. */
function summaryOf(times: readonly Latency[]): Latency {
	const of = (key: keyof Latency) => times.flatMap((time) => time[key] ?? []);
	const highest = of('max').reduce((most, value) => Math.max(most, value), 0);
	return { p50: median(of('p50')), p95: median(of('p95')), p99: median(of('p99')), max: highest };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function stepOf(name: string, seconds: readonly LoadSecond[]): LoadStep {
	const own = seconds.flatMap(({ steps }) => steps[name] ?? []);
	const times = summaryOf(own);
	return {
		count: sum(own.map(({ count }) => count)),
		failed: sum(own.map(({ failed }) => failed)),
		...times,
		injected: latencyOf((times.p95 ?? 0) * 0.8),
		own: latencyOf(3),
	};
}

const windowSeconds = 10;

function windowsOf(seconds: readonly LoadSecond[], steps: readonly string[]): LoadSecond[] {
	return seconds
		.filter((_, index) => index % windowSeconds === 0)
		.map(({ second }, index) => {
			const part = seconds.slice(index * windowSeconds, (index + 1) * windowSeconds);
			const total = (of: (one: LoadSecond) => number) => sum(part.map(of));
			return {
				second,
				flowsStarted: total((one) => one.flowsStarted),
				flowsOk: total((one) => one.flowsOk),
				flowsFailed: total((one) => one.flowsFailed),
				dropped: 0,
				steps: Object.fromEntries(steps.map((step) => [step, stepOf(step, part)])),
			};
		});
}

const later = ({ p50, p95, p99, max }: Latency): Latency => ({
	...{ p50: (p50 ?? 0) + 2, p95: (p95 ?? 0) + 4, p99: (p99 ?? 0) + 9, max: (max ?? 0) + 12 },
});

interface Run {
	courses: readonly Course[];
	subject: NonNullable<LoadReport['subject']>;
	/** The course whose figures the report has. If absent, these are all courses after the warm-up. */
	measured?: string;
	steps?: readonly string[];
	plan?: Partial<LoadReport['plan']>;
	judged?: Partial<MeasuredLoad>;
	generator?: Partial<LoadReport['generator']>;
	rest?: Partial<LoadReport>;
}

/** A run that begins with its warm-up. Its figures are those of its seconds. */
export function loadRun({
	courses,
	subject,
	measured: name,
	steps: names = calls,
	...changes
}: Run): LoadReport {
	const series = secondsOf(courses, names);
	const [warmUp, ...parts] = courses;
	const warmUpSeconds = warmUp?.seconds ?? 0;
	let at = 0;
	const phases = courses.map(({ name, rate, seconds }) => {
		const startSecond = at;
		at += seconds;
		return { name, ratePerSecond: rate, startSecond, endSecond: at };
	});
	const loaded = series.slice(warmUpSeconds);
	const phase = phases.find((one) => one.name === name);
	const held = phase ? series.slice(phase.startSecond, phase.endSecond) : loaded;
	const steps = Object.fromEntries(names.map((step) => [step, stepOf(step, held)]));
	const ok = sum(held.map(({ flowsOk }) => flowsOk));
	const failed = sum(held.map(({ flowsFailed }) => flowsFailed));
	const rates = [...new Set(parts.map(({ rate }) => rate))];
	const base = sampleLoad({
		plan: {
			profile: 'average',
			ratePerSecond: rates.length === 1 ? (rates[0] ?? null) : null,
			warmUpMs: warmUpSeconds * 1000,
			holdMs: held.length * 1000,
			mix: { 'card/approved': 0.6, 'bank/approved': 0.4 },
			maxVUs: 780,
			steps: [...calls],
			connections: 'per-user',
			shopper: 'none',
			phases,
			...changes.plan,
		},
	});
	const { plan } = base;
	const flows = { started: ok + failed, ok, failed, rate: round(ok / held.length) };
	const generator = {
		...base.generator,
		...{ canary: { p95Ms: 0.8 }, connections: 212, maxInFlight: 61, memoryMb: 184 },
		...changes.generator,
	};
	const allFailed = sum(loaded.map(({ flowsFailed }) => flowsFailed));
	const failures: LoadReport['failures'] =
		allFailed === 0
			? []
			: [
					{
						...{ step: 'hybrid-payment', outcome: 'server_error', status: 503, count: allFailed },
						...{ firstSecond: warmUpSeconds + 31, lastSecond: warmUpSeconds + 88 },
						example: 'card/approved: hybrid-payment: server_error: status 503',
					},
				];
	const histograms = Object.fromEntries(
		Object.entries(steps).map(([name, step]) => [`${name}/hold`, sampleHistogram(step)]),
	);
	const windows = windowsOf(loaded, names);
	const flowsByStory = {};
	const measured = {
		plan,
		flows,
		flowsByStory,
		steps,
		generator,
		failures,
		histograms,
		windows,
		series,
	};
	const limits = {
		schemaVersion: 1 as const,
		steps: Object.fromEntries(
			calls.map((step) => [step, { p95Ms: 500, p99Ms: 1500, maxFailureRatio: 0.01 }]),
		),
		flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.99 },
	};
	const flowsOf = (share: number) => {
		const started = Math.round(flows.started * share);
		const broken = Math.round(failed * share);
		return { started, ok: started - broken, failed: broken, rate: round(flows.rate * share) };
	};
	const flowTimes = summaryOf(held.flatMap(({ flow }) => flow ?? []));
	return {
		...base,
		...measured,
		...judgeLoad({
			...measured,
			readSpan: windowReader(windows),
			...{ limits, iterationExceptions: 0, summaryMissing: false, interrupted: false },
			...changes.judged,
		}),
		subject,
		durationMs: series.length * 1000 + 4000,
		command: `npx payin-sandbox load --profile ${plan.profile} --seed 42`,
		flowsByStory: {
			'card/approved': flowsOf(0.6),
			'bank/approved': flowsOf(0.4),
		},
		outcomes: { accepted: ok * 3, ...(failed > 0 ? { server_error: failed } : {}) },
		flowTimes: { count: ok, ...flowTimes, fromIntendedStart: later(flowTimes) },
		connecting: { opened: 212, tcp: latencyOf(0.6), tls: latencyOf(38) },
		notTested: notTestedSentences({ plan, subject, isLoopback: subject !== 'target' }),
		...changes.rest,
	};
}
