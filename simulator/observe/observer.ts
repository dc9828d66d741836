/** Sees each call and each change of the store: keeps the counts for `/metrics`, and feeds `/_sandbox/events`. */
import { isoTime } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import { endpointBeforeRead, endpointOf, pathOf } from '../journal/call-record.ts';
import type { Journal } from '../journal/journal.ts';
import { shownFaults, toHundredths } from '../journal/read.ts';
import type { Store } from '../state/store.ts';
import type { Reply } from '../wire/call.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { pathInWorkspace } from '../wire/workspace-name.ts';
import { readClock } from '../workspaces/clock.ts';
import type { CallCounters } from './call-counters.ts';
import { createCallCounters } from './call-counters.ts';
import type { EventFeeds } from './event-feeds.ts';
import { createEventFeeds } from './event-feeds.ts';
import type { Occurrence } from './event-sequence.ts';

interface ObserverOptions {
	store: Store;
	journal: Pick<Journal, 'begin' | 'record' | 'limitTo' | 'followClock' | 'endWorkspace'>;
	wallNow(): number;
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
}

export interface Observer {
	/** Records calls in the journal first, so that an event can name its journal entry. */
	recorder: CallRecorder;
	/** Only counts calls: those without a valid workspace have no journal and no events. */
	counter: Pick<CallRecorder, 'record'>;
	counters: CallCounters;
	events: EventFeeds;
}

interface CallEventFacts {
	endpoint: JournalEndpoint;
	/** The id of the call's journal entry; null if there is none. */
	entry: number | null;
	ownMs: number;
	gone: boolean;
}

export function createObserver({ store, journal, wallNow, stopping }: ObserverOptions): Observer {
	const counters = createCallCounters();
	const events = createEventFeeds({ store, wallNow, stopping });
	store.observe((change) => {
		counters.countChange(change);
		if (change.kind === 'workspace') journal.followClock(change.record);
		if (change.kind === 'emptied') journal.endWorkspace(change);
		events.add(workspaceOf(change), () => change);
	});
	/** When the call ended, on the workspace's clock. */
	const atOf = ({ clock }: RequestContext) => isoTime(readClock(clock, wallNow()));
	const faultEvent = (
		context: RequestContext,
		{ endpoint, entry }: { endpoint: JournalEndpoint; entry: number | null },
		fault: FaultHit,
	): Occurrence => {
		const { transactionId } = context;
		const data = { at: atOf(context), entry, endpoint, transactionId, ...fault };
		return { kind: 'event', event: 'fault', data };
	};
	const callEvent = (
		context: RequestContext,
		{ status, injectedMs = 0, queueMs = 0 }: Reply,
		{ endpoint, entry, ownMs, gone }: CallEventFacts,
	): Occurrence => {
		const { transactionId, requestId, method, problem, isResent, faults } = context;
		// Field by field: at 10,000 calls a second, spreads take longer than the rest of the event.
		const data = {
			at: atOf(context),
			entry,
			endpoint,
			transactionId,
			requestId,
			method,
			path: pathOf(context).slice(0, maxPathChars),
			status,
			problem,
			gone,
			resent: isResent,
			...shownFaults(faults),
			timing: {
				injectedMs: toHundredths(injectedMs),
				ownMs: toHundredths(ownMs),
				queueMs: toHundredths(queueMs),
			},
		};
		return { kind: 'event', event: 'call', data };
	};
	const count = (
		endpoint: JournalEndpoint,
		{ faults }: RequestContext,
		{ status, injectedMs = 0, queueMs }: Reply,
		ownMs: number,
	) => {
		counters.countCall({ endpoint, status, ownMs, injectedMs, queueMs: queueMs ?? null, faults });
	};
	const recorder: CallRecorder = {
		begin: journal.begin,
		limitTo: journal.limitTo,
		record(context, reply, facts) {
			const entry = journal.record(context, reply, facts);
			const { ownMs, gone } = facts;
			const { workspace, faults } = context;
			const endpoint = endpointOf(context);
			count(endpoint, context, reply, ownMs);
			// Without the record of the workspace, the time of the call on its clock is not known.
			if (context.secret === '') return events.add(workspace, () => ({ kind: 'gap' }));
			for (const fault of faults) {
				events.add(workspace, () => faultEvent(context, { endpoint, entry }, fault));
			}
			events.add(workspace, () => callEvent(context, reply, { endpoint, entry, ownMs, gone }));
		},
	};
	const counter: Observer['counter'] = {
		record: (context, reply, { ownMs }) =>
			count(endpointBeforeRead(pathInWorkspace(context.path)), context, reply, ownMs),
	};
	return { recorder, counter, counters, events };
}

const maxPathChars = 200;

function workspaceOf(change: Parameters<Parameters<Store['observe']>[0]>[0]): string {
	switch (change.kind) {
		case 'payment':
			return change.after.workspace;
		case 'workspace':
			return change.record.name;
		case 'emptied':
		case 'uncertain':
			return change.workspace;
	}
}
