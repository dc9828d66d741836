/**
 * Remembers the workspaces whose calls the journal dropped although they may still be in use, by their secret: a reset
 * gives a workspace another one.
 */
import { defaultWorkspace } from '../contract/routes.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

type Dropped = Pick<WorkspaceRecord, 'name' | 'secret'>;

/** How many secrets are remembered: about 1 MB. */
const maxRemembered = 10_000;

export function createDroppedWorkspaces() {
	// `default` has its own memory. It is the oldest workspace, so a shared time of forgetting would make it uncertain
	// although it has lost no call.
	const [ofDefault, ofOthers] = [createMemory(), createMemory()];
	const memoryOf = (name: string) => (name === defaultWorkspace ? ofDefault : ofOthers);
	return {
		add: ({ name, secret }: Dropped, wallMs: number) => memoryOf(name).add(secret, wallMs),
		has: ({ name, secret }: Dropped): boolean => memoryOf(name).has(secret),
		/**
		 * Returns a wall time: the workspace has lost no call if it was created after it. Infinite if it was dropped.
		 */
		wholeIfCreatedAfterMs: ({ name, secret }: Dropped): number =>
			memoryOf(name).wholeIfCreatedAfterMs(secret),
	};
}

function createMemory() {
	/** When the journal dropped each workspace, in wall time, by its secret: the latest last. */
	const droppedMs = new Map<string, number>();
	/** When the latest of those was dropped that are no longer remembered. */
	let forgottenMs = Number.NEGATIVE_INFINITY;
	return {
		add(secret: string, wallMs: number): void {
			droppedMs.delete(secret);
			droppedMs.set(secret, wallMs);
			if (droppedMs.size <= maxRemembered) return;
			const [[oldest, atMs] = ['', 0]] = droppedMs;
			droppedMs.delete(oldest);
			forgottenMs = Math.max(forgottenMs, atMs);
		},
		has: (secret: string): boolean => droppedMs.has(secret),
		wholeIfCreatedAfterMs: (secret: string): number =>
			droppedMs.has(secret) ? Number.POSITIVE_INFINITY : forgottenMs,
	};
}
