/** The dependencies of the control API. */
import type { Engine } from '../actions/perform.ts';
import type { FaultPreset, FaultRule } from '../contract/faults.ts';
import type { Journal } from '../journal/journal.ts';
import type { CallCounters } from '../observe/call-counters.ts';
import type { EventFeeds } from '../observe/event-feeds.ts';
import type { Genesis, WorkspaceRecord } from '../workspaces/record.ts';

export interface ControlDeps extends Engine {
	journal: Pick<Journal, 'of' | 'clear' | 'remove' | 'limitTo' | 'isWhole' | 'watch' | 'usage'>;
	counters: CallCounters;
	events: EventFeeds;
	/** Counts of the fault rules, in this process. */
	faults: { countsOf(record: WorkspaceRecord, rule: FaultRule): { seen: number; hits: number } };
	faultPresets: readonly FaultPreset[];
	/** A random id. */
	newId(): string;
	version: string;
	/** The configured base address, without a slash at the end; null without one. */
	publicUrl: string | null;
	/** The name of this process among others that share its store. */
	instance(): string;
	uptimeMs(): number;
	/** The seed, clock and settings of a new workspace. */
	genesis: Genesis;
	/** False while starting or draining. */
	isReady(): boolean;
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
}
