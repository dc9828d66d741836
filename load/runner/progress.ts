/** Shows the progress of a load run: once a second on a terminal, every five seconds elsewhere. */
import { formatDuration, formatMs, formatRate, pluralize } from '../../reports/figures.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { createProgressLine } from '../../scenarios/harness/run-io.ts';
import { totalVUs } from '../canary.ts';
import type { Plan } from '../plan.ts';
import { createHistogram } from './histogram.ts';
import type { Tally } from './tally.ts';

export function createProgress(plan: Plan, tally: Tally, io: Pick<RunIo, 'err' | 'isTerminal'>) {
	const line = createProgressLine(io);
	const every = io.isTerminal ? 1 : 5;
	let ticks = 0;
	let seconds = 0;
	let okBefore = 0;
	return {
		/** Called once a second. */
		tick() {
			const { started, ok } = tally.everything;
			ticks += 1;
			if (started === 0) {
				// k6 still creates its virtual users, so the time of the plan has not begun.
				if (ticks % every === 0) line.show(describeStart(plan, tally));
				return;
			}
			seconds += 1;
			if (seconds % every !== 0) return;
			line.show(describeProgress(plan, tally, { seconds, okRate: (ok - okBefore) / every }));
			okBefore = ok;
		},
		end: line.end,
	};
}

const describeStart = (plan: Plan, { virtualUsers }: Tally) =>
	`load ${plan.profile}  k6 starts: ${virtualUsers} of ${pluralize(totalVUs(plan) / (plan.parts ?? 1), 'virtual user')}`;

interface Progress {
	/** Seconds since the first flow started. */
	seconds: number;
	/** Successful flows per second. */
	okRate: number;
}

export function describeProgress(plan: Plan, tally: Tally, { seconds, okRate }: Progress): string {
	const { started, ok, failed } = tally.everything;
	const finished = ok + failed;
	const p95 = latestFlows(tally).quantile(0.95);
	const figures = [
		`${started - finished} in flight`,
		`p95 ${p95 === undefined ? '–' : `${formatMs(p95)} ms`}`,
		`${failed} failed`,
	];
	if (plan.iterations !== null) {
		const done = `${finished}/${plan.iterations} flows`;
		return [`load ${plan.profile}`, `${seconds} s`, done, ...figures].join('  ');
	}
	const end = plan.phases?.at(-1)?.endSecond ?? (plan.warmUpMs + plan.holdMs) / 1000;
	const total = Math.round(end);
	const { phase, ratePerSecond } = phaseAt(plan, seconds) ?? { phase: 'hold', ...plan };
	return [
		...[`load ${plan.profile}`, phase.replace('_', '-')],
		`${Math.min(seconds, total)}/${total} s`,
		`${okRate.toFixed(1)} of ${formatRate((ratePerSecond ?? 0) / (plan.parts ?? 1))} flows/s`,
		...figures,
		`${tally.everything.dropped} dropped`,
		seconds < total ? `${formatDuration((total - seconds) * 1000)} left` : 'last flows',
	].join('  ');
}

/** The scenario of the plan that starts flows in this second. The line does not count shoppers in a browser. */
function phaseAt(plan: Plan, second: number) {
	return plan.scenarios
		.filter(({ phase }) => phase !== 'browser')
		.filter((one) => one.executor === 'constant-arrival-rate')
		.findLast(({ startMs }) => startMs < second * 1000);
}

const shownSeconds = 5;

/** Adds up the flows of the last full seconds. */
function latestFlows({ seconds, lastSecond }: Tally) {
	const flows = createHistogram();
	for (let number = Math.max(0, lastSecond - shownSeconds); number < lastSecond; number += 1) {
		const second = seconds.get(number);
		if (second) flows.merge(second.flow);
	}
	return flows;
}
