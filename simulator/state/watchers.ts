/** The listeners of this process for changes of payments. */

export interface Watchers {
	/** Returns a function that removes the listener. */
	add(workspace: string, sessionId: string, listener: () => void): () => void;
	/** Without a session: the workspace changed (its clock, its settings, or its payments were deleted). */
	wake(workspace: string, sessionId?: string): void;
	clear(): void;
}

export function createWatchers(): Watchers {
	const byWorkspace = new Map<string, Map<string, Set<() => void>>>();
	return {
		add(workspace, sessionId, listener) {
			const bySession = entry(byWorkspace, workspace, () => new Map<string, Set<() => void>>());
			entry(bySession, sessionId, () => new Set<() => void>()).add(listener);
			return () => {
				const listeners = bySession.get(sessionId);
				listeners?.delete(listener);
				if (listeners?.size === 0) bySession.delete(sessionId);
				// Workspaces can have any number of names: remove a name with its last listener.
				if (bySession.size === 0 && byWorkspace.get(workspace) === bySession) {
					byWorkspace.delete(workspace);
				}
			};
		},
		wake(workspace, sessionId) {
			const bySession = byWorkspace.get(workspace);
			if (!bySession) return;
			const woken = sessionId === undefined ? [...bySession.values()] : [bySession.get(sessionId)];
			// A listener may remove itself while it is called.
			for (const listeners of woken) for (const listener of [...(listeners ?? [])]) listener();
		},
		clear: () => byWorkspace.clear(),
	};
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	map.set(key, made);
	return made;
}
