/** Remembers the workspaces that ended in this process: their calls are no longer known. */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { EndedWorkspace } from './open-calls.ts';

/** Fewer than `maxRememberedEndings`, after which a secret may come again. */
const maxEnded = 1_000;

export function createEndedWorkspaces() {
	const secrets = createLruCache<true>(maxEnded);
	const expiredNames = createLruCache<true>(maxEnded);
	return {
		add({ secret, workspace, hasExpired }: EndedWorkspace & { secret: string }, hadCalls: boolean) {
			secrets.put(secret, true);
			expiredNames.take(workspace);
			if (hasExpired && hadCalls) expiredNames.put(workspace, true);
		},
		/** A store that has the secret of an ended workspace again has lost its data since. */
		hasSecret: (secret: string) => secrets.has(secret),
		forgetSecret: (secret: string) => void secrets.take(secret),
		/** Whether the latest workspace of this name expired after it had calls. */
		hasExpired: (name: string) => expiredNames.has(name),
	};
}
