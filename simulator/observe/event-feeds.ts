/** The events of workspaces that have readers. A workspace without a reader costs a call one look-up, and no memory. */
import { monotonicMs } from '../runtime/time.ts';
import type { Store } from '../state/store.ts';
import type { EventBuffer, EventReader } from './event-buffer.ts';
import { createEventBuffer } from './event-buffer.ts';
import type { Occurrence } from './event-sequence.ts';
import type { WorkspaceEvents } from './workspace-events.ts';
import { followWorkspace } from './workspace-events.ts';

interface EventFeedsOptions {
	store: Store;
	wallNow(): number;
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
}

export interface EventFeeds {
	/** `occurrenceOf` is called only if the workspace has readers, or had some a moment ago, and not too much in this second. */
	add(workspace: string, occurrenceOf: () => Occurrence): void;
	/** Opens a stream, or returns null when `maximum` streams are open in this process. */
	open(
		workspace: string,
		lastEventId: string | undefined,
		maximum: number,
	): Promise<EventReader> | null;
	/** Streams that are open, and that were dropped because their client did not read. */
	usage(): { open: number; dropped: number };
}

interface Feed {
	buffer: EventBuffer;
	events: WorkspaceEvents;
	/** When the current second began, and how many occurrences it had. */
	secondMs: number;
	occurrences: number;
	/** Whether occurrences of this second were left out. */
	isCut: boolean;
	end(): void;
}

/** No person reads more. Under a load test the events would cost more than the calls. */
const maxPerSecond = 300;

/** Begins the next second when the current one is over. A gap follows a second of which occurrences were left out. */
function countBySecond(feed: Feed): void {
	const nowMs = monotonicMs();
	if (nowMs - feed.secondMs < 1_000) return;
	// In order: a reader that reads the payments again must not get older events after that.
	if (feed.isCut) feed.events.add({ kind: 'gap' });
	feed.secondMs = nowMs;
	feed.occurrences = 0;
	feed.isCut = false;
}

/** How long events are kept for a reader that connects again. */
const lingerMs = 60_000;
/** The most workspaces whose events are kept without a reader. */
const maxIdle = 100;

export function createEventFeeds({ store, wallNow, stopping }: EventFeedsOptions): EventFeeds {
	const feeds = new Map<string, Feed>();
	let openReaders = 0;
	let dropped = 0;

	const start = (workspace: string): Feed => {
		const idle = [...feeds.values()].filter(({ buffer }) => buffer.idleMs() > 0);
		if (idle.length >= maxIdle) idle[0]?.end();
		const ending = new AbortController();
		// A buffer sends far fewer events than one in a microsecond: the next one begins above all its ids.
		// From the year 2255 on the ids begin at the same number: higher ones would be no exact numbers.
		const buffer = createEventBuffer(Math.min(wallNow() * 1_000, 2 ** 53 - 2 ** 40));
		const release = store.hold(workspace);
		const end = () => {
			if (feeds.get(workspace) === feed) feeds.delete(workspace);
			ending.abort();
			release();
			buffer.close();
		};
		const events = followWorkspace({
			store,
			wallNow,
			workspace,
			send: buffer.send,
			waitForReaders: buffer.waitForReaders,
			sendGap: buffer.sendGap,
			lost: buffer.forget,
			ended: ending.signal,
			tick: () => {
				countBySecond(feed);
				if (buffer.idleMs() > lingerMs) end();
			},
		});
		const feed: Feed = {
			buffer,
			events,
			secondMs: monotonicMs(),
			occurrences: 0,
			isCut: false,
			end,
		};
		feeds.set(workspace, feed);
		events.started.catch(end);
		return feed;
	};
	stopping.addEventListener('abort', () => {
		for (const { end } of [...feeds.values()]) end();
	});

	const subscribe = async (workspace: string, lastEventId: string | undefined) => {
		const { buffer, events } = feeds.get(workspace) ?? start(workspace);
		// Before the wait: a feed without a reader is idle, and may be ended.
		const reader = buffer.open(lastEventId);
		await events.started;
		if (stopping.aborted) buffer.close();
		return reader;
	};
	return {
		add(workspace, occurrenceOf) {
			const feed = feeds.get(workspace);
			if (!feed) return;
			countBySecond(feed);
			if (feed.occurrences >= maxPerSecond) {
				feed.isCut = true;
				return;
			}
			feed.occurrences += 1;
			feed.events.add(occurrenceOf());
		},
		open(workspace, lastEventId, maximum) {
			if (openReaders >= maximum) return null;
			openReaders += 1;
			let isOpen = true;
			const release = () => {
				if (isOpen) openReaders -= 1;
				isOpen = false;
			};
			return subscribe(workspace, lastEventId).then(
				(reader) => {
					reader.dropped.addEventListener('abort', () => {
						dropped += 1;
					});
					return {
						...reader,
						close() {
							release();
							reader.close();
						},
					};
				},
				(failure: unknown) => {
					release();
					throw failure;
				},
			);
		},
		usage: () => ({ open: openReaders, dropped }),
	};
}
