/** Reads the samples of k6 (`--out json`, one on each line) and adds them to the tally. */
import { peakGraceSeconds } from '../../reports/cut-spans.ts';
import { canaryIntervalMs } from '../canary.ts';
import type { Plan, PlannedPhase } from '../plan.ts';
import type { K6Sample } from './k6-sample.ts';
import { parseSample } from './k6-sample.ts';
import { metricReaders, phaseOf } from './metric-readers.ts';
import { createStartLag } from './start-lag.ts';
import type { Tally } from './tally.ts';
import { getOrCreate, newSecond } from './tally.ts';

const prefix = '{"metric":"';
const connecting = /^http_req_(connecting|tls_handshaking)$/;

export interface SampleOptions {
	/** The scenarios of the plan, which contain the rates at which flows are due. */
	scenarios?: readonly PlannedPhase[];
	/** The phases of the plan. */
	phases?: Plan['phases'];
	/** The common start of all parts, in milliseconds since the epoch. */
	startAtMs?: number | undefined;
	/** The number of load generators that share the rates. */
	parts?: number | undefined;
}

/**
 * Returns a function that reads one line of k6's output. Most lines belong to other metrics and are skipped without
 * parsing them.
 */
export function createSampleReader(tally: Tally, options: SampleOptions = {}) {
	const add = createSampleCounter(tally, options);
	return (line: string): void => {
		if (!line.startsWith(prefix)) return;
		const metric = line.slice(prefix.length, line.indexOf('"', prefix.length));
		if (!(metric in metricReaders) && metric !== 'vus_max') return;
		// Skip samples of calls on an open connection: most calls use one.
		if (connecting.test(metric) && line.includes('"value":0,')) return;
		const point = parseSample(line);
		if (point === undefined) tally.unreadable += 1;
		else if (metric === 'vus_max') tally.virtualUsers = point.value;
		else add(metric, point);
	};
}

/** A part that starts more than this after the common start counts its seconds from its own start. */
const maxLateMs = 2000;

/**
 * Returns a function that adds one sample to the tally. Seconds count from the common start of all parts, or from the
 * first sample.
 */
export function createSampleCounter(
	tally: Tally,
	{ scenarios = [], phases = [], startAtMs, parts = 1 }: SampleOptions = {},
) {
	const paced = scenarios.filter((one) => one.executor === 'constant-arrival-rate');
	const periods = paced.map(
		({ phase, ratePerSecond }) => [phase, (1000 * parts) / ratePerSecond] as const,
	);
	const schedule = createStartLag(new Map([...periods, ['canary', canaryIntervalMs]]));
	const recoverBySecond = phases.find(({ name }) => name === 'after')?.startSecond ?? 0;
	const peakEnd = phases.find(({ name }) => name === 'peak')?.endSecond ?? Infinity;
	const peakLateSecond = peakEnd + peakGraceSeconds;
	return (metric: string, point: K6Sample): void => {
		tally.startMs ??= point.atMs;
		const isOnTime = startAtMs !== undefined && tally.startMs - startAtMs <= maxLateMs;
		const originMs = isOnTime ? startAtMs : tally.startMs;
		const number = Math.max(0, Math.floor((point.atMs - originMs) / 1000));
		tally.lastSecond = Math.max(tally.lastSecond, number);
		const { phase, scenario = phase ?? '' } = point.tags;
		const isMeasured = phaseOf(point.tags) === 'hold';
		const second = getOrCreate(tally.seconds, number, newSecond);
		const { atMs, value, tags, session, order, ids, times, late } = point;
		// Field by field: spreads would take most of the time of a sample.
		metricReaders[metric]?.({
			atMs,
			value,
			tags,
			session,
			order,
			ids,
			times,
			late,
			isMeasured,
			scenario,
			schedule,
			tally,
			second,
			originMs,
			number,
			recoverBySecond,
			peakLateSecond,
		});
	};
}
