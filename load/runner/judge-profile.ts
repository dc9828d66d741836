/** Judges a measured run according to the aim of its profile. */
import { formatCount, pluralize } from '../../reports/figures.ts';
import { flowCollapseReasons } from '../../reports/flow-collapse.ts';
import { shareInterval } from '../../reports/interval.ts';
import { judgeProfileSpans } from '../../reports/judge-spans.ts';
import { collapseReason, maxFailedShare, minEndedFlows } from '../../reports/target-reasons.ts';
import type { LoadVerdict } from '../../reports/verdict.ts';
import { judgeLoad, verdictOf } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import type { ControlledTarget } from '../../scenarios/harness/target.ts';
import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import { reconcile } from './reconcile.ts';
import type { Tally } from './tally.ts';

export interface JudgeOptions {
	plan: Plan;
	load: MeasuredLoad;
	tally: Tally;
	resources: NonNullable<LoadReport['resources']>;
	/** A sandbox whose payments can be read; null for another target. */
	sandbox: ControlledTarget | null;
	referencePrefix: string;
	signal: AbortSignal;
}

export type ProfileVerdict = LoadVerdict &
	Partial<Pick<LoadReport, 'recovery' | 'resources' | 'idempotency'>>;

export async function judgeProfile(options: JudgeOptions): Promise<ProfileVerdict> {
	const { plan, load, resources } = options;
	if (plan.repeat) return judgeRepeats(options);
	if (plan.profile === 'idempotency') return judgeLostAnswers(load);
	return judgeProfileSpans(load, resources);
}

/** So many flows in a row do not fail by lost answers alone, if half of them may: 1 in 1,000. */
const minLostFlows = 10;

/** Judges a shop whose calls lose answers: some flows may fail, but no order may have two payments. */
function judgeLostAnswers(load: MeasuredLoad): LoadVerdict {
	const base = judgeLoad(load);
	if (base.verdict === 'ERROR') return base;
	const allowed = ['flows', 'contract'];
	const left = base.reasons.filter(({ id }) => !allowed.includes(id));
	const failing = collapseReason(load) ?? failedFlows(load);
	const ofFlows = flowCollapseReasons(load, minLostFlows);
	return verdictOf([...left, ...ofFlows, ...(failing ? [failing] : [])], base.slo, load);
}

/**
 * The reason to report failed flows when the target has not collapsed: at most half of them failed, or too few ended to
 * tell.
 */
function failedFlows({ flows }: MeasuredLoad): LoadReason | null {
	const { failed, ok } = flows;
	if (failed === 0) return null;
	const finished = ok + failed;
	const text = `${formatCount(failed)} of ${pluralize(finished, 'flow')} failed. The sandbox lost the answers of calls on purpose, and up to half of the flows may fail.`;
	const isKnown =
		shareInterval(failed, finished)[1] <= maxFailedShare ||
		(finished >= minEndedFlows && failed / finished <= maxFailedShare);
	return {
		...{ id: 'lost-answers', group: 'target', severity: isKnown ? 'note' : 'inconclusive' },
		text: isKnown
			? text
			: `${text} Raise --rate or --duration: so few flows do not show whether more than half fail.`,
		evidence: [],
	};
}

async function judgeRepeats(options: JudgeOptions): Promise<ProfileVerdict> {
	const { plan, load, sandbox } = options;
	const base = judgeLoad(load);
	if (base.verdict === 'ERROR' || load.interrupted) return base;
	const found = await reconcile({ ...options, kinds: plan.repeat ?? [] });
	const { idempotency, accepted, missing } = found;
	const { duplicates, examples } = idempotency;
	const reasons: LoadReason[] = [...(load.runnerReasons ?? [])];
	const add = (reason: Omit<LoadReason, 'group' | 'evidence'> & Partial<LoadReason>) =>
		reasons.push({ group: 'target', evidence: [], ...reason });
	if (missing > 0) {
		add({
			id: 'not-reconciled',
			severity: 'inconclusive',
			text: `${formatCount(missing)} of ${pluralize(accepted, 'accepted order')} had no payment in the sandbox after the run: their payments were not counted. Lower --rate or --duration, or raise limits.maxPayments.`,
		});
	}
	const unplayed = Object.entries(idempotency.kinds)
		.filter(([, { repeats }]) => repeats === 0)
		.map(([kind]) => kind);
	if (unplayed.length > 0) {
		const text = `No call was repeated in the way ${unplayed.join(', ')}. Raise --rate or --duration, or leave it out of --repeat.`;
		add({ id: 'repeats-missing', severity: 'inconclusive', group: 'run', text });
	}
	if (duplicates > 0 && sandbox !== null) {
		const text =
			'A sandbox reads the key of payment-options only when its setting idempotency.header names Idempotency-Key.';
		add({ id: 'idempotency-setting', severity: 'note', text });
	}
	const secondSessions = Object.values(idempotency.kinds).reduce(
		(sum, kind) => sum + (kind.secondSessions ?? 0),
		0,
	);
	if (secondSessions > 0) {
		const text = `Of ${pluralize(secondSessions, 'order')}, a repeated call got the same transactionId with another sessionId, which counts as a second payment: the shopper can pay in both sessions.`;
		add({ id: 'second-session', severity: 'note', text });
	}
	if (sandbox === null) {
		const text =
			'The payments of the target cannot be read: second payments are known from its answers alone, and those after a lost answer are not.';
		add({ id: 'not-reconciled', severity: 'note', text });
	}
	const duplicatePayments = { count: duplicates, examples };
	return { ...judgeLoad({ ...load, duplicatePayments, runnerReasons: reasons }), idempotency };
}
