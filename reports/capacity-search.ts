/**
 * The search of a breakpoint run: which rate comes next, the state of each step, and the capacity that follows from the
 * steps.
 */
import type { LoadLevel } from '../simulator/contract/load-results.ts';
import type { LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { formatValue } from './figures.ts';
import type { LoadVerdict } from './verdict.ts';

type Capacity = NonNullable<LoadReport['capacity']>;
type Step = Pick<LoadLevel, 'ratePerSecond' | 'state'>;

export interface RateSearch {
	/** The rates to try first, from the lowest to the highest. */
	rates: readonly number[];
	/**
	 * The search ends when the highest kept rate and the lowest other rate differ by at most this share. Null: no search
	 * between the rates.
	 */
	refine: number | null;
}

/**
 * Brackets the capacity: the highest kept rate below every broken one, and the lowest rate above it that was not kept.
 */
function bracket(steps: readonly Step[]) {
	const lowest = (some: readonly Step[]) =>
		some.reduce<Step | undefined>(
			(least, one) => (least && least.ratePerSecond <= one.ratePerSecond ? least : one),
			undefined,
		);
	const broken = lowest(steps.filter(({ state }) => state === 'broken'));
	const rateOf = ({ ratePerSecond }: Step) => ratePerSecond;
	const top = broken?.ratePerSecond ?? Number.POSITIVE_INFINITY;
	const kept = Math.max(
		...steps.filter((one) => one.state === 'kept' && one.ratePerSecond < top).map(rateOf),
		0,
	);
	const above = steps.filter((one) => one.state !== 'kept' && one.ratePerSecond > kept);
	return { kept: kept === 0 ? null : kept, next: lowest(above)?.ratePerSecond ?? null };
}

/** Rounds a rate to whole flows per minute. */
const rounded = (rate: number) => Math.round(rate * 60) / 60;

/**
 * The next rate to measure: the rates go up until one is broken, then to the middle between two. Null when the capacity
 * is known.
 */
export function nextRate(steps: readonly Step[], { rates, refine }: RateSearch): number | null {
	const isDone = (rate: number) => steps.some(({ ratePerSecond }) => ratePerSecond === rate);
	if (!steps.some(({ state }) => state === 'broken')) {
		const higher = rates.find((rate) => !isDone(rate));
		if (higher !== undefined) return higher;
	}
	const { kept, next } = bracket(steps);
	if (refine === null || kept === null || next === null || (next - kept) / kept <= refine) {
		return null;
	}
	const middle = rounded((kept + next) / 2);
	return isDone(middle) ? null : middle;
}

/** Reasons that do not depend on the rate of a step. */
const independentOfRate = new Set([
	...['wrong-session', 'two-payments'],
	...[
		'payment-without-order',
		'wrong-order',
		'return-to-service',
		'order-amount',
		'order-customer',
		'order-option',
		'shared-reference',
		'order-state',
	],
	...['shop-ended', 'no-payments', 'orders-undecided'],
]);
export const isIndependentOfRate = (id: string) => independentOfRate.has(id);

/**
 * The state of a step. It is broken if its verdict is NO-GO, and kept if every figure is within its limit. A short step
 * cannot decide a figure close to its limit: then it is undecided.
 */
export function stateOfStep({
	verdict,
	reasons,
	slo,
}: LoadVerdict): Pick<LoadLevel, 'state' | 'brokenBy' | 'why'> {
	if (verdict === 'NO-GO') {
		const heaviest = reasons.find(({ severity }) => severity === 'no-go');
		const row = slo.find(({ state, judged }) => judged && state === 'broken');
		const brokenBy = row?.id ?? heaviest?.id ?? null;
		return { state: 'broken', brokenBy, why: heaviest?.text ?? null };
	}
	const called = slo.filter(({ judged, state }) => judged && state !== 'not-called');
	const beyond = called.find(({ passed }) => !passed);
	const doubt = reasons.find(
		({ severity, id }) =>
			severity === 'inconclusive' && id !== 'limit-undecided' && !isIndependentOfRate(id),
	);
	if (beyond === undefined && doubt === undefined)
		return { state: 'kept', brokenBy: null, why: null };
	const why = doubt?.text ?? (beyond && describeBeyond(beyond)) ?? null;
	return { state: 'undecided', brokenBy: beyond?.id ?? null, why };
}

const describeBeyond = ({ name, measured, unit }: SloRow) =>
	`“${name}” is undecided: ${formatValue(measured, unit)}. Give a longer --step-duration.`;

/** Whether the step at this rate could not be judged. */
export const isUndecidedAt = (levels: readonly Step[] | undefined, rate: number | null) =>
	levels?.find(({ ratePerSecond }) => ratePerSecond === rate)?.state === 'undecided';

const atLeast = 'Every step was kept: the capacity is at least that of the last.';
const endedEarly = 'The run ended before a rate was found that is not kept.';

/** The capacity that follows from the steps. `isComplete`: the search was not stopped before its end. */
export function capacityFromSteps(levels: readonly LoadLevel[], isComplete = true): Capacity {
	const { kept, next } = bracket(levels);
	const level = levels.find(({ ratePerSecond }) => ratePerSecond === next);
	return {
		rate: kept,
		nextRate: next,
		brokenBy: level?.brokenBy ?? null,
		why: level?.why ?? (isComplete ? atLeast : endedEarly),
	};
}
