/** The timeline of a payment: its past states, then its planned states. */
import type { PaymentState } from '../contract/control.ts';
import type { Payment } from './payment.ts';

/** A state with its time, past or planned. */
export interface TimelineEntry {
	readonly state: PaymentState;
	/** The time on the workspace's clock, in milliseconds since the epoch. */
	readonly at: number;
	readonly cause: string;
}

type Timed = Pick<Payment, 'timeline'>;

export function stateAt({ timeline }: Timed, now: number): PaymentState {
	return timeline[indexAt(timeline, now)]?.state ?? 'created';
}

export function pastStatesOf({ timeline }: Timed, now: number): readonly TimelineEntry[] {
	return timeline.slice(0, indexAt(timeline, now) + 1);
}

/** The planned states, sorted by time. */
export function plannedStatesOf({ timeline }: Timed, now: number): readonly TimelineEntry[] {
	return timeline.slice(indexAt(timeline, now) + 1);
}

/** The index of the last entry that is not in the future. The first entry is never planned. */
function indexAt(timeline: Timed['timeline'], now: number): number {
	return Math.max(
		0,
		timeline.findLastIndex(({ at }) => at <= now),
	);
}

/** Keeps the past of the timeline and replaces everything from now on. */
export function replaceFuture(
	{ timeline }: Timed,
	now: number,
	entries: readonly TimelineEntry[],
): Timed['timeline'] {
	return timeline.slice(0, indexAt(timeline, now) + 1).concat(entries);
}
