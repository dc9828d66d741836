/** What the routes of the control API depend on. */
import type { PaymentDeps } from '../actions/perform.ts';
import type { FaultPreset, FaultRule } from '../contract/faults.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import type { Journal } from '../journal/journal.ts';
import type { CallCounters } from '../observe/call-counters.ts';
import type { EventFeeds } from '../observe/event-feeds.ts';
import type { Call } from '../wire/call.ts';
import type { StartValues, WorkspaceRecord } from '../workspaces/record.ts';

export interface ControlDeps extends PaymentDeps {
	journal: Omit<Journal, 'begin' | 'record' | 'allRecorded'>;
	counters: CallCounters;
	events: EventFeeds;
	/** The counts of fault rules in this process, and whether a rule can fire again. */
	faults: {
		countsOf(record: WorkspaceRecord, rule: FaultRule): { seen: number; hits: number };
		hasEnded(record: WorkspaceRecord, rule: FaultRule): boolean;
	};
	faultPresets: readonly FaultPreset[];
	/** Returns a random id. */
	newId(): string;
	version: string;
	/** Returns the base of the cashier addresses of the call's workspace, without a trailing slash. */
	cashierUrl(call: Call): string;
	/** The configured base address, without a trailing slash; null if there is none. */
	publicUrl: string | null;
	/** Returns the name of this process among those that share its store. */
	instance(): string;
	uptimeMs(): number;
	/** The seed, clock and settings that a new workspace begins with. */
	startValues: StartValues;
	/** Whether the server serves calls: false while it starts or stops. */
	isReady(): boolean;
	/**
	 * Returns the calls of a workspace that have arrived and have not started: they wait for an earlier call on their
	 * connection, or for other work. `atMs`: when they arrived, on the monotonic clock.
	 */
	callsInLine(workspace: string): readonly { atMs: number; endpoint: JournalEndpoint }[];
	/** The signal that is aborted when the sandbox stops. */
	stopping: AbortSignal;
}
