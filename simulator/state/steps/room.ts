/** What goes when the store is full: the oldest final payments, then the oldest that nobody opened. */
import { nowIn } from '../../workspaces/world.ts';
import { namesOf } from './names.ts';
import { forgetPayment, isUnopened, ofAll, pendingEntry } from './payments.ts';
import type { KeptPayment, Space } from './records.ts';
import { indexes, keys, placeOf, tallyOf } from './records.ts';
import type { Draft, Entry, Step } from './step.ts';

/** As many as one step may take in hand. */
export const mostAtOnce = 250;

/** Payments that are too many when one more comes; 0 or less: there is room. */
export function* excessOf(draft: Draft, maxPayments: number): Step<number> {
	return (yield* tallyOf(draft)).live - maxPayments + 1;
}

/** True once nothing is too many. */
export function* makeRoom(draft: Draft, maxPayments: number, wallMs: number): Step<boolean> {
	for (;;) {
		const excess = yield* excessOf(draft, maxPayments);
		if (excess <= 0) return true;
		const few = Math.max(excess, Math.min(mostAtOnce, Math.floor(maxPayments / 100)));
		if ((yield* evict(draft, excess, few, wallMs)) === 0) return false;
	}
}

/** How many went: of what is final a few, so that the next arrivals find room; of what is still alive, no more than must. */
export function* evict(draft: Draft, excess: number, few: number, wallMs: number): Step<number> {
	const final = yield* evictFrom(draft, indexes.final, few, wallMs);
	const unopened = yield* evictFrom(draft, indexes.unopened, excess - final, wallMs);
	const gone = final + unopened;
	const { live, evicted, ...tally } = yield* tallyOf(draft);
	if (gone > 0) draft.put(keys.tally, { ...tally, live: live - gone, evicted: evicted + gone });
	return gone;
}

function* evictFrom(draft: Draft, index: string, most: number, wallMs: number): Step<number> {
	let gone = 0;
	while (gone < most) {
		const limit = Math.min(mostAtOnce, most - gone);
		const entries = yield* draft.entries({ index, limit });
		if (entries.length === 0) break;
		const found = yield* payments(draft, entries);
		yield* draft.getAll(found.flatMap(({ place, kept }) => (kept ? namesOf(place, kept) : [])));
		for (const { entry, place, space, kept } of found) {
			draft.leave(index, entry);
			// What stands there may have changed since it came there, or be of a beginning that is over: that is swept out.
			const isThere = space && placeOf(space.world.name, space) === place;
			if (!isThere || kept?.order !== entry.at) continue;
			if (mayGo(kept, index, nowIn(space.world, wallMs))) {
				yield* forgetPayment(draft, place, kept);
				gone += 1;
			} else if (index === indexes.final) {
				const { sessionId } = kept.payment;
				const { order, finalAt } = kept;
				draft.enter(indexes.pending(place), pendingEntry(order, sessionId, finalAt));
			}
		}
	}
	return gone;
}

function mayGo({ payment, finalAt }: KeptPayment, index: string, now: number): boolean {
	return index === indexes.final ? finalAt <= now : isUnopened(payment, now);
}

interface Found {
	entry: Entry;
	place: string;
	space: Space | undefined;
	kept: KeptPayment | undefined;
}

function* payments(draft: Draft, entries: readonly Entry[]): Step<Found[]> {
	const told = entries.map((entry) => {
		const [workspace = '', beginning, sessionId = ''] = entry.member.split('/');
		return { entry, workspace, place: `${workspace}/${beginning}`, sessionId };
	});
	const kept = yield* draft.getAll(
		told.map(({ place, sessionId }) => keys.payment(place, sessionId)),
	);
	const names = [...new Set(told.map(({ workspace }) => workspace))];
	const spaces = yield* draft.getAll(names.map(keys.space));
	return told.map(({ entry, workspace, place }, index) => ({
		entry,
		place,
		space: spaces[names.indexOf(workspace)],
		kept: kept[index],
	}));
}

/** Puts the payments of a workspace that have become final by time in the line of those; how many there were. */
export function* settle(draft: Draft, workspace: string, wallMs: number): Step<number> {
	const space = yield* draft.get(keys.space(workspace));
	if (!space) return 0;
	const place = placeOf(workspace, space);
	const index = indexes.pending(place);
	const max = nowIn(space.world, wallMs);
	const entries = yield* draft.entries({ index, max, limit: mostAtOnce });
	for (const entry of entries) {
		const [order, sessionId = ''] = entry.member.split(' ');
		draft.leave(index, entry);
		draft.enter(indexes.final, ofAll(place, Number(order), sessionId));
	}
	return entries.length;
}
