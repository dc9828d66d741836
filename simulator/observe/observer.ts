/** Sees each call and each change of the store: keeps the counts for `/metrics`, and feeds `/_sandbox/events`. */
import type { JournalEndpoint } from '../contract/journal.ts';
import { endpointOf } from '../journal/call-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Store } from '../state/store.ts';
import type { Reply } from '../wire/call.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { loggedPath } from '../wire/request-context.ts';
import { readClock } from '../workspaces/clock.ts';
import type { CallCounters } from './call-counters.ts';
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

/** A reply that waited in a queue for capacity. */
type ObservedReply = Reply & { readonly queueMs?: number };

export function createObserver({ store, journal, wallNow, stopping }: ObserverOptions): Observer {
	const counters = createCallCounters();
	const events = createEventFeeds({ store, wallNow, stopping });
	store.observe((change) => {
		counters.countChange(change);
		events.add(workspaceOf(change), change);
	});
	const sendCall = (
		context: RequestContext,
		reply: ObservedReply,
		{ endpoint, ownMs, gone }: { endpoint: JournalEndpoint; ownMs: number; gone: boolean },
	) => {
		const { workspace, settings, secret, transactionId, fault } = context;
		const { requestId, method, path, problem, isResent: resent } = context;
		const { status, injectedMs = 0, queueMs } = reply;
		const at = new Date(readClock(context.clock, wallNow())).toISOString();
		const isKept = settings.journal.mode === 'full';
		const entry = isKept ? (journal.of(secret)?.latestId ?? null) : null;
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
		const call = { requestId, endpoint, method, path: shown, status, problem, transactionId };
		const data = { at, entry, ...call, gone, resent, fault, timing };
		events.add(workspace, { kind: 'event', event: 'call', data });
	};
	const recorder: CallRecorder = {
		limitTo: journal.limitTo,
		record(context, reply: ObservedReply, facts) {
			journal.record(context, reply, facts);
			const { ownMs, gone } = facts;
			const endpoint = endpointOf(context);
			const { status, injectedMs = 0, queueMs = null } = reply;
			counters.countCall({
				endpoint,
				status,
				ownMs,
				injectedMs,
				queueMs,
				fault: context.fault,
			});
			if (events.wantsMore(context.workspace)) sendCall(context, reply, { endpoint, ownMs, gone });
		},
	};
	return { recorder, counters, events };
}

const mostPathChars = 200;

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
