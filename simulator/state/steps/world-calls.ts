/** What the store does with worlds. */
import { advanceClock, readClock } from '../../workspaces/clock.ts';
import type { Advanced, DueTransition, Store } from '../store.ts';
import type { Context } from './context.ts';
import { noPlace } from './context.ts';
import { readDue } from './payments.ts';
import type { Space } from './records.ts';
import { indexes, keys, placeOf } from './records.ts';
import { reviewDeclined } from './review.ts';
import type { Draft, Span, Step } from './step.ts';

type WorldCalls = Pick<Store, 'world' | 'changeWorld' | 'strayCall' | 'advance'>;

export function worldCalls(context: Context): WorldCalls {
	const { needs, read, write, writeMaking, open, beginning, unmade, wallNow, watchers } = context;

	function* advance(draft: Draft, space: Space, byMs: number, limit: number): Step<Advanced> {
		const wallMs = wallNow();
		const { world } = space;
		const place = placeOf(world.name, space);
		const from = readClock(world.clock, wallMs);
		const clock = advanceClock(world.clock, byMs, wallMs);
		const now = readClock(clock, wallMs);
		draft.put(keys.space(world.name), { ...space, world: { ...world, clock } });
		// Whoever plans an entry meanwhile writes this, and this step runs again.
		yield* draft.get(keys.dueMark(place));
		const span = { index: indexes.due(place), min: from + 1, max: now };
		const total = yield* draft.count(span);
		const transitions = total === 0 ? [] : yield* dueIn(draft, place, span, limit);
		return { now, total, transitions };
	}

	return {
		world: (workspace) =>
			read(workspace, {
				needs: needs(workspace),
				*run(draft) {
					const space = yield* draft.get(keys.space(workspace));
					return space?.world ?? beginning(workspace);
				},
			}),
		async changeWorld(workspace, update) {
			const done = await writeMaking(workspace, [], function* (draft) {
				const before = yield* draft.get(keys.space(workspace));
				const { world, result } = update(before?.world ?? beginning(workspace));
				if (!world) return { isChanged: false, result };
				const space = yield* open(draft, workspace);
				if (space === noPlace) return noPlace;
				const after = { ...space, world };
				draft.put(keys.space(workspace), after);
				yield* reviewDeclined(draft, workspace, space, after, wallNow());
				return { isChanged: true, result };
			});
			if (done === noPlace) return null;
			if (done.isChanged) watchers.wake(workspace);
			return done.result;
		},
		strayCall(workspace) {
			// Counted in this process, and once: the step may run again.
			let beforeMade: number | null = null;
			return write(workspace, {
				needs: needs(workspace, (place) => [keys.strayCalls(place)]),
				*run(draft) {
					const space = yield* draft.get(keys.space(workspace));
					if (!space) {
						const begun = unmade.look(workspace);
						if (beforeMade === null) {
							beforeMade = begun.strayCalls;
							begun.strayCalls += 1;
						}
						return { world: begun.world, ordinal: beforeMade };
					}
					const key = keys.strayCalls(placeOf(workspace, space));
					const ordinal = (yield* draft.get(key)) ?? 0;
					draft.put(key, ordinal + 1);
					return { world: space.world, ordinal };
				},
			});
		},
		async advance(workspace, byMs, limit) {
			const advanced = await writeMaking(workspace, [], function* (draft) {
				const space = yield* open(draft, workspace);
				return space === noPlace ? noPlace : yield* advance(draft, space, byMs, limit);
			});
			if (advanced === noPlace) return null;
			watchers.wake(workspace);
			return advanced;
		},
	};
}

/** The first entries of a span, with their payments. */
function* dueIn(draft: Draft, place: string, span: Span, limit: number): Step<DueTransition[]> {
	const entries = yield* draft.entries({ ...span, limit });
	const due = entries.map((entry) => ({ at: entry.at, ...readDue(entry) }));
	const found = yield* draft.getAll(due.map(({ sessionId }) => keys.payment(place, sessionId)));
	return due.flatMap(({ at, index }, position) => {
		const payment = found[position]?.payment;
		return payment ? [{ payment, index, at }] : [];
	});
}
