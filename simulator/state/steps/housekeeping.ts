/** What is done beside the calls: in steps of its own, so that none of them is long. */
import { toMs } from '../../contract/duration.ts';
import { defaultWorkspace } from '../../contract/routes.ts';
import { indexes, keys } from './records.ts';
import { evict, excessOf, mostAtOnce, settle, sweepOut } from './room.ts';
import { endIfOver, use } from './spaces.ts';
import type { Draft, Keeper } from './step.ts';

/** A use that is noted holds so long: idle times are of minutes and hours. */
const noteEveryMs = 1_000;
/** Names of workspaces come and go. */
const mostNotes = 2_000;

export type Housekeeping = ReturnType<typeof createHousekeeping>;

export function createHousekeeping({ keeper, wallNow }: { keeper: Keeper; wallNow(): number }) {
	const noted = new Map<string, number>();
	const everything = Number.MAX_SAFE_INTEGER;
	const members = (index: string, max: number) =>
		keeper.read({
			needs: [],
			*run(draft: Draft) {
				const entries = yield* draft.entries({ index, max, limit: everything });
				return entries.map(({ member }) => member);
			},
		});
	const serverOf = () =>
		keeper.read({
			needs: [keys.space(defaultWorkspace)],
			*run(draft: Draft) {
				return (yield* draft.get(keys.space(defaultWorkspace)))?.world.settings.inForce;
			},
		});
	const sweepPlaces = async () => {
		for (const place of await members(indexes.garbage, everything)) {
			const job = { needs: [], run: (draft: Draft) => sweepOut(draft, place) };
			while (!(await keeper.write(job)));
		}
	};

	return {
		async noteUse(workspace: string): Promise<void> {
			const wallMs = wallNow();
			const before = noted.get(workspace);
			if (before !== undefined && wallMs - before < noteEveryMs) return;
			if (noted.size >= mostNotes) noted.clear();
			noted.set(workspace, wallMs);
			await keeper.write({
				needs: [keys.space(workspace), keys.usedMs(workspace)],
				*run(draft: Draft) {
					if (yield* draft.get(keys.space(workspace))) yield* use(draft, workspace, wallMs);
				},
			});
		},
		/** Ends the workspaces in which nothing can happen any more and that nobody has used for long. */
		async endIdle(): Promise<void> {
			const server = await serverOf();
			if (!server) return;
			const wallMs = wallNow();
			const idleSince = wallMs - toMs(server.workspaces.ttl);
			const idle = await members(indexes.used, idleSince - 1);
			for (const name of idle) {
				await keeper.write({
					needs: [keys.space(name), keys.usedMs(name)],
					run: (draft: Draft) => endIfOver(draft, name, idleSince, wallMs),
				});
			}
			if (idle.length > 0) await sweepPlaces();
		},
		sweepOut: sweepPlaces,
		/** Lines up what is final by now, and lets go of what no single step could. */
		async prepareRoom(): Promise<void> {
			const wallMs = wallNow();
			for (const name of await members(indexes.workspaces, everything)) {
				const job = {
					needs: [keys.space(name)],
					run: (draft: Draft) => settle(draft, name, wallMs),
				};
				while ((await keeper.write(job)) === mostAtOnce);
			}
			const maxPayments = (await serverOf())?.limits.maxPayments;
			if (maxPayments === undefined) return;
			const job = {
				needs: [keys.tally],
				*run(draft: Draft) {
					const isFar = (yield* excessOf(draft, maxPayments)) > mostAtOnce;
					return isFar && (yield* evict(draft, mostAtOnce, wallMs)) > 0;
				},
			};
			while (await keeper.write(job));
		},
	};
}
