/**
 * The journal: the latest calls of every workspace, within one limit of entries and bytes for the whole server.
 * A call is recorded before its response is sent.
 */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { CallRecorder } from '../wire/request-context.ts';
import type { BodyPages, StoredBodies } from './body-pages.ts';
import { createBodyPages } from './body-pages.ts';
import type { CallRecord } from './call-record.ts';
import { callRecordOf, endpointOf, responseOf, takeRequest } from './call-record.ts';
import type { Queue } from './queue.ts';
import { createQueue } from './queue.ts';

export interface Journal extends CallRecorder {
	/** Null when the workspace has no calls yet. `secret` is that of the workspace: a reset gives it another one. */
	of(secret: string): WorkspaceJournal | null;
	/** Drops all entries and counters of a workspace. Returns the number of entries. */
	clear(secret: string): number;
	/** The totals of all workspaces. */
	usage(): { entries: number; bytes: number };
}

/** The recorded calls of one workspace. */
export interface WorkspaceJournal {
	readonly secret: string;
	readonly records: Queue<CallRecord>;
	readonly counters: Counters;
	latestId: number;
	/** When the latest call was recorded, on the machine's clock. */
	latestMs: number;
	bytes: number;
	readonly bodies: BodyPages;
}

/** The number of calls, by endpoint and status: `hybridPayment 200`. */
export type Counters = Map<string, number>;

type JournalLimits = Pick<Settings['limits'], 'journalBytes' | 'journalEntries' | 'maxWorkspaces'>;

interface JournalOptions {
	wallNow(): number;
	limits: JournalLimits;
}

/** How many workspaces the journal keeps besides `maxWorkspaces`: ended ones, and ones that calls name but never create. */
const mostOthers = 1_000;

/** A workspace without a call for this long has most likely ended. Its entries are evicted first. */
const idleMs = 60 * 60_000;

export function createJournal({ wallNow, ...options }: JournalOptions): Journal {
	/** By secret, least recently used first. */
	const workspaces = new Map<string, WorkspaceJournal>();
	let latest: WorkspaceJournal | null = null;
	/** The workspace that was last found above its fair share. */
	let largest: WorkspaceJournal | null = null;
	/** The secret of `default`, which never ends, as of its latest call. */
	let defaultSecret: string | null = null;
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
	};
	const clear = (secret: string): number => {
		const calls = workspaces.get(secret);
		if (!calls) return 0;
		const cleared = calls.records.size();
		entries -= cleared;
		bytes -= calls.bytes;
		workspaces.delete(secret);
		if (latest === calls) latest = null;
		if (largest === calls) largest = null;
		return cleared;
	};
	const callsOf = (secret: string, workspace: string): WorkspaceJournal => {
		if (latest?.secret === secret) return latest;
		latest = workspaces.get(secret) ?? noCalls(secret, createBodyPages(spares));
		workspaces.delete(secret);
		workspaces.set(secret, latest);
		if (workspace === defaultWorkspace) defaultSecret = secret;
		for (const oldest of workspaces.keys()) {
			if (workspaces.size <= limits.maxWorkspaces + mostOthers) break;
			if (oldest !== defaultSecret) clear(oldest);
		}
		return latest;
	};
	/** The least recently used workspace, if it is idle and has entries. An idle workspace without entries is removed. */
	const idle = (nowMs: number): WorkspaceJournal | null => {
		for (const calls of workspaces.values()) {
			if (calls.secret === defaultSecret) continue;
			if (nowMs < calls.latestMs + idleMs) return null;
			if (calls.records.size() > 0) return calls;
			clear(calls.secret);
		}
		return null;
	};
	const isAboveShare = (calls: WorkspaceJournal) =>
		calls.records.size() > 0 && calls.bytes * workspaces.size >= bytes;
	/** A busy workspace cannot evict a quiet one's entries: only workspaces above their fair share lose entries. */
	const aboveShare = (caller: WorkspaceJournal): WorkspaceJournal => {
		if (isAboveShare(caller)) return caller;
		// There may be thousands of workspaces: search them only once the last one found is below its share.
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

	return {
		limitTo(next) {
			// Called with every request.
			if (next === limits) return;
			limits = next;
			const [first] = workspaces.values();
			if (first) evict(first, wallNow());
		},
		record(context, reply, { bytes: responseBytes, ownMs, gone }) {
			const { mode } = context.settings.journal;
			if (mode === 'off') return;
			const calls = callsOf(context.secret, context.workspace);
			const wallMs = wallNow();
			calls.latestId += 1;
			calls.latestMs = wallMs;
			const endpoint = endpointOf(context);
			const key = `${endpoint} ${reply.status}`;
			calls.counters.set(key, (calls.counters.get(key) ?? 0) + 1);
			if (mode === 'counters') return;
			const response = responseOf(reply, responseBytes);
			const bodies = calls.bodies.store(takeRequest(context), response, calls.bytes);
			const facts = { id: calls.latestId, wallMs, ownMs, gone, endpoint, bodies };
			const record = callRecordOf(context, reply, facts);
			calls.records.push(record);
			calls.bytes += record.bytes;
			entries += 1;
			bytes += record.bytes;
			evict(calls, wallMs);
		},
		of: (secret) => workspaces.get(secret) ?? null,
		clear,
		usage: () => ({ entries, bytes }),
	};
}

function noCalls(secret: string, bodies: BodyPages): WorkspaceJournal {
	return {
		secret,
		records: createQueue(),
		counters: new Map(),
		latestId: 0,
		latestMs: 0,
		bytes: 0,
		bodies,
	};
}
