/** What the store does with payments. */
import { defaultWorkspace } from '../../contract/routes.ts';
import { nowIn } from '../../workspaces/world.ts';
import type { Arrival, Creation, Full, Names, Store } from '../store.ts';
import type { Context, OrNoPlace } from './context.ts';
import { noPlace } from './context.ts';
import { listPayments } from './list.ts';
import { arrivalOf } from './names.ts';
import { addPayment, repeatPayment, replacePayment, shelfAt } from './payments.ts';
import type { Space } from './records.ts';
import { keys, placeOf } from './records.ts';
import { excessOf, makeRoom } from './room.ts';
import type { Draft, Step } from './step.ts';

type PaymentCalls = Pick<Store, 'create' | 'transact' | 'read' | 'list'>;

/** There is no room, and more of it can be made only by steps of their own. */
const crowded = Symbol('crowded');

interface Asked<R> {
	workspace: string;
	names: Names;
	decide(arrival: Arrival): Creation<R>;
}

interface Done<R> {
	answer: { result: R } | { full: Full };
	/** A known payment. */
	changed: string | null;
}

export function paymentCalls(context: Context): PaymentCalls {
	const { needs, read, write, writeMaking, wallNow, watchers, housekeeping } = context;

	function* create<R>(
		draft: Draft,
		{ workspace, names, decide }: Asked<R>,
		isPrepared: boolean,
	): Step<OrNoPlace<Done<R> | typeof crowded>> {
		const wallMs = wallNow();
		const there = yield* draft.get(keys.space(workspace));
		const world = there?.world ?? context.beginning(workspace);
		const nowhere: Space = { beginning: -1, made: -1, createdMs: wallMs, world };
		const now = nowIn(world, wallMs);
		const shelf = shelfAt(workspace, there ?? nowhere, now);
		const arrival = yield* arrivalOf(draft, shelf, names);
		const { created, known, result } = decide(arrival);
		if (known) yield* repeatPayment(draft, shelf, names.idempotencyKey, known);
		if (!created) return { answer: { result }, changed: known?.payment.sessionId ?? null };
		// Room first: a workspace is not made for a payment that is refused.
		if (!there && !(yield* context.hasPlace(draft))) return noPlace;
		const { maxPayments } = (yield* context.server(draft)).limits;
		if (!isPrepared && (yield* excessOf(draft, maxPayments)) > 0) return crowded;
		if (!(yield* makeRoom(draft, maxPayments, wallMs))) {
			return { answer: { full: 'payments' }, changed: null };
		}
		const space = there ?? (yield* context.make(draft, workspace));
		yield* addPayment(draft, shelfAt(workspace, space, now), arrival, created);
		return { answer: { result }, changed: null };
	}

	return {
		async create(workspace, names, decide) {
			for (let isPrepared = false; ; isPrepared = true) {
				const more = needs(workspace, (place) => [
					keys.space(defaultWorkspace),
					keys.tally,
					keys.size(place),
					...(names.reference === null ? [] : [keys.reference(place, names.reference)]),
					...(names.idempotencyKey === null ? [] : [keys.answer(place, names.idempotencyKey)]),
				]);
				const done = await writeMaking(workspace, more, (draft) =>
					create(draft, { workspace, names, decide }, isPrepared),
				);
				if (done === noPlace) return { full: 'workspaces' };
				if (done !== crowded) {
					if (done.changed !== null) watchers.wake(workspace, done.changed);
					return done.answer;
				}
				await housekeeping.prepareRoom();
			}
		},
		async transact(workspace, sessionId, decide) {
			const done = await write(workspace, {
				needs: needs(workspace, (place) => [keys.payment(place, sessionId)]),
				*run(draft) {
					const space = yield* draft.get(keys.space(workspace));
					if (!space) return null;
					const kept = yield* draft.get(keys.payment(placeOf(workspace, space), sessionId));
					if (!kept) return null;
					const { payment, result } = decide(kept.payment, space.world);
					const isChanged = payment !== undefined && payment !== kept.payment;
					const now = nowIn(space.world, wallNow());
					if (isChanged) replacePayment(draft, shelfAt(workspace, space, now), kept, payment);
					return { isChanged, result };
				},
			});
			if (done?.isChanged) watchers.wake(workspace, sessionId);
			return done ? done.result : null;
		},
		read: (workspace, id) =>
			read(workspace, {
				needs: needs(workspace, (place) => [keys.payment(place, id), keys.session(place, id)]),
				*run(draft) {
					const space = yield* draft.get(keys.space(workspace));
					if (!space) return null;
					const place = placeOf(workspace, space);
					const sessionId = (yield* draft.get(keys.session(place, id))) ?? id;
					const found = yield* draft.get(keys.payment(place, sessionId));
					return found ? { payment: found.payment, world: space.world } : null;
				},
			}),
		list: (workspace, filter) =>
			read(workspace, {
				needs: needs(workspace),
				run: (draft) => listPayments(draft, workspace, filter),
			}),
	};
}
