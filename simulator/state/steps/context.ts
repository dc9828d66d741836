/** What the parts of the store share: how steps are run, and how a workspace is found or made. */
import { defaultWorkspace } from '../../contract/routes.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Genesis, World } from '../../workspaces/world.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Watchers } from '../watchers.ts';
import type { Housekeeping } from './housekeeping.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { Space } from './records.ts';
import { keys, placeOf } from './records.ts';
import { begin } from './spaces.ts';
import type { Draft, Job, Keeper, Key, Step } from './step.ts';

export interface ContextOptions {
	keeper: Keeper;
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	wallNow(): number;
}

/** The workspace is not there, and may only be made once those that are over are gone. */
export const absent = Symbol('absent');
export type OrAbsent<R> = R | typeof absent;

export interface Context extends ContextOptions {
	watchers: Watchers;
	housekeeping: Housekeeping;
	/** The keys that a step about this workspace is sure to ask for. */
	needs(workspace: string, more?: (place: string) => Key<unknown>[]): Key<unknown>[];
	/** Both note that the workspace is used. */
	read<R>(workspace: string, job: Job<R>): Promise<R>;
	write<R>(workspace: string, job: Job<R>): Promise<R>;
	/** For a step that may make the workspace. */
	writeMaking<R>(
		workspace: string,
		more: readonly Key<unknown>[],
		run: (draft: Draft, mayMake: boolean) => Step<OrAbsent<R>>,
	): Promise<R>;
	/** As one begins that is not there. */
	beginning(workspace: string): World;
	/** The workspace, made when it is not there; null when there is no room for it. */
	open(draft: Draft, workspace: string, mayMake: boolean): Step<OrAbsent<Space | null>>;
	mayAdd(draft: Draft): Step<boolean>;
	/** What is in force for the whole server. */
	server(draft: Draft): Step<Settings>;
}

export function createContext(options: ContextOptions, watchers: Watchers): Context {
	const { keeper, genesis, wallNow } = options;
	const housekeeping = createHousekeeping(options);
	const beginning = (workspace: string) => createWorld(workspace, genesis, wallNow());
	const needs: Context['needs'] = (workspace, more) => {
		const key = keys.space(workspace);
		const known = keeper.lastKnown(key);
		return [key, ...(known && more ? more(placeOf(workspace, known)) : [])];
	};
	function* server(draft: Draft): Step<Settings> {
		const root = yield* draft.get(keys.space(defaultWorkspace));
		return (root?.world ?? beginning(defaultWorkspace)).settings.inForce;
	}
	function* mayAdd(draft: Draft): Step<boolean> {
		const roster = yield* draft.get(keys.roster);
		return (roster?.workspaces ?? 0) < (yield* server(draft)).limits.maxWorkspaces;
	}

	return {
		...options,
		watchers,
		housekeeping,
		beginning,
		needs,
		server,
		mayAdd,
		async read(workspace, job) {
			await housekeeping.noteUse(workspace);
			return keeper.read(job);
		},
		async write(workspace, job) {
			await housekeeping.noteUse(workspace);
			return keeper.write(job);
		},
		async writeMaking<R>(
			workspace: string,
			more: readonly Key<unknown>[],
			run: (draft: Draft, mayMake: boolean) => Step<OrAbsent<R>>,
		) {
			await housekeeping.noteUse(workspace);
			for (let mayMake = false; ; mayMake = true) {
				const job = {
					needs: [...more, ...needs(workspace)],
					run: (draft: Draft) => run(draft, mayMake),
				};
				const done = await keeper.write(job);
				if (done !== absent) return done as R;
				await housekeeping.endIdle();
			}
		},
		*open(draft, workspace, mayMake) {
			const space = yield* draft.get(keys.space(workspace));
			if (space) return space;
			if (!mayMake) return absent;
			if (!(yield* mayAdd(draft))) return null;
			return yield* begin(draft, beginning(workspace), wallNow());
		},
	};
}
