/** Follows a workspace: queues its calls and changes, and makes events of them, one after another. */
import { createQueue } from '../journal/queue.ts';
import { nextTurn } from '../runtime/awaitable.ts';
import { createPause, sleep } from '../runtime/time.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import { StoreUnavailable } from '../state/backend.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { EventBuffer } from './event-buffer.ts';
import type { EventSequenceOptions, Occurrence } from './event-sequence.ts';
import { createEventSequence } from './event-sequence.ts';

export interface WorkspaceEventsOptions
	extends Omit<EventSequenceOptions, 'lastAdded' | 'waitForReaders'> {
	workspace: string;
	waitForReaders: EventBuffer['waitForReaders'];
	/** Is called when occurrences are lost, because too many wait or because one cannot be made an event. */
	lost(): void;
	/** Aborted when the workspace is no longer followed. */
	ended: AbortSignal;
	/** Is called at least once a second. */
	tick(): void;
}

export interface WorkspaceEvents {
	/** Resolves when every further change becomes an event. Rejects if the store does not respond. */
	started: Promise<void>;
	add(occurrence: Occurrence): void;
}

/** The store is read at least this often: another process may have moved the clock. */
const pollMs = 1_000;
/** How many occurrences are shown before calls and readers get a turn. */
const maxAtOnce = 100;
/** The most occurrences that wait while the store does not respond. */
const maxWaiting = 10_000;
/** With more waiting occurrences, those of about ten seconds, events wait for fast readers only. */
const maxBehind = 3_000;

export function followWorkspace(options: WorkspaceEventsOptions): WorkspaceEvents {
	const { store, wallNow, workspace, lost, ended, tick } = options;
	let waiting = createQueue<Occurrence>();
	/** How many occurrences were added: the number of the last one. */
	let added = 0;
	const pause = createPause();

	async function follow(record: WorkspaceRecord): Promise<void> {
		/** Whether occurrences may have collected while events waited for readers: they are a long series too. */
		let isBehind = false;
		const waitForReaders = () => {
			const reading = options.waitForReaders(waiting.size() >= maxBehind);
			if (reading !== undefined) isBehind = true;
			return reading;
		};
		const sequence = createEventSequence(record, nowIn(record, wallNow()), {
			...options,
			waitForReaders,
			lastAdded: () => added,
		});
		let current: Occurrence | undefined;
		let shown = 0;
		while (!ended.aborted) {
			try {
				current ??= waiting.shift();
				if (current) {
					if (isBehind) await waitForReaders();
					const showing = sequence.show(current, added - waiting.size());
					if (showing !== undefined) await showing;
					current = undefined;
					shown += 1;
					if (shown % maxAtOnce === 0) await yieldToCalls();
					continue;
				}
				isBehind = false;
				tick();
				const incarnation = await sequence.readIncarnation();
				const latest = await readRecord();
				// A change that arrived during the read may be older than the record: show it first.
				if (waiting.size() > 0) continue;
				sequence.noticeLoss(incarnation, nowIn(latest, wallNow()));
				await sequence.catchUp(latest, nowIn(latest, wallNow()));
				if (ended.aborted || waiting.size() > 0) continue;
				// Collect the occurrences of this event-loop turn.
				if (await pause.wait(Math.min(pollMs, sequence.nextDueMs() ?? pollMs))) await nextTurn();
			} catch (failure) {
				if (!(failure instanceof StoreUnavailable)) {
					current = undefined;
					lost();
				}
				// The store did not respond: try the same occurrence again. `sentStates` keeps a transition from being sent twice.
				await sleep(pollMs, ended);
			}
		}
	}
	const readRecord = () => store.asCall(async () => await store.workspaceRecord(workspace));
	ended.addEventListener('abort', pause.wake);

	const first = readRecord();
	first.then(follow).catch(() => {});
	return {
		started: first.then(() => undefined),
		add(occurrence) {
			if (waiting.size() >= maxWaiting) {
				waiting = createQueue();
				lost();
			}
			waiting.push(occurrence);
			added += 1;
			pause.wake();
		},
	};
}
