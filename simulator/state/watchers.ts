/** Who waits for a change of which payment, in this process. */

export interface Watchers {
	add(workspace: string, sessionId: string, listener: () => void): () => void;
	/** Without a session: the whole world changed, its clock or its settings. */
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
				// Names of workspaces come and go: none outlives its listeners.
				if (bySession.size === 0 && byWorkspace.get(workspace) === bySession) {
					byWorkspace.delete(workspace);
				}
			};
		},
		wake(workspace, sessionId) {
			const bySession = byWorkspace.get(workspace);
			if (!bySession) return;
			const woken = sessionId === undefined ? [...bySession.values()] : [bySession.get(sessionId)];
			// A listener may stop itself while it is called.
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
