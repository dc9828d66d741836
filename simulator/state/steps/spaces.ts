/** Workspaces begin, begin anew and end. */
import { toMs } from '../../contract/duration.ts';
import { defaultWorkspace } from '../../contract/routes.ts';
import type { World } from '../../workspaces/world.ts';
import { nowIn } from '../../workspaces/world.ts';
import type { WorkspaceEntry } from '../store.ts';
import type { Space } from './records.ts';
import { indexes, keys, placeOf, sizeOf, tallyOf } from './records.ts';
import type { Draft, Step } from './step.ts';

const nobody = { workspaces: 0, begun: 0 };

interface Beginning {
	/** Another one than now when it begins again. */
	createdMs?: number;
	/** Those from before it was made. */
	strayCalls?: number;
}

/** In the place of the one before, if there is one: what was in that is for the sweeper. */
export function* begin(
	draft: Draft,
	world: World,
	wallMs: number,
	{ createdMs = wallMs, strayCalls = 0 }: Beginning = {},
): Step<Space> {
	const { name } = world;
	const before = yield* draft.get(keys.space(name));
	const { workspaces, begun } = (yield* draft.get(keys.roster)) ?? nobody;
	const made = before?.made ?? begun;
	if (before) yield* leaveToSweeper(draft, placeOf(name, before));
	else draft.enter(indexes.workspaces, { at: made, member: name });
	draft.put(keys.roster, { workspaces: workspaces + (before ? 0 : 1), begun: begun + 1 });
	const space: Space = { beginning: begun, made, createdMs, world };
	draft.put(keys.space(name), space);
	if (strayCalls > 0) draft.put(keys.strayCalls(placeOf(name, space)), strayCalls);
	yield* use(draft, name, wallMs);
	return space;
}

/** How many payments it had. */
export function* end(draft: Draft, name: string, space: Space): Step<number> {
	const roster = (yield* draft.get(keys.roster)) ?? nobody;
	draft.put(keys.roster, { ...roster, workspaces: roster.workspaces - 1 });
	draft.remove(keys.space(name));
	draft.leave(indexes.workspaces, { at: space.made, member: name });
	const usedMs = yield* draft.get(keys.usedMs(name));
	if (usedMs !== undefined) draft.leave(indexes.used, { at: usedMs, member: name });
	draft.remove(keys.usedMs(name));
	return yield* leaveToSweeper(draft, placeOf(name, space));
}

/** Its payments are out of sight and counted no more at once; how many they were. */
function* leaveToSweeper(draft: Draft, place: string): Step<number> {
	const tally = yield* tallyOf(draft);
	const { live } = yield* sizeOf(draft, place);
	draft.put(keys.tally, { ...tally, live: tally.live - live });
	draft.enter(indexes.garbage, { at: 0, member: place });
	return live;
}

/** Notes when it was last used. */
export function* use(draft: Draft, name: string, wallMs: number): Step<void> {
	const before = yield* draft.get(keys.usedMs(name));
	if (before !== undefined && before >= wallMs) return;
	if (before !== undefined) draft.leave(indexes.used, { at: before, member: name });
	draft.put(keys.usedMs(name), wallMs);
	draft.enter(indexes.used, { at: wallMs, member: name });
}

/** Ends it when nothing can happen in it any more and nobody has used it for long; whether it did. */
export function* endIfOver(draft: Draft, name: string, wallMs: number): Step<boolean> {
	const space = yield* draft.get(keys.space(name));
	const root = yield* draft.get(keys.space(defaultWorkspace));
	if (!space || !root || name === defaultWorkspace) return false;
	const usedMs = (yield* draft.get(keys.usedMs(name))) ?? space.createdMs;
	if (wallMs - usedMs <= toMs(root.world.settings.inForce.workspaces.ttl)) return false;
	const place = placeOf(name, space);
	// Read for its own sake: a payment that comes meanwhile changes it, and this step runs again.
	yield* draft.get(keys.size(place));
	const min = nowIn(space.world, wallMs) + 1;
	if ((yield* draft.count({ index: indexes.pending(place), min })) > 0) return false;
	const gone = yield* end(draft, name, space);
	const tally = yield* tallyOf(draft);
	draft.put(keys.tally, { ...tally, expired: tally.expired + gone });
	return true;
}

export function* entriesOf(draft: Draft, names: readonly string[]): Step<WorkspaceEntry[]> {
	const spaces = yield* draft.getAll(names.map(keys.space));
	const used = yield* draft.getAll(names.map(keys.usedMs));
	const sizes = yield* draft.getAll(
		names.map((name, index) => keys.size(placeOf(name, spaces[index] ?? { beginning: -1 }))),
	);
	return spaces.flatMap((space, index) => {
		if (!space) return [];
		const { world, createdMs } = space;
		return [{ world, live: sizes[index]?.live ?? 0, createdMs, usedMs: used[index] ?? createdMs }];
	});
}
