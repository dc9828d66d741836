/** What is done beside the calls: in steps of its own, so that none of them is long. */
import { toMs } from '../../contract/duration.ts';
import { defaultWorkspace } from '../../contract/routes.ts';
import { createLruCache } from '../../runtime/lru-cache.ts';
import type { Watchers } from '../watchers.ts';
import { indexes, keys } from './records.ts';
import { evict, excessOf, mostAtOnce, settle } from './room.ts';
import { endIfOver, use } from './spaces.ts';
import type { Draft } from './step.ts';
import type { SweeperOptions } from './sweeper.ts';
import { createSweeper } from './sweeper.ts';

/** A use that is noted holds so long: idle times are of minutes and hours. */
const noteEveryMs = 1_000;
/** Names of workspaces come and go. */
const mostNotes = 1_000;

interface HousekeepingOptions extends SweeperOptions {
	wallNow(): number;
	watchers: Watchers;
}

export type Housekeeping = ReturnType<typeof createHousekeeping>;

export function createHousekeeping({ keeper, wallNow, watchers, sleep }: HousekeepingOptions) {
	const sweeper = createSweeper({ keeper, sleep });
	const noted = createLruCache<number>(mostNotes);
	let preparation: Promise<void> | null = null;
	const everything = Number.MAX_SAFE_INTEGER;
	const rootKey = keys.space(defaultWorkspace);

	const members = (index: string) =>
		keeper.read({
			needs: [],
			*run(draft: Draft) {
				const entries = yield* draft.entries({ index, limit: everything });
				return entries.map(({ member }) => member);
			},
		});
	const serverOf = () =>
		keeper.read({
			needs: [rootKey],
			*run(draft: Draft) {
				return (yield* draft.get(rootKey))?.world.settings.inForce;
			},
		});
	/** Its payments are out of sight: those who wait for one are told. */
	const emptied = (name: string) => {
		watchers.wake(name);
		sweeper.wake();
	};
	/** Ends it when its time is over; else it is used now, if somebody does. */
	const heed = async (name: string, isUse: boolean) => {
		const wallMs = wallNow();
		const hasEnded = await keeper.write({
			needs: [keys.space(name), rootKey, keys.usedMs(name)],
			*run(draft: Draft) {
				if (yield* endIfOver(draft, name, wallMs)) return true;
				const isThere = isUse && (yield* draft.get(keys.space(name)));
				if (isThere) yield* use(draft, name, wallMs);
				return false;
			},
		});
		if (hasEnded) emptied(name);
	};
	/** Short enough that no workspace is over before its next note. */
	const noteHoldsMs = () => {
		const ttl = keeper.lastKnown(rootKey)?.world.settings.inForce.workspaces.ttl ?? 0;
		return Math.min(noteEveryMs, toMs(ttl) / 4);
	};
	const prepare = async () => {
		const wallMs = wallNow();
		const settleAll = async (name: string) => {
			const job = { needs: [keys.space(name)], run: (draft: Draft) => settle(draft, name, wallMs) };
			while ((await keeper.write(job)) === mostAtOnce);
		};
		await Promise.all((await members(indexes.workspaces)).map(settleAll));
		const maxPayments = (await serverOf())?.limits.maxPayments;
		if (maxPayments === undefined) return;
		const job = {
			needs: [keys.tally],
			*run(draft: Draft) {
				const isFar = (yield* excessOf(draft, maxPayments)) > mostAtOnce;
				return isFar && (yield* evict(draft, mostAtOnce, mostAtOnce, wallMs)) > 0;
			},
		};
		while (await keeper.write(job));
	};

	// A process that ended amid its sweeping has left the rest.
	sweeper.wake();
	return {
		/** A workspace whose time is over is gone after this; any other is used. */
		async noteUse(workspace: string): Promise<void> {
			const wallMs = wallNow();
			const before = noted.get(workspace);
			if (before !== undefined && wallMs - before < noteHoldsMs()) return;
			noted.put(workspace, wallMs);
			await heed(workspace, true);
		},
		/** For who only asks whether it is there. */
		endIfOver: (workspace: string): Promise<void> => heed(workspace, false),
		/** Ends the workspaces in which nothing can happen any more and that nobody has used for long. */
		async endIdle(): Promise<void> {
			const server = await serverOf();
			if (!server) return;
			const max = wallNow() - toMs(server.workspaces.ttl) - 1;
			const idle = await keeper.read({
				needs: [],
				*run(draft: Draft) {
					return yield* draft.entries({ index: indexes.used, max, limit: everything });
				},
			});
			for (const { member } of idle) await heed(member, false);
		},
		emptied,
		close: sweeper.close,
		/**
		 * Lines up what is final by now, and lets go of what no single step could. Who comes while that is under way
		 * waits for the same.
		 */
		prepareRoom(): Promise<void> {
			preparation ??= prepare().finally(() => {
				preparation = null;
			});
			return preparation;
		},
	};
}
