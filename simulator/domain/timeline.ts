/** The states of a payment, those it had and those that are planned: which and why, shared by payments that went the same way, and when. */
import type { PaymentState } from '../contract/control.ts';
import { changed } from './layout.ts';
import type { Payment } from './payment.ts';
import { createWays } from './ways.ts';

export interface StateStep {
	readonly state: PaymentState;
	readonly cause: string;
}

/** One dated state, past or planned. */
export interface TimelineEntry extends StateStep {
	/** Milliseconds since the epoch, on the workspace's clock. */
	readonly at: number;
}

type StateWay = readonly StateStep[];
type Timed = Pick<Payment, 'stateWay' | 'stateTimes'>;

/** A first retry, and what is planned after it; a payment that has more is one of few, and its way nobody else's. */
const usualStates = 8;

const nowhere: StateWay = Object.freeze([]);

const withStep = createWays<StateWay, StateStep>({
	start: nowhere,
	wordsOf: [({ state }) => state, ({ cause }) => cause],
	isUsual: ({ length }) => length < usualStates,
	next: (way, { state, cause }) => Object.freeze(way.concat(Object.freeze({ state, cause }))),
});

export function timelineFrom(entries: readonly TimelineEntry[]): Timed {
	return { stateWay: entries.reduce(withStep, nowhere), stateTimes: entries.map(({ at }) => at) };
}

/** All of it, in order. */
export function timelineOf({ stateWay, stateTimes }: Timed): TimelineEntry[] {
	return stateWay.map(({ state, cause }, index) => entry(state, stateTimes[index], cause));
}

/** How it ends if nothing happens any more. */
export function endOf({ stateWay, stateTimes }: Timed): TimelineEntry | undefined {
	const last = stateWay.at(-1);
	return last && entry(last.state, stateTimes.at(-1), last.cause);
}

function entry(state: PaymentState, at: number | undefined, cause: string): TimelineEntry {
	return { state, at: at as number, cause };
}

export function stateAt(payment: Timed, now: number): PaymentState {
	return payment.stateWay[indexAt(payment, now)]?.state ?? 'created';
}

export function pastOf(payment: Timed, now: number): readonly TimelineEntry[] {
	return timelineOf(payment).slice(0, indexAt(payment, now) + 1);
}

/** What is still ahead, soonest first. */
export function plannedOf(payment: Timed, now: number): readonly TimelineEntry[] {
	return timelineOf(payment).slice(indexAt(payment, now) + 1);
}

/** A timeline is short and sorted: the last entry that has come true. */
function indexAt({ stateTimes }: Timed, now: number): number {
	let index = stateTimes.length - 1;
	while (index > 0 && (stateTimes[index] as number) > now) index -= 1;
	return index;
}

/** What has happened stays; what comes now and later is replaced. */
export function follow(payment: Payment, now: number, entries: readonly TimelineEntry[]): Payment {
	const { stateWay, stateTimes } = payment;
	const past = indexAt(payment, now) + 1;
	let way = nowhere;
	// By index: to slice what is frozen, V8 takes a slow path (1 % of a flow).
	for (let index = 0; index < past; index += 1) way = withStep(way, stateWay[index] as StateStep);
	return changed(payment, {
		stateWay: entries.reduce(withStep, way),
		stateTimes: stateTimes.slice(0, past).concat(entries.map(({ at }) => at)),
	});
}
