/** Sees each call and each change of the store: keeps the counts for `/metrics`, and feeds `/_sandbox/events`. */
import type { JournalEndpoint } from '../contract/journal.ts';
import { endpointOf } from '../journal/call-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Store } from '../state/store.ts';
import type { Reply } from '../wire/call.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { loggedPath } from '../wire/request-context.ts';
import { readClock } from '../workspaces/clock.ts';
import type { CallCounters, CallFault } from './call-counters.ts';
import { createCallCounters } from './call-counters.ts';
import type { EventFeeds } from './event-feeds.ts';
import { createEventFeeds } from './event-feeds.ts';

interface ObserverOptions {
	store: Store;
	journal: Pick<Journal, 'record' | 'limitTo' | 'of'>;
	wallNow(): number;
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
}

export interface Observer {
	/** Records calls in the journal first, so that an event can name its journal entry. */
	recorder: CallRecorder;
	counters: CallCounters;
	events: EventFeeds;
}

/** What parts that inject faults or queues may add to a call. */
type ObservedContext = RequestContext & { readonly fault?: CallFault | null };
type ObservedReply = Reply & { readonly queueMs?: number | null };

export function createObserver({ store, journal, wallNow, stopping }: ObserverOptions): Observer {
	const counters = createCallCounters();
	const events = createEventFeeds({ store, wallNow, stopping });
	store.observe((change) => {
		counters.countChange(change);
		events.add(workspaceOf(change), change);
	});
	const sendCall = (
		context: ObservedContext,
		reply: ObservedReply,
		{ endpoint, ownMs, gone }: { endpoint: JournalEndpoint; ownMs: number; gone: boolean },
	) => {
		const { workspace, settings, secret, requestId, method, path, problem, transactionId } =
			context;
		const { status, injectedMs = 0, queueMs } = reply;
		const at = new Date(readClock(context.clock, wallNow())).toISOString();
		const isKept = settings.journal.mode === 'full';
		const entry = isKept ? (journal.of(secret)?.latestId ?? null) : null;
		const fault = context.fault ? faultOf(context.fault) : null;
		if (fault) {
			const data = { at, entry, endpoint, transactionId, ...fault };
			events.add(workspace, { kind: 'event', event: 'fault', data });
		}
		const timing = {
			injectedMs: rounded(injectedMs),
			ownMs: rounded(ownMs),
			queueMs: rounded(queueMs ?? 0),
		};
		const shown = loggedPath(path).slice(0, mostPathChars);
		const call = { requestId, endpoint, method, path: shown, status, problem, transactionId, gone };
		const data = { at, entry, ...call, fault, timing };
		events.add(workspace, { kind: 'event', event: 'call', data });
	};
	const recorder: CallRecorder = {
		limitTo: journal.limitTo,
		record(context: ObservedContext, reply: ObservedReply, facts) {
			journal.record(context, reply, facts);
			const { ownMs, gone } = facts;
			const endpoint = endpointOf(context);
			const { status, injectedMs = 0, queueMs = null } = reply;
			const { fault = null } = context;
			counters.countCall({ endpoint, status, ownMs, injectedMs, queueMs, fault });
			if (events.has(context.workspace)) sendCall(context, reply, { endpoint, ownMs, gone });
		},
	};
	return { recorder, counters, events };
}

const mostPathChars = 200;

const faultOf = ({ id, kind, phase }: CallFault): CallFault => ({ id, kind, phase });

function workspaceOf(change: Parameters<Parameters<Store['observe']>[0]>[0]): string {
	switch (change.kind) {
		case 'payment':
			return change.after.workspace;
		case 'workspace':
			return change.record.name;
		case 'emptied':
			return change.workspace;
	}
}

/** To hundredths of a millisecond. */
const rounded = (ms: number) => Math.round(ms * 100) / 100;
