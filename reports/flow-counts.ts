/**
 * The counts of flows in words. The figures of a spike are those of its time before the peak; its peak and the time
 * after the recovery have counts of their own.
 */
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { formatCount, formatRate } from './figures.ts';
import { measuredStepSentence, peakJudgement } from './load-facts.ts';

export interface PhaseFlows {
	/** The phase in words, such as `at the peak`. */
	when: string;
	ok: number;
	failed: number;
	/** A remark about the limits; empty if they were judged in this phase. */
	note: string;
}

/** The phase of the figures, such as ` before the peak`; empty for a run whose figures are those of all its flows. */
export const measuredPhase = ({ plan }: Pick<LoadReport, 'plan'>): string =>
	plan.profile === 'spike' ? ' before the peak' : '';

/** Says which phase or step the figures are of; empty for a run whose figures are those of all its flows. */
export function measuredPartSentence(report: LoadReport): string {
	const phase = measuredPhase(report);
	return phase === '' ? measuredStepSentence(report) : `Measured${phase}.`;
}

/** The flows of a spike at its peak and after the recovery. Late flows of the peak count as ok. */
export function laterPhases(report: LoadReport): PhaseFlows[] {
	const { plan, peakFlows, recovery, series } = report;
	if (plan.profile !== 'spike') return [];
	const note = peakJudgement(report) === 'shown' ? 'shown, not judged' : '';
	const peak = peakFlows && {
		...{ when: 'at the peak', ok: peakFlows.ok + peakFlows.late, failed: peakFlows.failed, note },
	};
	const seconds = recovery ? series.filter(({ second }) => second >= recovery.recoverBySecond) : [];
	const sum = (key: 'flowsOk' | 'flowsFailed') =>
		seconds.reduce((total, second) => total + second[key], 0);
	const [ok, failed] = [sum('flowsOk'), sum('flowsFailed')];
	return [
		...(peak ? [peak] : []),
		...(ok + failed > 0 ? [{ when: 'after the recovery', ok, failed, note: '' }] : []),
	];
}

const describePhase = ({ when, ok, failed, note }: PhaseFlows) =>
	`${when} ${formatCount(ok)} ok, ${formatCount(failed)} failed${note && ` (${note})`}`;

/** Such as `; at the peak 495 ok, 305 failed (shown, not judged); …`. Empty for a run that is no spike. */
const laterPhasesText = (report: LoadReport): string =>
	laterPhases(report)
		.map((phase) => `; ${describePhase(phase)}`)
		.join('');

/** Such as `At the peak 495 ok, 305 failed. After the recovery 400 ok, 0 failed.`; empty for a run that is no spike. */
export const laterPhasesSentence = (report: LoadReport): string =>
	laterPhases(report)
		.map(describePhase)
		.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
		.join(' ');

/** The text before the figures of a run, such as `before the peak `. */
const phasePrefix = (report: LoadReport): string => {
	const phase = measuredPhase(report).trim();
	return phase && `${phase} `;
};

/** The flows of a run in one line, such as `1,200 flows ok, 0 failed`. */
export const flowCountText = (report: LoadReport): string =>
	`${phasePrefix(report)}${formatCount(report.flows.ok)} flows ok, ${formatCount(report.flows.failed)} failed${laterPhasesText(report)}`;

/** The flows of a run in one line, with those that were dropped, and the rate. */
export function flowRateText(report: LoadReport): string {
	const { flows, generator } = report;
	const { ok, failed, rate } = flows;
	return `${phasePrefix(report)}${formatCount(ok)} flows ok, ${formatCount(failed)} failed, ${formatCount(generator.dropped)} dropped, ${formatRate(rate)} flows/s${laterPhasesText(report)}`;
}
