/** Tracks the calls that are not recorded yet, and counts those that end without an entry in their workspace. */
import { preventsCall } from '../contract/faults.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import type { RequestContext } from '../wire/request-context.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { endpointOf } from './call-record.ts';

/** A call that is not recorded yet: it may be committed already, and wait for its latency. */
export interface OpenCall
	extends Pick<RequestContext, 'arrivedMs' | 'transactionId' | 'paymentReference'> {
	readonly endpoint: JournalEndpoint;
}

/** The number of calls by endpoint. */
export type MissedCalls = ReadonlyMap<JournalEndpoint, number>;

export interface EndedWorkspace {
	readonly workspace: string;
	readonly hasExpired: boolean;
}

export interface OpenCalls {
	begin(context: RequestContext): void;
	/**
	 * Ends a call. Returns whether its workspace has ended since it arrived; null if it has no place in the journal: it was
	 * answered before its workspace was read, or it was open while the workspace was reset, and took effect in neither. It
	 * is then counted as missed.
	 */
	end(context: RequestContext): { wasOpenAtEnd: boolean } | null;
	/** Returns the open calls of a workspace, by its name, in any order. */
	list(workspace: string): OpenCall[];
	/** Resolves when no call is open in any workspace. */
	allEnded(): Promise<void>;
	/**
	 * Returns the missed calls of a workspace, by its name: since the last reset, deletion or creation by this process, or
	 * since its journal was emptied.
	 */
	missed(workspace: string, since: 'reset' | 'emptied'): MissedCalls;
	/** The clock of a workspace was moved: its open calls end on the new one. */
	followClock(record: Pick<WorkspaceRecord, 'secret' | 'clock'>): void;
	/** The journal of the workspace was emptied. */
	clear(workspace: string): void;
	/** The workspace was reset, deleted, created or has expired: its open calls may end in the next one. */
	endWorkspace(ended: EndedWorkspace): void;
}

/**
 * The most workspaces whose missed calls are counted. Beyond it, a missed call counts for every workspace that is not
 * reset after it.
 */
const maxWorkspaces = 1_000;

/** The name of no workspace: calls under it count for every workspace. */
const everyWorkspace = '';

type Counts = Map<string, Map<JournalEndpoint, number>>;

export function createOpenCalls(): OpenCalls {
	const open = createOpenList();
	/** The workspaces that were reset after the last call that counts for every workspace. */
	const begunAgain = new Set<string>();
	/** The open calls whose workspace has ended. */
	const openAtEnd = new Set<RequestContext>();
	const counts: Record<'reset' | 'emptied', Counts> = { reset: new Map(), emptied: new Map() };
	let noteAllEnded = () => {};

	const miss = (context: RequestContext) => {
		const endpoint = endpointOf(context);
		for (const byWorkspace of Object.values(counts)) {
			const { workspace } = context;
			const isKnown = byWorkspace.has(workspace) || byWorkspace.size < maxWorkspaces;
			const name = isKnown ? workspace : everyWorkspace;
			if (!isKnown) begunAgain.clear();
			const missed = byWorkspace.get(name) ?? new Map<JournalEndpoint, number>();
			missed.set(endpoint, (missed.get(endpoint) ?? 0) + 1);
			byWorkspace.set(name, missed);
		}
	};

	return {
		begin: open.add,
		end(context) {
			open.remove(context);
			const wasOpenAtEnd = openAtEnd.size > 0 && openAtEnd.delete(context);
			if (open.calls.length === 0) noteAllEnded();
			// A call of a payment has the secret of the workspace in which it took effect.
			const tookEffect = context.transactionId !== null && !context.faults.some(preventsCall);
			const isMissed = context.secret === '' || (wasOpenAtEnd && !tookEffect);
			if (!isMissed) return { wasOpenAtEnd };
			miss(context);
			return null;
		},
		list: (workspace) => open.calls.filter((call) => call.workspace === workspace).map(openCallOf),
		allEnded: () =>
			new Promise((resolve) => {
				noteAllEnded = resolve;
				if (open.calls.length === 0) resolve();
			}),
		missed(workspace, since) {
			const own = counts[since].get(workspace);
			const others = begunAgain.has(workspace) ? null : counts[since].get(everyWorkspace);
			const sums = new Map(own);
			for (const [endpoint, count] of others ?? []) {
				sums.set(endpoint, (sums.get(endpoint) ?? 0) + count);
			}
			return sums;
		},
		followClock({ secret, clock }) {
			for (const context of open.calls) if (context.secret === secret) context.clock = clock;
		},
		clear: (workspace) => void counts.emptied.delete(workspace),
		endWorkspace({ workspace, hasExpired }) {
			counts.reset.delete(workspace);
			counts.emptied.delete(workspace);
			const hasOthers = counts.reset.has(everyWorkspace);
			if (hasOthers && begunAgain.size < maxWorkspaces) begunAgain.add(workspace);
			for (const context of open.calls) {
				// A call expires an idle workspace before it reads the next one. A reset may overtake its reading.
				const isBefore = context.secret !== '' || !hasExpired;
				if (context.workspace === workspace && isBefore) openAtEnd.add(context);
			}
		},
	};
}

function openCallOf(context: RequestContext): OpenCall {
	const { arrivedMs, transactionId, paymentReference } = context;
	return { arrivedMs, transactionId, paymentReference, endpoint: endpointOf(context) };
}

/**
 * An unordered list. Each call stores its index, so removal takes constant time. A Set would be rebuilt after some hundred
 * calls, and would take 2 % of a call.
 */
function createOpenList() {
	const calls: RequestContext[] = [];
	return {
		calls,
		/** Does nothing if the call is in the list. */
		add(context: RequestContext): void {
			if (context.openIndex >= 0) return;
			context.openIndex = calls.length;
			calls.push(context);
		},
		/** Does nothing if the call is not in the list. The last call takes its place. */
		remove(context: RequestContext): void {
			if (context.openIndex < 0) return;
			const last = calls.pop();
			if (last && last !== context) {
				calls[context.openIndex] = last;
				last.openIndex = context.openIndex;
			}
			context.openIndex = -1;
		},
	};
}
