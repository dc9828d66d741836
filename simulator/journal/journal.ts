/**
 * The journal stores the latest calls of every workspace, within one limit of entries and bytes for the whole server.
 * It records a call before its response is sent.
 */
import type { JournalEndpoint } from '../contract/journal.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { CallRecorder } from '../wire/request-context.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { BodyPages, StoredBodies } from './body-pages.ts';
import { createBodyPages } from './body-pages.ts';
import type { CallRecord } from './call-record.ts';
import { callRecordOf, endpointOf, responseToStore, takeRequestBody } from './call-record.ts';
import { createDroppedWorkspaces } from './dropped-workspaces.ts';
import { createEndedWorkspaces } from './ended-workspaces.ts';
import type { EndedWorkspace, OpenCalls } from './open-calls.ts';
import { createOpenCalls } from './open-calls.ts';
import type { Queue } from './queue.ts';
import { createQueue } from './queue.ts';

export interface Journal extends CallRecorder {
	/**
	 * Returns the journal of a workspace by its secret; null if it has no calls yet. A reset gives the workspace another
	 * secret.
	 */
	of(secret: string): WorkspaceJournal | null;
	/** Records a call. Returns the id of its entry; null if the journal keeps no entry of it. */
	record(...call: Parameters<CallRecorder['record']>): number | null;
	/** Returns the calls of a workspace, by its name, that are not recorded yet: one may take effect after a reset. */
	openCalls: OpenCalls['list'];
	/** Returns the calls of a workspace, by its name, that ended without an entry, also if the workspace was reset. */
	missedCalls: OpenCalls['missed'];
	/** The clock of a workspace was moved: its open calls end on the new one. */
	followClock: OpenCalls['followClock'];
	/**
	 * Removes the entries and counters of a workspace that was reset, deleted, created or has expired. It has another
	 * secret from now on.
	 */
	endWorkspace(ended: EndedWorkspace & { secret: string }): void;
	/** Resolves when no call is open in any workspace. */
	allRecorded: OpenCalls['allEnded'];
	/** Drops all entries and counters of a workspace. Returns the number of entries. */
	clear(secret: string, name: string): number;
	/** Calls the listener after each call of the workspace is recorded. Returns a function that removes the listener. */
	watch(secret: string, listener: () => void): () => void;
	/**
	 * Whether the journal has counted every call of a workspace since the workspace was created or the journal was
	 * emptied. A new process begins a new journal: earlier calls do not count.
	 */
	isWhole(workspace: WorkspaceAge): boolean;
	/** Whether it has counted every call since the workspace was created or reset: not if it is older than this process. */
	isWholeSinceCreation(workspace: WorkspaceAge): boolean;
	/** Begins the journal of a workspace that was reset. */
	restart(secret: string, name: string): void;
	/** Returns the entries and bytes of all workspaces together. */
	usage(): { entries: number; bytes: number };
}

type WorkspaceAge = Pick<WorkspaceRecord, 'name' | 'secret' | 'createdMs' | 'generation'>;

/** The recorded calls of one workspace. */
export interface WorkspaceJournal {
	readonly secret: string;
	readonly records: Queue<CallRecord>;
	readonly counters: CallCounts;
	/** The id of the latest call. Calls that are only counted, in the modes `counters` and `off`, have ids too. */
	latestId: number;
	/** The latest id when the journal was last emptied; 0 if it never was. */
	clearedId: number;
	isCleared: boolean;
	/** How many of its entries the limits have removed. */
	dropped: number;
	readonly name: string;
	/** The workspace has lost no call if it was created after this wall time. */
	wholeIfCreatedAfterMs: number;
	/** When the latest call was recorded, on the machine's clock. */
	latestMs: number;
	bytes: number;
	readonly bodies: BodyPages;
}

/** The number of calls by endpoint, and then by status. */
export type CallCounts = Map<JournalEndpoint, Map<number, number>>;

type JournalLimits = Pick<Settings['limits'], 'journalBytes' | 'journalEntries' | 'maxWorkspaces'>;

interface JournalOptions {
	wallNow(): number;
	limits: JournalLimits;
	/** The generation of the first workspace that was created after this process opened the store. */
	firstGeneration?: number;
}

/**
 * How many workspaces the journal keeps in addition to `maxWorkspaces`: ended ones, and ones that calls name but never
 * create.
 */
const maxOthers = 1_000;

/** A workspace without a call for this long has most likely ended, so its entries are evicted first. */
const idleMs = 60 * 60_000;

export function createJournal({
	wallNow,
	firstGeneration = 0,
	...options
}: JournalOptions): Journal {
	/** The journals by the secret of their workspace, the least recently used first. */
	const workspaces = new Map<string, WorkspaceJournal>();
	let latest: WorkspaceJournal | null = null;
	/** The workspace that was last found above its fair share. */
	let largest: WorkspaceJournal | null = null;
	/** The secret of the workspace `default`, which never ends, as of its latest call. */
	let defaultSecret: string | null = null;
	const dropped = createDroppedWorkspaces();
	const endings = createEndedWorkspaces();
	const listeners = new Map<string, Set<() => void>>();
	const open = createOpenCalls();
	const spares: StoredBodies['page'][] = [];
	let { limits } = options;
	let entries = 0;
	let bytes = 0;

	const dropOldest = (calls: WorkspaceJournal) => {
		const dropped = calls.records.shift();
		if (!dropped) return;
		calls.bodies.release(dropped.bodies);
		entries -= 1;
		bytes -= dropped.bytes;
		calls.bytes -= dropped.bytes;
		calls.dropped += 1;
	};
	const remove = (secret: string) => {
		const calls = workspaces.get(secret);
		if (!calls) return;
		entries -= calls.records.size();
		bytes -= calls.bytes;
		workspaces.delete(secret);
		if (latest === calls) latest = null;
		if (largest === calls) largest = null;
	};
	/** Removes a workspace that may get more calls. */
	const lose = (calls: WorkspaceJournal) => {
		if (calls.latestId > 0) dropped.add(calls, wallNow());
		remove(calls.secret);
	};
	const add = (calls: WorkspaceJournal) => {
		workspaces.delete(calls.secret);
		workspaces.set(calls.secret, calls);
		for (const oldest of workspaces.values()) {
			if (workspaces.size <= limits.maxWorkspaces + maxOthers) break;
			if (oldest.secret !== defaultSecret) lose(oldest);
		}
	};
	const noCalls = (secret: string, name: string): WorkspaceJournal => ({
		...{ secret, name },
		records: createQueue(),
		counters: new Map(),
		latestId: 0,
		...{ clearedId: 0, isCleared: false, dropped: 0 },
		wholeIfCreatedAfterMs: dropped.wholeIfCreatedAfterMs({ secret, name }),
		latestMs: 0,
		bytes: 0,
		bodies: createBodyPages(spares),
	});
	const callsOf = (secret: string, workspace: string): WorkspaceJournal => {
		if (latest?.secret === secret) return latest;
		if (workspace === defaultWorkspace) defaultSecret = secret;
		const calls = workspaces.get(secret) ?? noCalls(secret, workspace);
		add(calls);
		latest = calls;
		return calls;
	};
	/**
	 * Returns the least recently used workspace that is idle and has entries. Idle workspaces without entries are
	 * removed.
	 */
	const idle = (nowMs: number): WorkspaceJournal | null => {
		for (const calls of workspaces.values()) {
			if (calls.secret === defaultSecret) continue;
			if (nowMs < calls.latestMs + idleMs) return null;
			if (calls.records.size() > 0) return calls;
			lose(calls);
		}
		return null;
	};
	const isAboveShare = (calls: WorkspaceJournal) =>
		calls.records.size() > 0 && calls.bytes * workspaces.size >= bytes;
	/**
	 * Returns a workspace above its fair share. Only such workspaces lose entries, so that a busy workspace cannot evict
	 * those of a quiet one.
	 */
	const aboveShare = (caller: WorkspaceJournal): WorkspaceJournal => {
		if (isAboveShare(caller)) return caller;
		// There may be thousands of workspaces: search them only when the last one found is below its share.
		if (largest === null || !isAboveShare(largest)) {
			largest = [...workspaces.values()].find(isAboveShare) ?? caller;
		}
		return largest;
	};
	const evict = (caller: WorkspaceJournal, nowMs: number) => {
		while (entries > limits.journalEntries || bytes > limits.journalBytes) {
			dropOldest(idle(nowMs) ?? aboveShare(caller));
		}
	};

	/** Whether no call was lost because its workspace was removed. */
	const hasLostNone = (workspace: WorkspaceAge) => {
		const { name, secret, createdMs } = workspace;
		const calls = workspaces.get(secret);
		// Without a call or a reset since, questions are about the calls of the workspace that expired.
		if (endings.hasSecret(secret) || (!calls && endings.hasExpired(name))) return false;
		return createdMs > (calls?.wholeIfCreatedAfterMs ?? dropped.wholeIfCreatedAfterMs(workspace));
	};

	return {
		limitTo(next) {
			// This is called with every request, so it returns early if nothing changed.
			if (next === limits) return;
			limits = next;
			const [first] = workspaces.values();
			if (first) evict(first, wallNow());
		},
		begin: open.begin,
		record(context, reply, replyFacts) {
			const ended = open.end(context);
			// A call that took effect before a reset belongs to the journal from before, which can no longer be read.
			if (!ended || (ended.wasOpenAtEnd && endings.hasSecret(context.secret))) return null;
			const { mode } = context.settings.journal;
			const calls = callsOf(context.secret, context.workspace);
			calls.latestId += 1;
			const wallMs = wallNow();
			calls.latestMs = wallMs;
			if (mode === 'off') return null;
			const endpoint = endpointOf(context);
			const counters = calls.counters.get(endpoint) ?? new Map<number, number>();
			if (counters.size === 0) calls.counters.set(endpoint, counters);
			counters.set(reply.status, (counters.get(reply.status) ?? 0) + 1);
			if (mode === 'counters') return null;
			const response = responseToStore(context, reply, replyFacts.bytes);
			const bodies = calls.bodies.store(takeRequestBody(context), response, calls.bytes);
			const facts = { id: calls.latestId, wallMs, endpoint, bodies };
			const record = callRecordOf(context, reply, replyFacts, facts);
			calls.records.push(record);
			calls.bytes += record.bytes;
			entries += 1;
			bytes += record.bytes;
			evict(calls, wallMs);
			if (listeners.size === 0) return record.id;
			// A listener may remove itself while it is called.
			for (const listener of [...(listeners.get(context.secret) ?? [])]) listener();
			return record.id;
		},
		of: (secret) => workspaces.get(secret) ?? null,
		openCalls: open.list,
		missedCalls: open.missed,
		followClock: open.followClock,
		endWorkspace(ended) {
			const { workspace: name, secret } = ended;
			const hadCalls = (workspaces.get(secret)?.latestId ?? 0) > 0;
			endings.add(ended, hadCalls || dropped.has({ name, secret }));
			remove(secret);
			open.endWorkspace(ended);
		},
		allRecorded: open.allEnded,
		clear(secret, name) {
			const before = workspaces.get(secret);
			const cleared = before?.records.size() ?? 0;
			const { latestId = 0, latestMs = wallNow() } = before ?? {};
			remove(secret);
			const known = { latestId, latestMs, clearedId: latestId, isCleared: true };
			const after = { ...noCalls(secret, name), ...known };
			if (before) after.wholeIfCreatedAfterMs = before.wholeIfCreatedAfterMs;
			add(after);
			open.clear(name);
			return cleared;
		},
		restart(secret, name) {
			endings.forgetSecret(secret);
			const calls = workspaces.get(secret) ?? { ...noCalls(secret, name), latestMs: wallNow() };
			calls.wholeIfCreatedAfterMs = Number.NEGATIVE_INFINITY;
			add(calls);
		},
		isWhole: (workspace) =>
			workspaces.get(workspace.secret)?.isCleared === true || hasLostNone(workspace),
		isWholeSinceCreation: (workspace) =>
			workspace.generation >= firstGeneration && hasLostNone(workspace),
		watch(secret, listener) {
			const ofWorkspace = listeners.get(secret) ?? new Set();
			listeners.set(secret, ofWorkspace);
			ofWorkspace.add(listener);
			return () => {
				ofWorkspace.delete(listener);
				if (ofWorkspace.size === 0 && listeners.get(secret) === ofWorkspace)
					listeners.delete(secret);
			};
		},
		usage: () => ({ entries, bytes }),
	};
}
