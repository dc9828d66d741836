/** A breakpoint run: which rate comes next, what a step shows, and the capacity that the steps add up to. */
import type { LoadLevel } from '../simulator/contract/load-results.ts';
import type { LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { formatValue } from './figures.ts';
import type { LoadVerdict } from './verdict.ts';

type Capacity = NonNullable<LoadReport['capacity']>;
type Step = Pick<LoadLevel, 'ratePerSecond' | 'state'>;

export interface Search {
	/** From the lowest to the highest. */
	rates: readonly number[];
	/** How close the highest kept and the lowest other rate must come, as a share; null without refining. */
	refine: number | null;
}

/** The highest kept rate below every broken one, and the lowest rate above it that was not kept. */
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

/** Rates are whole numbers of flows per minute. */
const rounded = (rate: number) => Math.round(rate * 60) / 60;

/** Up the rates until one is broken, then half-way between; null when the capacity is known. */
export function nextRate(steps: readonly Step[], { rates, refine }: Search): number | null {
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

/** Reasons that do not depend on the rate. */
const alwaysWrong = new Set([
	...['wrong-session', 'two-payments'],
	...['payment-without-order', 'wrong-order', 'order-amount', 'order-state', 'shop-ended'],
]);
export const isAlwaysWrong = (id: string) => alwaysWrong.has(id);

/**
 * A step is broken when its verdict is NO-GO, and kept when every figure is within its limit. A step is too short to be
 * sure of a figure close to its limit: then it is undecided.
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
		({ severity, id }) => severity === 'inconclusive' && id !== 'limit-undecided',
	);
	if (beyond === undefined && doubt === undefined)
		return { state: 'kept', brokenBy: null, why: null };
	const why = doubt?.text ?? (beyond && describeBeyond(beyond)) ?? null;
	return { state: 'undecided', brokenBy: beyond?.id ?? null, why };
}

const describeBeyond = ({ name, measured, unit }: SloRow) =>
	`“${name}” is undecided: ${formatValue(measured, unit)}. Give a longer --step-duration.`;

const atLeast = 'Every step was kept: the capacity is at least that of the last.';
const endedEarly = 'The run ended before a rate was found that is not kept.';

/** `isComplete`: the search went on until it had its answer. */
export function capacityOf(levels: readonly LoadLevel[], isComplete = true): Capacity {
	const { kept, next } = bracket(levels);
	const level = levels.find(({ ratePerSecond }) => ratePerSecond === next);
	return {
		rate: kept,
		nextRate: next,
		brokenBy: level?.brokenBy ?? null,
		why: level?.why ?? (isComplete ? atLeast : endedEarly),
	};
}
