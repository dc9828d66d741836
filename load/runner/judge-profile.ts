/** Judges a measured run by what its profile is about. */
import { judgeSoak, judgeSpike } from '../../reports/long-runs.ts';
import type { LoadVerdict } from '../../reports/verdict.ts';
import { judgeLoad, verdictOf } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import { reconcile } from './reconcile.ts';
import { sliceOf, tenthsOf } from './slices.ts';
import type { Tally } from './tally.ts';

export interface JudgeOptions {
	plan: Plan;
	load: MeasuredLoad;
	tally: Tally;
	resources: NonNullable<LoadReport['resources']>;
	/** The address of a target whose payments can be read. */
	sandbox: string | null;
	referencePrefix: string;
	signal: AbortSignal;
}

export type ProfileVerdict = LoadVerdict &
	Partial<Pick<LoadReport, 'recovery' | 'resources' | 'idempotency'>>;

export async function judgeProfile(options: JudgeOptions): Promise<ProfileVerdict> {
	const { plan, load, tally, resources } = options;
	if (plan.profile === 'spike') return judgeSpike(spikeOf(plan, load, tally));
	if (plan.profile === 'soak') {
		const verdict = judgeSoak(load, tenthsOf(load, tally), resources);
		return resources.length > 0 ? { ...verdict, resources } : verdict;
	}
	if (plan.repeat) return judgeRepeats(options);
	return plan.profile === 'idempotency' ? judgeLostAnswers(load) : judgeLoad(load);
}

/** Of a shop whose calls lose answers: its flows may fail, and its orders may not be paid twice. */
function judgeLostAnswers(load: MeasuredLoad): LoadVerdict {
	const { reasons, slo } = judgeLoad(load);
	const allowed = ['flows', 'contract'];
	const left = reasons.filter(({ id }) => !allowed.includes(id));
	return verdictOf(left, slo, load);
}

function spikeOf(plan: Plan, load: MeasuredLoad, tally: Tally) {
	const phaseOf = (name: string) => {
		const phase = plan.phases?.find((one) => one.name === name);
		if (!phase) throw new CannotRunError('plan', `The plan has no phase ${name}.`);
		return { ...phase, ratePerSecond: phase.ratePerSecond ?? 0 };
	};
	const [peak, after] = [phaseOf('peak'), phaseOf('after')];
	const times = {
		peakRatePerSecond: peak.ratePerSecond,
		peakEndSecond: peak.endSecond,
		recoverBySecond: after.startSecond,
	};
	const failuresOf = (name?: string) => ({
		failures: load.failures.filter(({ phase }) => phase === name),
	});
	// The windows before the end of the recovery tell when the target was back.
	const { windows } = load;
	const later = { windows, recoverBySecond: after.startSecond, ...failuresOf('after') };
	return {
		before: { ...load, ...failuresOf() },
		peak: { ...sliceOf(load, tally, peak), ...failuresOf('peak') },
		after: { ...sliceOf(load, tally, after), ...later },
		times,
	};
}

async function judgeRepeats(options: JudgeOptions): Promise<ProfileVerdict> {
	const { plan, load, sandbox } = options;
	const base = judgeLoad(load);
	if (base.verdict === 'ERROR' || load.interrupted) return base;
	const idempotency = await reconcile({ ...options, kinds: plan.repeat ?? [] });
	const { duplicates, examples } = idempotency;
	const reasons: LoadReason[] = [...(load.runnerReasons ?? [])];
	const add = (id: string, text: string) =>
		reasons.push({ id, group: 'target', severity: 'note', text, evidence: [] });
	if (duplicates > 0 && sandbox !== null) {
		add(
			'idempotency-setting',
			'A sandbox reads the key of payment-options only when its setting idempotency.header names Idempotency-Key.',
		);
	}
	if (sandbox === null) {
		add(
			'not-reconciled',
			'The payments of the target cannot be read: second payments are known from its answers alone, and those after a lost answer are not.',
		);
	}
	const duplicatePayments = { count: duplicates, examples };
	return { ...judgeLoad({ ...load, duplicatePayments, runnerReasons: reasons }), idempotency };
}
