/** By which names the payments of a place are known: none outlives its payments. */
import type { Payment } from '../../domain/payment.ts';
import { mostOtherKeys } from '../name-index.ts';
import type { Arrival, KeptAnswer, Names } from '../store.ts';
import type { KeptPayment, Space } from './records.ts';
import { indexes, keys, sizeOf } from './records.ts';
import type { Draft, Key, Step } from './step.ts';

export function* arrivalOf(
	draft: Draft,
	{ place, space }: { place: string; space: Space },
	{ reference, idempotencyKey }: Names,
): Step<Arrival> {
	const size = yield* draft.get(keys.size(place));
	const count = reference === null ? undefined : yield* draft.get(keys.reference(place, reference));
	const sameReference = count?.seen ?? 0;
	return {
		world: space.world,
		ordinal: size?.ordinal ?? 0,
		sameReference,
		serial: (count?.firstSerial ?? size?.unusedSerial ?? 0) + sameReference,
		earlier: reference !== null && count ? yield* oldestWith(draft, place, reference) : null,
		sameKey: idempotencyKey === null ? null : yield* underKey(draft, place, idempotencyKey),
	};
}

function* oldestWith(draft: Draft, place: string, reference: string): Step<Payment | null> {
	const [oldest] = yield* draft.entries({ index: indexes.reference(place, reference), limit: 1 });
	const kept = oldest && (yield* draft.get(keys.payment(place, oldest.member)));
	return kept?.payment ?? null;
}

function* underKey(draft: Draft, place: string, key: string): Step<Arrival['sameKey']> {
	const known = yield* draft.get(keys.answer(place, key));
	const kept = known && (yield* draft.get(keys.payment(place, known.sessionId)));
	return kept ? { payment: kept.payment, answer: known.answer } : null;
}

/** The reference is counted from what the arrival saw: making room may have forgotten some of it since. */
export function* addNames(
	draft: Draft,
	place: string,
	{ payment, order }: KeptPayment,
	{ sameReference, serial }: Arrival,
	answer: KeptAnswer | null,
): Step<void> {
	const { sessionId, paymentReference, idempotencyKey } = payment;
	if (idempotencyKey !== null && answer) {
		draft.put(keys.answer(place, idempotencyKey), { sessionId, answer });
	}
	if (paymentReference === null) return;
	const known = yield* draft.get(keys.reference(place, paymentReference));
	draft.put(keys.reference(place, paymentReference), {
		seen: sameReference + 1,
		firstSerial: serial - sameReference,
		kept: (known?.kept ?? 0) + 1,
	});
	draft.enter(indexes.reference(place, paymentReference), { at: order, member: sessionId });
}

/** Another idempotency key is of a payment that is kept already: the keys it has then beside its first. */
export function* addKey(
	draft: Draft,
	place: string,
	{ payment, otherKeys }: KeptPayment,
	key: string,
	answer: KeptAnswer,
): Step<readonly string[]> {
	const { sessionId } = payment;
	draft.put(keys.answer(place, key), { sessionId, answer });
	const all = [...otherKeys, key];
	const [oldest = ''] = all;
	if (all.length <= mostOtherKeys) return all;
	yield* forgetKey(draft, place, oldest, sessionId);
	return all.slice(1);
}

/** What `removeNames` asks for: asked for together it is one question for many payments. */
export function namesOf(place: string, { payment, otherKeys }: KeptPayment): Key<unknown>[] {
	const { paymentReference, idempotencyKey } = payment;
	const first = idempotencyKey === null ? [] : [idempotencyKey];
	return [
		...[...first, ...otherKeys].map((key) => keys.answer(place, key)),
		...(paymentReference === null ? [] : [keys.reference(place, paymentReference)]),
	];
}

export function* removeNames(
	draft: Draft,
	place: string,
	{ payment, order, otherKeys }: KeptPayment,
): Step<void> {
	const { sessionId, paymentReference, idempotencyKey } = payment;
	const first = idempotencyKey === null ? [] : [idempotencyKey];
	for (const key of [...first, ...otherKeys]) yield* forgetKey(draft, place, key, sessionId);
	if (paymentReference === null) return;
	draft.leave(indexes.reference(place, paymentReference), { at: order, member: sessionId });
	const key = keys.reference(place, paymentReference);
	const count = yield* draft.get(key);
	if (!count) return;
	if (count.kept > 1) return draft.put(key, { ...count, kept: count.kept - 1 });
	draft.remove(key);
	const size = yield* sizeOf(draft, place);
	const unusedSerial = Math.max(size.unusedSerial, count.firstSerial + count.seen);
	draft.put(keys.size(place), { ...size, unusedSerial });
}

/** A key that came again after its time belongs to the later payment. */
function* forgetKey(draft: Draft, place: string, key: string, sessionId: string): Step<void> {
	const known = yield* draft.get(keys.answer(place, key));
	if (known?.sessionId === sessionId) draft.remove(keys.answer(place, key));
}
