/** The readers of k6's metrics: each adds a sample of its metric to the tally. */
import { isAlwaysWrong } from '../../reports/load-failures.ts';
import { isMerchantStep } from '../../reports/slo.ts';
import { canaryTimeoutMs } from '../canary.ts';
import { readFlowIds } from '../flow-ids.ts';
import { readFlowTimes } from '../flow-times.ts';
import { merchantSteps, serviceSteps } from '../plan.ts';
import { createHistogram } from './histogram.ts';
import type { K6Sample } from './k6-sample.ts';
import type { StartLag } from './start-lag.ts';
import type { FlowCount, SecondTally, StepTally, Tally } from './tally.ts';
import { getOrCreate, newFlowCount, newSecondStep, newStep, noteAnswer } from './tally.ts';

export interface Sample extends K6Sample {
	isMeasured: boolean;
	/** The name of the k6 scenario. */
	scenario: string;
	schedule: StartLag;
	tally: Tally;
	second: SecondTally;
	/** The start of the run, from which its seconds count; in milliseconds since the epoch. */
	originMs: number;
	/** The number of the second since the start of the run. */
	number: number;
	/** In a spike: the flows of the phase `after` belong to the recovery until this second. */
	recoverBySecond: number;
	/** In a spike: from this second on, a success is too late for a flow of the peak. */
	peakLateSecond: number;
}

/** By the name of the metric. Samples of other metrics are skipped. */
export const metricReaders: Record<string, (sample: Sample) => void> = {
	http_req_duration(sample) {
		const { tags, value, isMeasured, scenario, tally } = sample;
		const isExpected = tags.expected_response === 'true';
		if (scenario === 'canary') return addCanary(sample, isExpected);
		// A step of a shop may send several requests: its outcomes and times have their own metrics.
		if (tags.step === undefined || isUncounted(tags.step)) return;
		// A call counts as accepted until a sample with another outcome arrives.
		if (isMeasured) addOutcome(tally, 'accepted', 1);
		noteAnswer(sample.second, sample.atMs - sample.originMs);
		for (const step of stepTallies(sample)) {
			step.count += 1;
			if (isExpected) step.latency.add(value);
		}
	},
	http_req_connecting({ isMeasured, scenario, tally, value }) {
		if (!isMeasured || scenario === 'canary' || value === 0) return;
		tally.connecting.opened += 1;
		tally.connecting.tcp.add(value);
	},
	http_req_tls_handshaking({ isMeasured, scenario, tally, value }) {
		if (isMeasured && scenario !== 'canary' && value > 0) tally.connecting.tls.add(value);
	},
	payin_step_time(sample) {
		for (const step of stepTallies(sample)) step.latency.add(sample.value);
	},
	payin_browser_ok({ tally: { browser }, value }) {
		browser.flows += 1;
		browser.failed += 1 - value;
	},
	payin_page_load: ({ tally, value }) => tally.browser.pageLoad.add(value),
	/** The outcomes of calls that were not accepted, of stories whose expectations failed, and of the steps of a shop. */
	payin_outcome(sample) {
		const { tally, tags, value, isMeasured, order, session } = sample;
		const { outcome = 'unknown', step = '' } = tags;
		if (order !== undefined) tally.orders.set(order, { story: tags.story ?? '', session });
		const isOfShop = isMerchantStep(step);
		if (outcome === 'accepted' && !isOfShop) return;
		if (isMeasured) {
			addOutcome(tally, outcome, value);
			if (!isOfShop && step !== 'story') addOutcome(tally, 'accepted', -value);
		}
		const isFailure = outcome !== 'accepted';
		const isCounted = phaseOf(tags) !== 'warm_up' || isAlwaysWrong(outcome);
		if (isFailure && isCounted) countFailure(sample, outcome);
		if (isOfShop) noteAnswer(sample.second, sample.atMs - sample.originMs);
		for (const sums of stepTallies(sample)) {
			if (isOfShop) sums.count += value;
			if (isFailure) sums.failed += value;
		}
	},
	payin_injected: (sample) => measuredStep(sample)?.injected.add(sample.value),
	payin_own: (sample) => measuredStep(sample)?.own.add(sample.value),
	payin_flow_started(sample) {
		const { tally, second, value, atMs, isMeasured } = sample;
		for (const count of flowCounts(sample)) count.started += value;
		if (phaseOf(sample.tags) === 'peak') tally.peakFlows.started += value;
		if (isMeasured) tally.firstMs = Math.min(tally.firstMs ?? atMs, atMs);
		second.flowsStarted += value;
		const { started, ok, failed } = tally.everything;
		tally.maxInFlight = Math.max(tally.maxInFlight, started - ok - failed);
	},
	payin_flow_ok(sample) {
		const { tally, second, atMs, isMeasured, number, peakLateSecond } = sample;
		const ids = readFlowIds(sample.ids);
		for (const id of ids.sessions) tally.sessions.add(id);
		for (const id of ids.transactions) tally.transactions.add(id);
		const isOk = sample.value === 1;
		for (const count of flowCounts(sample)) count[isOk ? 'ok' : 'failed'] += 1;
		second[isOk ? 'flowsOk' : 'flowsFailed'] += 1;
		noteAnswer(sample.second, sample.atMs - sample.originMs);
		const result = !isOk ? 'failed' : number >= peakLateSecond ? 'late' : 'ok';
		if (phaseOf(sample.tags) === 'peak') tally.peakFlows[result] += 1;
		addFlowTimes(sample, isOk);
		if (isMeasured) tally.lastMs = Math.max(tally.lastMs ?? atMs, atMs);
	},
	payin_start_lag({ isMeasured, tally, value, atMs, scenario, schedule }) {
		if (isMeasured) tally.startLag.add(schedule.corrected(scenario, atMs, value));
	},
	payin_repeat({ tally, tags, value }) {
		const { kind = 'unknown', result = 'unknown' } = tags;
		const results = getOrCreate(tally.repeats, kind, () => new Map<string, number>());
		results.set(result, (results.get(result) ?? 0) + value);
	},
	payin_assumption({ tally, tags }) {
		if (tags.assumption) tally.assumptions.add(tags.assumption);
	},
	dropped_iterations(sample) {
		const { isMeasured, tally, second, value, atMs, scenario, schedule } = sample;
		schedule.drop(scenario, atMs);
		if (scenario === 'canary') return addDroppedCanary(sample);
		second.dropped += value;
		tally.everything.dropped += value;
		if (isMeasured) tally.dropped += value;
	},
};

/** Adds a request of the canary: how late it was sent, and its response time. */
function addCanary(sample: Sample, isExpected: boolean) {
	const { tally, second, schedule, isMeasured, atMs, value, late = '0' } = sample;
	const lateMs = schedule.corrected('canary', atMs - value, Number(late));
	const ms = lateMs + (isExpected ? value : Math.max(value, canaryTimeoutMs));
	second.canary.add(ms);
	tally.isCanaryMeasured = isMeasured;
	if (isMeasured) tally.canary.add(ms);
}

/** Adds a request of the canary that k6 dropped: all its virtual users were late. Such a sample has no phase. */
function addDroppedCanary({ tally, second }: Sample) {
	second.canary.add(canaryTimeoutMs);
	if (tally.isCanaryMeasured) tally.canary.add(canaryTimeoutMs);
}

function addOutcome({ outcomes }: Tally, outcome: string, count: number) {
	outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
}

/** Adds the times of a flow. In a failed flow, the script reports its failed call with at least the timeout. */
function addFlowTimes(sample: Sample, isOk: boolean) {
	const { tally, second, scenario, schedule } = sample;
	const times = readFlowTimes(sample.times);
	if (times === undefined) return;
	const { startedAtMs, lateMs, flowMs, firstMs, firstStep } = times;
	if (isOk) second.flow.add(flowMs);
	if (!sample.isMeasured) return;
	if (isOk) tally.flowTimes.add(flowMs);
	const lag = schedule.corrected(scenario, startedAtMs, lateMs);
	tally.fromIntendedStart.add(lag + flowMs);
	const first = tally.steps.get(firstStep);
	if (!first) return;
	first.fromIntendedStart ??= createHistogram();
	first.fromIntendedStart.add(lag + firstMs);
}

/** Keep at most this many different failures: a target that sends ever new problems must not fill the memory. */
const keptFailures = 200;

function countFailure({ tally, tags, value, number, recoverBySecond }: Sample, outcome: string) {
	const { step = 'unknown' } = tags;
	const status = Number(tags.status ?? 0) || null;
	const isKnown = (key: string) => tally.failures.has(key) || tally.failures.size < keptFailures;
	const isRecovering = phaseOf(tags) === 'after' && number < recoverBySecond;
	const phase = isRecovering ? 'recover' : phaseOf(tags);
	const full = [step, outcome, status, phase, tags.problem].join('|');
	const [key, problem] = isKnown(full)
		? [full, tags.problem]
		: [[step, outcome, phase].join('|'), undefined];
	const failure = getOrCreate(tally.failures, key, () => ({
		...{ step, outcome, status, count: 0, firstSecond: number, lastSecond: number },
		...(problem === undefined ? {} : { problem }),
		...(phase === undefined || phase === 'hold' ? {} : { phase }),
	}));
	failure.count += value;
	failure.firstSecond = Math.min(failure.firstSecond, number);
	failure.lastSecond = Math.max(failure.lastSecond, number);
}

const steps: readonly string[] = [...serviceSteps, ...merchantSteps];

/** The step of a sample; undefined for calls of the shopper, which are not steps of the service. */
const stepOf = ({ tags }: Sample) => steps.find((step) => step === tags.step);

/** Whether the calls of a step are not counted: an answer that was lost on purpose is no failure of the target. */
const isUncounted = (step: string) => step === 'lost' || isMerchantStep(step);

/**
 * The phase of a sample. Samples of dropped iterations have no tags of their own; the name of their scenario is the
 * phase.
 */
export const phaseOf = ({ phase, scenario }: K6Sample['tags']) => phase ?? scenario;

function measuredStep(sample: Sample): StepTally | undefined {
	const step = stepOf(sample);
	if (step === undefined || !sample.isMeasured) return undefined;
	return getOrCreate(sample.tally.steps, step, newStep);
}

/** The tallies of the step that a sample counts in: that of its second, and the totals if the sample is measured. */
function stepTallies(sample: Sample) {
	const step = stepOf(sample);
	if (step === undefined) return [];
	const total = measuredStep(sample);
	const inSecond = getOrCreate(sample.second.steps, step, newSecondStep);
	return total ? [inSecond, total] : [inSecond];
}

function flowCounts({ tally, tags, isMeasured }: Sample): FlowCount[] {
	if (!isMeasured) return [tally.everything];
	const ofStory = getOrCreate(tally.flowsByStory, tags.story ?? '?', newFlowCount);
	return [tally.everything, tally.flows, ofStory];
}
