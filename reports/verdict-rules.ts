/** The rules of the load verdict: did the run take place, can its figures be trusted, and did the target keep its limits. */
import type { LoadReason, LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import {
	formatCount,
	formatMs,
	formatRate,
	formatShare,
	formatValue,
	plural,
	share,
} from './figures.ts';
import { pastLimit } from './slo.ts';

/** The input of the verdict. */
export interface MeasuredLoad
	extends Pick<LoadReport, 'plan' | 'flows' | 'steps' | 'slo' | 'generator'> {
	/** Iterations of the load script that ended in an exception: k6 exits with 0 despite them. */
	iterationExceptions: number;
	/** k6 wrote no summary, or one that cannot be read. */
	summaryMissing: boolean;
	interrupted: boolean;
}

const reason = (severity: LoadReason['severity'], rule: string, detail: string): LoadReason => ({
	rule,
	severity,
	detail,
});

/** Exit codes of k6 with a measurement: finished, threshold crossed, stopped by a signal, declared failed by the script. A script that threw (107) or aborted (108) has none. */
const exitCodesWithResults = new Set([0, 99, 105, 110]);

const k6ExitCodes: Record<number, string> = {
	97: 'a cloud run failed',
	100: 'the setup took too long',
	101: 'the teardown took too long',
	102: 'a stage took too long',
	104: 'its configuration is invalid',
	106: 'its own API could not start',
	107: 'the load script threw before or after the load',
	108: 'the load script aborted the run',
	109: 'k6 itself crashed',
};

/** ERROR: the run did not take place, or its load script threw, so there is nothing to judge. */
export function executionReasons(measured: MeasuredLoad): LoadReason[] {
	const { generator, interrupted, iterationExceptions, summaryMissing } = measured;
	const reasons: LoadReason[] = [];
	const add = (rule: string, detail: string) => reasons.push(reason('error', rule, detail));
	const code = generator.k6ExitCode;
	if (code === null && !interrupted) {
		add('k6-exit', 'k6 ended without an exit code: it was killed or never started.');
	}
	if (code !== null && !exitCodesWithResults.has(code)) {
		const meaning = k6ExitCodes[code];
		add('k6-exit', `k6 ended with exit code ${code}${meaning ? `: ${meaning}` : ''}.`);
	}
	if (summaryMissing) {
		add('summary', 'k6 left no summary that can be read, so nothing was measured.');
	}
	if (iterationExceptions > 0) {
		add(
			'exceptions',
			`${plural(iterationExceptions, 'flow')} ended in an exception of the load script; its figures cannot be believed.`,
		);
	}
	return reasons;
}

export const maxDroppedShare = 0.001;
const minAchievedShare = 0.99;
const maxUnfinishedShare = 0.01;
/** Above this share of a core, k6 itself may have been the bottleneck. */
const busyCpu = 0.8;

/** INCONCLUSIVE: doubts about the measurement, not about the target. */
export function trustReasons(measured: MeasuredLoad): LoadReason[] {
	const { flows, plan } = measured;
	if (measured.interrupted) {
		const detail = `The run was stopped after ${plural(flows.started, 'flow')}, before its plan was complete.`;
		return [reason('inconclusive', 'interrupted', detail)];
	}
	if (flows.started === 0) {
		return [
			reason('inconclusive', 'no-flows', 'No flow was started, so there is nothing to judge.'),
		];
	}
	const shape = [unexecuted(measured), unfinished(measured)];
	if (!plan.judgesLatency) return shape.filter(isReason);
	const schedule = [startLag(measured), dropped(measured), achieved(measured)];
	// A target that is down ends a run early and leaves later calls without samples: that is no doubt.
	if (collapsed(measured)) return schedule.filter(isReason);
	return [...[...shape, ...schedule].filter(isReason), ...sampleReasons(measured)];
}

const isReason = (entry: LoadReason | null) => entry !== null;

/** The limit of the start lag's p99: 50 ms, or a tenth of the time between two starts if that is more. */
export function startLagLimitMs(ratePerSecond: number): number {
	return Math.max(50, 100 / ratePerSecond);
}

function unexecuted({ plan, flows, generator }: MeasuredLoad): LoadReason | null {
	const { iterations, ratePerSecond, holdMs } = plan;
	const planned = iterations ?? (ratePerSecond === null ? null : (ratePerSecond * holdMs) / 1000);
	if (planned === null) return null;
	const asked = flows.started + generator.dropped;
	// The edges of the measured part may cost a second of flows; a plan that counts flows has no edges.
	const tolerance = iterations === null ? Math.max(planned * 0.01, ratePerSecond ?? 0) : 0;
	if (planned - asked <= tolerance) return null;
	const detail = `The plan was ${plural(planned, 'flow')}, and only ${formatCount(asked)} took place (${formatShare(share(asked, planned))}).`;
	return reason('inconclusive', 'plan', detail);
}

function unfinished({ plan, flows }: MeasuredLoad): LoadReason | null {
	const open = flows.started - flows.ok - flows.failed;
	const limit = plan.judgesLatency ? maxUnfinishedShare : 0;
	if (open <= 0 || open / flows.started <= limit) return null;
	const detail = `${formatCount(open)} of ${plural(flows.started, 'flow')} had no end when the run stopped (${formatShare(open / flows.started)}).`;
	return reason('inconclusive', 'unfinished', detail);
}

function startLag({ plan, generator }: MeasuredLoad): LoadReason | null {
	if (plan.ratePerSecond === null) return null;
	const lag = generator.startLagP99Ms;
	if (lag === null) {
		const detail = 'How late the flows started was not measured, so k6 may have fallen behind.';
		return reason('inconclusive', 'start-lag', detail);
	}
	const limit = startLagLimitMs(plan.ratePerSecond);
	if (lag <= limit) return null;
	const detail = `1 flow in 100 started ${formatMs(lag)} ms late or more (limit ${formatMs(limit)} ms): k6 could not keep its schedule.`;
	return reason('inconclusive', 'start-lag', detail);
}

/** Whether the target caused the lost flows: k6 kept its schedule with CPU to spare while a limit broke. */
function isTargetSlow(measured: MeasuredLoad): boolean {
	const { plan, generator, slo } = measured;
	const lag = generator.startLagP99Ms;
	if (plan.ratePerSecond === null || lag === null || generator.cpu === null) return false;
	const isHealthy = lag <= startLagLimitMs(plan.ratePerSecond) && generator.cpu <= busyCpu;
	const isSlow = slo.some(
		(row) => row.judged && row.unit === 'ms' && row.measured !== null && !row.passed,
	);
	return isHealthy && (isSlow || collapsed(measured));
}

function dropped(measured: MeasuredLoad): LoadReason | null {
	const { flows, generator } = measured;
	const asked = flows.started + generator.dropped;
	const ratio = share(generator.dropped, asked);
	if (ratio === null || ratio <= maxDroppedShare) return null;
	const figures = `${formatCount(generator.dropped)} of ${plural(asked, 'flow')} were dropped (${formatShare(ratio)}, limit ${formatShare(maxDroppedShare)})`;
	return isTargetSlow(measured)
		? reason('no-go', 'dropped', `${figures} while k6 kept its schedule: the target was too slow.`)
		: reason('inconclusive', 'dropped', `${figures}: k6 had no free virtual user to start them.`);
}

function achieved(measured: MeasuredLoad): LoadReason | null {
	const { plan, flows } = measured;
	// The plan rule already names a run that was cut short.
	if (plan.ratePerSecond === null || unexecuted(measured)) return null;
	const ratio = flows.rate / plan.ratePerSecond;
	if (ratio >= minAchievedShare) return null;
	const figures = `${formatRate(flows.rate)} flows per second were finished of ${formatRate(plan.ratePerSecond)} asked for (${formatShare(ratio)}, at least ${formatShare(minAchievedShare)} needed)`;
	return isTargetSlow(measured)
		? reason('no-go', 'achieved-rate', `${figures} while k6 kept its schedule.`)
		: reason('inconclusive', 'achieved-rate', `${figures}.`);
}

/** With these counts, about twenty samples lie beyond the percentile. */
const minSamples = { p95: 400, p99: 2000 } as const;

function sampleReasons({ slo }: MeasuredLoad): LoadReason[] {
	const rows = slo.filter((row) => row.judged);
	if (rows.length === 0) {
		const detail = 'No limit was given to judge by, so the run cannot be a GO.';
		return [reason('inconclusive', 'no-limits', detail)];
	}
	const empty = rows
		.filter((row) => row.samples === 0 || row.measured === null)
		.map((row) => {
			const detail = `“${row.name}” has no samples, and a limit without samples does not pass; leave it out of the SLO file when the mix never makes that call.`;
			return reason('inconclusive', 'no-samples', detail);
		});
	return [...empty, ...tooFewSamples(rows, 'p95'), ...tooFewSamples(rows, 'p99')];
}

function tooFewSamples(rows: readonly SloRow[], percentile: 'p95' | 'p99'): LoadReason[] {
	const needed = minSamples[percentile];
	const short = rows
		.filter(({ metric, samples }) => metric === percentile && samples > 0 && samples < needed)
		.map(({ step, samples }) => `${step} has ${formatCount(samples)}`);
	if (short.length === 0) return [];
	const detail = `A ${percentile} needs ${formatCount(needed)} samples to mean something: ${short.join(', ')}.`;
	return [reason('inconclusive', 'samples', detail)];
}

/** Rule of three: no failure in n calls still allows a true ratio of up to 3/n (95 % confidence). A note, not a verdict. */
export function zeroFailureNotes({ slo }: MeasuredLoad): LoadReason[] {
	return slo
		.filter((row) => row.judged && row.unit === 'ratio' && row.limit > 0)
		.filter((row) => row.measured === 0 && row.samples < 3 / row.limit)
		.map((row) => {
			const proven = formatShare(Math.min(1, 3 / row.samples));
			const detail = `“${row.name}”: no failure in ${formatCount(row.samples)} shows a ratio below ${proven}, not below the limit; that takes ${formatCount(Math.ceil(3 / row.limit))}.`;
			return reason('note', 'confidence', detail);
		});
}

/** NO-GO: the target failed, or broke a limit. */
export function targetReasons(measured: MeasuredLoad): LoadReason[] {
	const { plan, flows, generator, slo } = measured;
	const reasons: LoadReason[] = [];
	const add = (rule: string, detail: string) => reasons.push(reason('no-go', rule, detail));
	if (generator.k6ExitCode === 110) {
		add('script', 'The load script declared the run failed (k6 exit code 110).');
	}
	if (!plan.judgesLatency) return [...reasons, ...smokeReasons(measured)];
	if (collapsed(measured)) {
		const { calls, failed } = callCounts(measured);
		add(
			'collapsed',
			`${formatCount(failed)} of ${plural(calls, 'call')} failed (${formatShare(failed / calls)}): the target was down or refused the load.`,
		);
	}
	if (flows.started > 0 && flows.ok === 0) {
		add('flows', `None of ${plural(flows.started, 'flow')} succeeded.`);
	}
	for (const row of slo) {
		if (row.judged && !row.passed && row.measured !== null) add('slo', describeBroken(row));
	}
	return reasons;
}

/** A smoke run requires that every flow works and every answer keeps the contract. */
function smokeReasons({ flows, steps }: MeasuredLoad): LoadReason[] {
	const reasons: LoadReason[] = [];
	if (flows.failed > 0) {
		const detail = `${formatCount(flows.failed)} of ${plural(flows.started, 'flow')} failed; a smoke run allows none.`;
		reasons.push(reason('no-go', 'flows', detail));
	}
	for (const [name, step] of Object.entries(steps)) {
		if (step.failed === 0) continue;
		const detail = `${formatCount(step.failed)} of ${plural(step.count, 'call')} to ${name} failed or broke the contract; a smoke run allows none.`;
		reasons.push(reason('no-go', 'contract', detail));
	}
	return reasons;
}

function describeBroken(row: SloRow): string {
	const measured = formatValue(row.measured, row.unit);
	const of = row.unit === 'ratio' ? 'of' : 'over';
	const what = row.step === null ? 'flow' : 'call';
	const past = pastLimit(row);
	return `“${row.name}” is broken: ${measured} ${of} ${plural(row.samples, what)}${past && `, ${past}`}.`;
}

/** Fewer calls than this may fail by accident. */
const minCalls = 20;

/** Whether more than half of the calls failed: k6 then stops the load early, so too few samples are no doubt. */
function collapsed(measured: MeasuredLoad): boolean {
	const { calls, failed } = callCounts(measured);
	return calls >= minCalls && failed / calls > 0.5;
}

function callCounts({ steps }: MeasuredLoad) {
	const all = Object.values(steps);
	return {
		calls: all.reduce((sum, step) => sum + step.count, 0),
		failed: all.reduce((sum, step) => sum + step.failed, 0),
	};
}
