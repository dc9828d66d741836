/** A payment comes, changes and goes, and every index with it. */
import { finalFrom } from '../../domain/allowed.ts';
import type { Payment } from '../../domain/payment.ts';
import { stateAt } from '../../domain/timeline.ts';
import type { Arrival, Created } from '../store.ts';
import { addKey, addNames, removeNames } from './names.ts';
import type { KeptPayment, Space } from './records.ts';
import { indexes, keys, never, placeOf, sizeOf, tallyOf } from './records.ts';
import type { Draft, Entry, Step } from './step.ts';

/** Where a payment is, and by which rule and clock it is judged. */
export interface Shelf {
	readonly place: string;
	readonly space: Space;
	/** By the clock of its world. */
	readonly now: number;
}

export function* addPayment(
	draft: Draft,
	shelf: Shelf,
	arrival: Arrival,
	{ payment, answer }: Created,
): Step<void> {
	const { place } = shelf;
	const { sessionId, transactionId } = payment;
	const tally = yield* tallyOf(draft);
	const size = yield* sizeOf(draft, place);
	const { order } = tally;
	draft.put(keys.tally, { ...tally, live: tally.live + 1, order: order + 1 });
	draft.put(keys.size(place), { ...size, live: size.live + 1, ordinal: arrival.ordinal + 1 });
	draft.put(keys.session(place, transactionId), sessionId);
	draft.enter(indexes.age(place), { at: order, member: sessionId });
	const kept = keptOf(payment, { order, otherKeys: [] }, shelf);
	yield* addNames(draft, place, kept, arrival, answer);
	keep(draft, shelf, null, kept);
}

export function replacePayment(
	draft: Draft,
	shelf: Shelf,
	before: KeptPayment,
	payment: Payment,
): void {
	keep(draft, shelf, before, keptOf(payment, before, shelf));
}

/** After a call under another key: with an answer, that key names it too. */
export function* repeatPayment(
	draft: Draft,
	shelf: Shelf,
	key: string | null,
	{ payment, answer }: Created,
): Step<void> {
	const before = yield* draft.get(keys.payment(shelf.place, payment.sessionId));
	if (!before) return;
	const otherKeys =
		key !== null && answer
			? yield* addKey(draft, shelf.place, before, key, answer)
			: before.otherKeys;
	keep(draft, shelf, before, keptOf(payment, { ...before, otherKeys }, shelf));
}

/** With everything it is known by; the whole store counts for itself. */
export function* forgetPayment(draft: Draft, place: string, kept: KeptPayment): Step<void> {
	const { payment, order, finalAt } = kept;
	const { sessionId, transactionId } = payment;
	const byOrder = { at: order, member: sessionId };
	const size = yield* sizeOf(draft, place);
	draft.put(keys.size(place), { ...size, live: size.live - 1 });
	draft.remove(keys.payment(place, sessionId));
	draft.remove(keys.session(place, transactionId));
	for (const index of [indexes.age(place), indexes.declined(place)]) draft.leave(index, byOrder);
	for (const index of [indexes.final, indexes.unopened]) {
		draft.leave(index, ofAll(place, order, sessionId));
	}
	draft.leave(indexes.pending(place), pendingEntry(order, sessionId, finalAt));
	for (const entry of dueEntries(kept, -Infinity)) draft.leave(indexes.due(place), entry);
	yield* removeNames(draft, place, kept);
}

function keptOf(
	payment: Payment,
	{ order, otherKeys }: Pick<KeptPayment, 'order' | 'otherKeys'>,
	{ space, now }: Shelf,
): KeptPayment {
	const { maxAttempts } = space.world.settings.inForce.cashier;
	const finalAt = Math.min(never, finalFrom(payment, { maxAttempts }));
	return { payment, order, finalAt, isUnopened: isUnopened(payment, now), otherKeys };
}

export function isUnopened(payment: Payment, now: number): boolean {
	const state = stateAt(payment, now);
	return state === 'created' || state === 'redirected';
}

/** Writes only what has changed of where it stands. */
function keep(
	draft: Draft,
	{ place, now }: Shelf,
	before: KeptPayment | null,
	after: KeptPayment,
): void {
	const { payment, order, finalAt } = after;
	const { sessionId } = payment;
	draft.put(keys.payment(place, sessionId), after);
	if (finalAt !== before?.finalAt) {
		if (before) {
			draft.leave(indexes.pending(place), pendingEntry(order, sessionId, before.finalAt));
			draft.leave(indexes.final, ofAll(place, order, sessionId));
		}
		draft.enter(indexes.pending(place), pendingEntry(order, sessionId, finalAt));
	}
	if (after.isUnopened !== (before?.isUnopened ?? false)) {
		const change = after.isUnopened ? draft.enter : draft.leave;
		change(indexes.unopened, ofAll(place, order, sessionId));
	}
	if (endsDeclined(payment) !== (before !== null && endsDeclined(before.payment))) {
		const change = endsDeclined(payment) ? draft.enter : draft.leave;
		change(indexes.declined(place), { at: order, member: sessionId });
		draft.put(keys.declinedMark(place), null);
	}
	if (payment.timeline === before?.payment.timeline) return;
	const planned = dueEntries(after, now);
	const isPlanned = new Set(planned.map(({ at, member }) => `${at} ${member}`));
	for (const entry of before ? dueEntries(before, -Infinity) : []) {
		if (!isPlanned.has(`${entry.at} ${entry.member}`)) draft.leave(indexes.due(place), entry);
	}
	for (const entry of planned) draft.enter(indexes.due(place), entry);
	draft.put(keys.dueMark(place), null);
}

function endsDeclined({ timeline }: Payment): boolean {
	return timeline.at(-1)?.state === 'declined';
}

/** As text it stands where it stands as a number. */
const inOrder = (order: number) => String(order).padStart(16, '0');

export function pendingEntry(order: number, sessionId: string, finalAt: number): Entry {
	return { at: finalAt, member: `${inOrder(order)} ${sessionId}` };
}

/** Of all workspaces. */
export function ofAll(place: string, order: number, sessionId: string): Entry {
	return { at: order, member: `${place}/${sessionId}` };
}

/** What comes true after `now`. */
function dueEntries({ payment, order }: KeptPayment, now: number): Entry[] {
	return payment.timeline.flatMap(({ at }, index) =>
		at > now ? [{ at, member: `${inOrder(order)} ${index} ${payment.sessionId}` }] : [],
	);
}

/** Which payment, and which entry of its timeline. */
export function readDue({ member }: Entry): { sessionId: string; index: number } {
	const [, index, sessionId = ''] = member.split(' ');
	return { sessionId, index: Number(index) };
}

export function shelfAt(workspace: string, space: Space, now: number): Shelf {
	return { place: placeOf(workspace, space), space, now };
}
