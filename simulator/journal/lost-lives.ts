/**
 * Remembers the lives of workspaces whose calls the journal dropped although the workspace may still be in use. A secret
 * identifies one life.
 */
import { defaultWorkspace } from '../contract/routes.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

type Life = Pick<WorkspaceRecord, 'name' | 'secret'>;

/** How many lives are remembered by their secret: about 1 MB. */
const maxRemembered = 10_000;

export function createLostLives() {
	// `default` is older than the other workspaces: if it shared their time of forgetting, its first call would come after
	// a loss that is not its own.
	const [ofDefault, ofOthers] = [createMemory(), createMemory()];
	const memoryOf = (name: string) => (name === defaultWorkspace ? ofDefault : ofOthers);
	return {
		add: ({ name, secret }: Life, wallMs: number) => memoryOf(name).add(secret, wallMs),
		has: ({ name, secret }: Life): boolean => memoryOf(name).has(secret),
		/**
		 * Returns a wall time: a life that was created after it has lost no calls. It is infinite if the life has lost calls.
		 */
		lostMsOf: ({ name, secret }: Life): number => memoryOf(name).lostMsOf(secret),
	};
}

function createMemory() {
	/** When the journal dropped each life, in wall time, by its secret: the latest last. */
	const droppedMs = new Map<string, number>();
	/** When the last of the lives was dropped that are no longer remembered. */
	let forgottenMs = Number.NEGATIVE_INFINITY;
	return {
		add(secret: string, wallMs: number): void {
			droppedMs.delete(secret);
			droppedMs.set(secret, wallMs);
			if (droppedMs.size <= maxRemembered) return;
			for (const [oldest, atMs] of droppedMs) {
				droppedMs.delete(oldest);
				forgottenMs = Math.max(forgottenMs, atMs);
				break;
			}
		},
		has: (secret: string): boolean => droppedMs.has(secret),
		lostMsOf: (secret: string): number =>
			droppedMs.has(secret) ? Number.POSITIVE_INFINITY : forgottenMs,
	};
}
