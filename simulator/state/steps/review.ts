import { nowIn } from '../../workspaces/world.ts';
import { replacePayment, shelfAt } from './payments.ts';
import type { Space } from './records.ts';
import { indexes, keys, placeOf } from './records.ts';
import type { Draft, Step } from './step.ts';

/** How many attempts there are decides when a declined payment is final: those are looked at again when that changes. */
export function* reviewDeclined(
	draft: Draft,
	workspace: string,
	before: Space,
	after: Space,
	wallMs: number,
): Step<void> {
	const attempts = ({ world }: Space) => world.settings.inForce.cashier.maxAttempts;
	if (attempts(before) === attempts(after)) return;
	const place = placeOf(workspace, after);
	const shelf = shelfAt(workspace, after, nowIn(after.world, wallMs));
	// Whoever declines one meanwhile writes it, and this step runs again.
	yield* draft.get(keys.declinedMark(place));
	const index = indexes.declined(place);
	const entries = yield* draft.entries({ index, limit: Number.MAX_SAFE_INTEGER });
	const found = yield* draft.getAll(entries.map(({ member }) => keys.payment(place, member)));
	for (const kept of found) if (kept) replacePayment(draft, shelf, kept, kept.payment);
}
