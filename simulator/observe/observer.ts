/** Sees each call and each change of the store: keeps the counts for `/metrics`, and feeds `/_sandbox/events`. */
import { isoTime } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import { endpointOf, pathOf } from '../journal/call-record.ts';
import type { Journal } from '../journal/journal.ts';
import { shownFaults, toHundredths } from '../journal/read.ts';
import type { Store } from '../state/store.ts';
import type { Reply } from '../wire/call.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { readClock } from '../workspaces/clock.ts';
import type { CallCounters } from './call-counters.ts';
import { createCallCounters } from './call-counters.ts';
import type { EventFeeds } from './event-feeds.ts';
import { createEventFeeds } from './event-feeds.ts';
import type { Occurrence } from './workspace-events.ts';

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

export function createObserver({ store, journal, wallNow, stopping }: ObserverOptions): Observer {
	const counters = createCallCounters();
	const events = createEventFeeds({ store, wallNow, stopping });
	store.observe((change) => {
		counters.countChange(change);
		events.add(workspaceOf(change), () => change);
	});
	/** What the events `fault` and `call` of a call have in common. */
	const commonData = (context: RequestContext, endpoint: JournalEndpoint) => {
		const { settings, secret, transactionId } = context;
		const at = isoTime(readClock(context.clock, wallNow()));
		const isKept = settings.journal.mode === 'full';
		const entry = isKept ? (journal.of(secret)?.latestId ?? null) : null;
		return { at, entry, endpoint, transactionId };
	};
	const faultEvent = (
		context: RequestContext,
		endpoint: JournalEndpoint,
		fault: FaultHit,
	): Occurrence => {
		return { kind: 'event', event: 'fault', data: { ...commonData(context, endpoint), ...fault } };
	};
	const callEvent = (
		context: RequestContext,
		{ status, injectedMs = 0, queueMs = 0 }: Reply,
		{ endpoint, ownMs, gone }: { endpoint: JournalEndpoint; ownMs: number; gone: boolean },
	): Occurrence => {
		const { requestId, method, problem, isResent: resent, faults } = context;
		const timing = {
			injectedMs: toHundredths(injectedMs),
			ownMs: toHundredths(ownMs),
			queueMs: toHundredths(queueMs),
		};
		const path = pathOf(context).slice(0, maxPathChars);
		const call = { requestId, method, path, status, problem, gone, resent, timing };
		const data = { ...commonData(context, endpoint), ...call, ...shownFaults(faults) };
		return { kind: 'event', event: 'call', data };
	};
	const recorder: CallRecorder = {
		limitTo: journal.limitTo,
		record(context, reply, facts) {
			journal.record(context, reply, facts);
			const { ownMs, gone } = facts;
			const { workspace, faults } = context;
			const endpoint = endpointOf(context);
			const { status, injectedMs = 0, queueMs = null } = reply;
			counters.countCall({
				endpoint,
				status,
				ownMs,
				injectedMs,
				queueMs,
				faults,
			});
			for (const fault of faults) {
				events.add(workspace, () => faultEvent(context, endpoint, fault));
			}
			events.add(workspace, () => callEvent(context, reply, { endpoint, ownMs, gone }));
		},
	};
	return { recorder, counters, events };
}

const maxPathChars = 200;

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
