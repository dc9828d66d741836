import type { Payment } from '../../domain/payment.ts';
import type { PaymentFilter } from '../store.ts';
import { indexes, keys, placeOf } from './records.ts';
import type { Draft, Step } from './step.ts';

/** Looked at in one go. */
const page = 100;

/** Newest first; null when the payment to go on after is not kept. */
export function* listPayments(
	draft: Draft,
	workspace: string,
	{ reference, accepts, limit, after }: PaymentFilter,
): Step<Payment[] | null> {
	const space = yield* draft.get(keys.space(workspace));
	if (!space) return after === null ? [] : null;
	const place = placeOf(workspace, space);
	const last = after === null ? null : yield* draft.get(keys.payment(place, after));
	if (last === undefined) return null;
	const index = reference === null ? indexes.age(place) : indexes.reference(place, reference);
	const found: Payment[] = [];
	for (let below = last?.order ?? Number.MAX_SAFE_INTEGER; ; ) {
		const range = { index, max: below - 1, limit: page, isReverse: true };
		const entries = yield* draft.entries(range);
		const kept = yield* draft.getAll(entries.map(({ member }) => keys.payment(place, member)));
		for (const one of kept) {
			if (found.length === limit) return found;
			if (one && accepts(one.payment, space.world)) found.push(one.payment);
		}
		const lowest = entries.at(-1);
		if (!lowest || entries.length < page) return found;
		below = lowest.at;
	}
}
