/** The listeners of this process for changes of payments and workspaces. */
import type { StoreChange } from './store.ts';

export interface Watchers {
	/** Adds a listener for a payment. Returns a function that removes it. */
	add(workspace: string, sessionId: string, listener: () => void): () => void;
	/**
	 * Holds a workspace until the returned function is called: it does not expire. A workspace with a listener is held
	 * too.
	 */
	hold(workspace: string): () => void;
	isHeld(workspace: string): boolean;
	/** Adds a listener for every change. Returns a function that removes it. */
	observe(listener: (change: StoreChange) => void): () => void;
	/**
	 * Call this after each change: it calls the observers, and the listeners of the payment or of all payments of the
	 * workspace.
	 */
	publish(change: StoreChange): void;
	clear(): void;
}

export function createWatchers(): Watchers {
	const byWorkspace = new Map<string, Map<string, Set<() => void>>>();
	const observers = new Set<(change: StoreChange) => void>();
	/** Calls the listeners of a payment; without a session, those of all payments of the workspace. */
	const wake = (workspace: string, sessionId?: string) => {
		const bySession = byWorkspace.get(workspace);
		if (!bySession) return;
		const woken = sessionId === undefined ? [...bySession.values()] : [bySession.get(sessionId)];
		// A listener may remove itself while it is called.
		for (const listeners of woken) for (const listener of [...(listeners ?? [])]) listener();
	};
	const add: Watchers['add'] = (workspace, sessionId, listener) => {
		const bySession = entry(byWorkspace, workspace, () => new Map<string, Set<() => void>>());
		entry(bySession, sessionId, () => new Set<() => void>()).add(listener);
		return () => {
			const listeners = bySession.get(sessionId);
			listeners?.delete(listener);
			if (listeners?.size === 0) bySession.delete(sessionId);
			// Remove a workspace with its last listener: there can be any number of workspace names.
			if (bySession.size === 0 && byWorkspace.get(workspace) === bySession) {
				byWorkspace.delete(workspace);
			}
		};
	};
	return {
		add,
		hold: (workspace) => add(workspace, noSession, () => {}),
		isHeld: (workspace) => byWorkspace.has(workspace),
		observe(listener) {
			observers.add(listener);
			return () => void observers.delete(listener);
		},
		publish(change) {
			for (const observer of observers) observer(change);
			if (change.kind === 'payment') wake(change.after.workspace, change.after.sessionId);
			else wake(change.kind === 'workspace' ? change.record.name : change.workspace);
		},
		clear() {
			byWorkspace.clear();
			observers.clear();
		},
	};
}

/** The session id of no payment. */
const noSession = '';

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	map.set(key, made);
	return made;
}
