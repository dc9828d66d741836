/** What the parts of the store share: how steps are run, and how a workspace is found or made. */
import { defaultWorkspace } from '../../contract/routes.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Genesis, World } from '../../workspaces/world.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Unmade, UnmadeOptions } from '../unmade.ts';
import { ownUnmade } from '../unmade.ts';
import type { Watchers } from '../watchers.ts';
import type { Housekeeping } from './housekeeping.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { Space } from './records.ts';
import { keys, placeOf } from './records.ts';
import { begin } from './spaces.ts';
import type { Draft, Job, Key, Step } from './step.ts';
import type { SweeperOptions } from './sweeper.ts';

export interface ContextOptions extends SweeperOptions {
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	wallNow(): number;
	/** Where it is known how workspaces that nobody made would begin; in this process, unless another is given. */
	unmadeAt?: (options: UnmadeOptions) => Unmade;
}

/** There is no place for the workspace, unless some of those that are there are over. */
export const noPlace = Symbol('no place');
export type OrNoPlace<R> = R | typeof noPlace;

export interface Context extends ContextOptions {
	watchers: Watchers;
	housekeeping: Housekeeping;
	unmade: Unmade;
	/** The keys that a step about this workspace is sure to ask for. */
	needs(workspace: string, more?: (place: string) => Key<unknown>[]): Key<unknown>[];
	/** Each of the three uses the workspace: one whose time is over is not there. */
	read<R>(workspace: string, job: Job<R>): Promise<R>;
	write<R>(workspace: string, job: Job<R>): Promise<R>;
	/** For a step that may make the workspace: run again, where there was no place, once those that are over are gone. */
	writeMaking<R>(
		workspace: string,
		more: readonly Key<unknown>[],
		run: (draft: Draft) => Step<OrNoPlace<R>>,
	): Promise<OrNoPlace<R>>;
	/** As one begins that is not there. */
	beginning(workspace: string): World;
	/** The workspace, made when it is not there. */
	open(draft: Draft, workspace: string): Step<OrNoPlace<Space>>;
	/** Makes one that is not there and has its place: as it was seen. */
	make(draft: Draft, workspace: string): Step<Space>;
	hasPlace(draft: Draft): Step<boolean>;
	/** What is in force for the whole server. */
	server(draft: Draft): Step<Settings>;
}

interface Made<R> {
	done: OrNoPlace<R>;
	isNew: boolean;
	isThere: boolean;
}

export function createContext(options: ContextOptions, watchers: Watchers): Context {
	const { keeper, genesis, wallNow, unmadeAt = ownUnmade } = options;
	const housekeeping = createHousekeeping({ ...options, watchers });
	const unmade = unmadeAt({
		begin: (name) => ({ world: createWorld(name, genesis, wallNow()), strayCalls: 0 }),
		wallNow,
	});
	const beginning = (workspace: string) => unmade.look(workspace).world;
	const needs: Context['needs'] = (workspace, more) => {
		const key = keys.space(workspace);
		const known = keeper.lastKnown(key);
		return [key, ...(known && more ? more(placeOf(workspace, known)) : [])];
	};
	function* server(draft: Draft): Step<Settings> {
		const root = yield* draft.get(keys.space(defaultWorkspace));
		return (root?.world ?? beginning(defaultWorkspace)).settings.inForce;
	}
	function* hasPlace(draft: Draft): Step<boolean> {
		const roster = yield* draft.get(keys.roster);
		return (roster?.workspaces ?? 0) < (yield* server(draft)).limits.maxWorkspaces;
	}
	function make(draft: Draft, workspace: string): Step<Space> {
		const { world, strayCalls } = unmade.look(workspace);
		return begin(draft, world, wallNow(), { strayCalls });
	}

	return {
		...options,
		watchers,
		housekeeping,
		unmade,
		beginning,
		needs,
		server,
		hasPlace,
		make,
		async read(workspace, job) {
			await housekeeping.noteUse(workspace);
			return unmade.during(workspace, () => keeper.read(job));
		},
		async write(workspace, job) {
			await housekeeping.noteUse(workspace);
			return unmade.during(workspace, () => keeper.write(job));
		},
		async writeMaking<R>(
			workspace: string,
			more: readonly Key<unknown>[],
			run: (draft: Draft) => Step<OrNoPlace<R>>,
		) {
			await housekeeping.noteUse(workspace);
			const key = keys.space(workspace);
			const once = () =>
				keeper.write<Made<R>>({
					needs: [...more, ...needs(workspace)],
					*run(draft) {
						const isNew = (yield* draft.get(key)) === undefined;
						const done = yield* run(draft);
						return { done, isNew, isThere: (yield* draft.get(key)) !== undefined };
					},
				});
			const attempt = () => unmade.during(workspace, once);
			let made = await attempt();
			if (made.done === noPlace) {
				await housekeeping.endIdle();
				made = await attempt();
			}
			if (made.isThere) await unmade.forget(workspace, made.isNew);
			return made.done;
		},
		*open(draft, workspace) {
			const space = yield* draft.get(keys.space(workspace));
			if (space) return space;
			return (yield* hasPlace(draft)) ? yield* make(draft, workspace) : noPlace;
		},
	};
}
