/** Adds up k6's samples (`--out json`, one a line): totals of the measured phase, and every second of the whole run. */
import { serviceSteps } from '../plan.ts';
import type { Histogram } from './histogram.ts';
import { createHistogram } from './histogram.ts';

export interface FlowCount {
	started: number;
	ok: number;
	failed: number;
}

export interface StepTally {
	count: number;
	failed: number;
	/** Accepted calls only: a failed call may be fast. */
	latency: Histogram;
	injected: Histogram;
	own: Histogram;
}

export interface FailureTally {
	step: string;
	outcome: string;
	problem?: string;
	status: number | null;
	count: number;
	firstSecond: number;
	lastSecond: number;
}

export interface SecondTally {
	flowsStarted: number;
	flowsOk: number;
	flowsFailed: number;
	dropped: number;
	steps: Map<string, { count: number; failed: number; latency: Histogram }>;
}

export interface Tally {
	flows: FlowCount;
	flowsByStory: Map<string, FlowCount>;
	steps: Map<string, StepTally>;
	outcomes: Map<string, number>;
	/** By step, outcome, status and problem. */
	failures: Map<string, FailureTally>;
	/** The session ids of flows, and those that more than one flow received. */
	sessions: Set<string>;
	sharedSessions: Set<string>;
	startLag: Histogram;
	dropped: number;
	/** When the first and the last flow of the measured phase finished, in milliseconds since the epoch. */
	firstMs: number | undefined;
	lastMs: number | undefined;
	assumptions: Set<string>;
	/** By second since the first sample, warm-up included. */
	seconds: Map<number, SecondTally>;
	/** Warm-up included: for the progress line, and to compare with k6's own counts. */
	everything: FlowCount;
	/** Lines that begin like samples but are not valid. */
	unreadable: number;
}

const noFlows = (): FlowCount => ({ started: 0, ok: 0, failed: 0 });

export function createTally(): Tally {
	return {
		flows: noFlows(),
		flowsByStory: new Map(),
		steps: new Map(),
		outcomes: new Map(),
		failures: new Map(),
		sessions: new Set(),
		sharedSessions: new Set(),
		startLag: createHistogram(),
		dropped: 0,
		firstMs: undefined,
		lastMs: undefined,
		assumptions: new Set(),
		seconds: new Map(),
		everything: noFlows(),
		unreadable: 0,
	};
}

export const newStep = (): StepTally => ({
	count: 0,
	failed: 0,
	latency: createHistogram(),
	injected: createHistogram(),
	own: createHistogram(),
});

export const newSecond = (): SecondTally => ({
	flowsStarted: 0,
	flowsOk: 0,
	flowsFailed: 0,
	dropped: 0,
	steps: new Map(),
});

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}

export interface Point {
	atMs: number;
	value: number;
	tags: Readonly<Record<string, string | undefined>>;
	session?: string | undefined;
}

interface Sample extends Point {
	isMeasured: boolean;
	tally: Tally;
	second: SecondTally;
	/** Seconds since the first sample. */
	number: number;
}

const readers: Record<string, (sample: Sample) => void> = {
	http_req_duration(sample) {
		if (sample.tags.expected_response !== 'true') return;
		for (const step of stepTallies(sample)) step.latency.add(sample.value);
	},
	payin_outcome(sample) {
		const { tally, tags, value, isMeasured } = sample;
		const outcome = tags.outcome ?? 'unknown';
		if (isMeasured) tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + value);
		if (isMeasured && outcome !== 'accepted') countFailure(sample, outcome);
		for (const step of stepTallies(sample)) {
			step.count += value;
			if (outcome !== 'accepted') step.failed += value;
		}
	},
	payin_injected: (sample) => measuredStep(sample)?.injected.add(sample.value),
	payin_own: (sample) => measuredStep(sample)?.own.add(sample.value),
	payin_flow_started(sample) {
		for (const count of flowCounts(sample)) count.started += sample.value;
		sample.second.flowsStarted += sample.value;
	},
	payin_flow_ok(sample) {
		const { tally, second, atMs, isMeasured, session } = sample;
		if (session !== undefined) {
			if (tally.sessions.has(session)) tally.sharedSessions.add(session);
			tally.sessions.add(session);
		}
		const isOk = sample.value === 1;
		for (const count of flowCounts(sample)) count[isOk ? 'ok' : 'failed'] += 1;
		second[isOk ? 'flowsOk' : 'flowsFailed'] += 1;
		if (!isMeasured) return;
		tally.firstMs = Math.min(tally.firstMs ?? atMs, atMs);
		tally.lastMs = Math.max(tally.lastMs ?? atMs, atMs);
	},
	payin_start_lag({ isMeasured, tally, value }) {
		if (isMeasured) tally.startLag.add(value);
	},
	payin_assumption({ tally, tags }) {
		if (tags.assumption) tally.assumptions.add(tags.assumption);
	},
	dropped_iterations({ isMeasured, tally, second, value }) {
		second.dropped += value;
		if (isMeasured) tally.dropped += value;
	},
};

/** A target that answers with ever new problems must not fill the memory. */
const keptFailures = 200;

function countFailure({ tally, tags, value, number }: Sample, outcome: string) {
	const { step = 'unknown' } = tags;
	const status = Number(tags.status ?? 0) || null;
	const isKnown = (key: string) => tally.failures.has(key) || tally.failures.size < keptFailures;
	const full = [step, outcome, status, tags.problem].join('|');
	const [key, problem] = isKnown(full) ? [full, tags.problem] : [`${step}|${outcome}`, undefined];
	const failure = getOrCreate(tally.failures, key, () => ({
		...{ step, outcome, status, count: 0, firstSecond: number, lastSecond: number },
		...(problem === undefined ? {} : { problem }),
	}));
	failure.count += value;
	failure.firstSecond = Math.min(failure.firstSecond, number);
	failure.lastSecond = Math.max(failure.lastSecond, number);
}

/** Calls of the shopper are not steps of the service. */
function stepOf({ tags }: Sample): string | undefined {
	return serviceSteps.find((step) => step === tags.step);
}

function measuredStep(sample: Sample): StepTally | undefined {
	const step = stepOf(sample);
	if (step === undefined || !sample.isMeasured) return undefined;
	return getOrCreate(sample.tally.steps, step, newStep);
}

/** The step in its second, and in the totals when the sample is measured. */
function stepTallies(sample: Sample) {
	const step = stepOf(sample);
	if (step === undefined) return [];
	const total = measuredStep(sample);
	const inSecond = getOrCreate(sample.second.steps, step, newStep);
	return total ? [inSecond, total] : [inSecond];
}

function flowCounts({ tally, tags, isMeasured }: Sample): FlowCount[] {
	if (!isMeasured) return [tally.everything];
	const ofStory = getOrCreate(tally.flowsByStory, tags.story ?? '?', noFlows);
	return [tally.everything, tally.flows, ofStory];
}

const prefix = '{"metric":"';

/** Reads one line at a time. Most lines are of other metrics and are skipped unparsed. */
export function createSampleReader(tally: Tally): (line: string) => void {
	const add = createSampleCounter(tally);
	return (line) => {
		if (!line.startsWith(prefix)) return;
		const metric = line.slice(prefix.length, line.indexOf('"', prefix.length));
		if (!(metric in readers)) return;
		const point = parsePoint(line);
		if (point) add(metric, point);
		else tally.unreadable += 1;
	};
}

/** Adds one sample at a time to the tally. */
export function createSampleCounter(tally: Tally): (metric: string, point: Point) => void {
	let startMs: number | undefined;
	return (metric, point) => {
		startMs ??= point.atMs;
		const number = Math.max(0, Math.floor((point.atMs - startMs) / 1000));
		const isMeasured = (point.tags.phase ?? point.tags.scenario) === 'hold';
		const second = getOrCreate(tally.seconds, number, newSecond);
		const { atMs, value, tags, session } = point;
		readers[metric]?.({ atMs, value, tags, session, isMeasured, tally, second, number });
	};
}

function parsePoint(line: string): Point | undefined {
	try {
		const { data } = JSON.parse(line);
		const atMs = Date.parse(data.time);
		if (Number.isNaN(atMs) || typeof data.value !== 'number') return undefined;
		const session = data.metadata?.session;
		return { atMs, value: data.value, tags: data.tags ?? {}, session };
	} catch {
		return undefined;
	}
}
