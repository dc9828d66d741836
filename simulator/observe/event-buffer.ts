/**
 * Keeps the latest events of a workspace as server-sent events, for all its readers. A slow reader needs no memory of its
 * own: the sender waits for it a moment, and it is disconnected when the buffer has dropped the reader's next event.
 */
import type { EventData, EventName } from '../contract/events.ts';
import { afterWrites, nextTurn } from '../runtime/awaitable.ts';
import type { Steps } from '../runtime/slices.ts';
import { createSlices } from '../runtime/slices.ts';
import type { Pause } from '../runtime/time.ts';
import { createPause, monotonicMs, sleep } from '../runtime/time.ts';

export interface EventReader {
	pieces: AsyncIterable<string>;
	/** Aborted when the buffer has dropped the reader's next event. */
	dropped: AbortSignal;
	/** Call when the client has disconnected. */
	close(): void;
}

export interface EventBuffer {
	send<Name extends EventName>(event: Name, data: EventData[Name]): void;
	/**
	 * Call this before each event of a long series. Returns a promise only when a reader has half of the buffer unread. It
	 * resolves when the readers have read everything, and at the latest after `catchUpMs`, or soon if `isHurried`.
	 */
	waitForReaders(isHurried: boolean): Promise<void> | undefined;
	/** Sends the readers a `gap` event: some events were left out. */
	sendGap(): void;
	/** Returns a reader of the events after this id. Without an id, the reader gets the events from now on. */
	open(lastEventId: string | undefined): EventReader;
	/** Deletes all events and disconnects the readers. They get a `gap` event when they connect again. */
	forget(): void;
	/** How long the buffer has had no reader, in milliseconds; 0 while it has one. */
	idleMs(): number;
	/** Ends the streams. */
	close(): void;
}

/** A reader that missed more events, or more characters, cannot resume. An event has about 300 characters. */
const maxEvents = 1_000;
const maxChars = 1_000_000;
/**
 * How long the sender waits for readers to read everything, in milliseconds. Network buffers take some megabytes first.
 * They take more only when about a third of them is free, so a reader that takes longer reads fewer than about 500 events,
 * or 150,000 characters, in a second. It delays the other readers once.
 */
const catchUpMs = 10_000;
/** The same when too much waits behind the readers: only those that are fast keep up. */
const hurriedMs = 200;
/**
 * A reader gets the waiting events in pieces of about this size. The pieces of 1,000 readers that do not read must stay below
 * the 16 MB of unread bytes at which the server disconnects clients.
 */
const maxPieceChars = 8_000;
/** A comment keeps proxies from closing the stream, and detects a client that has gone. */
const heartbeatMs = 15_000;
/** The shortest time between two writes to a reader. */
const gatherMs = 10;
/** How long an EventSource waits before it connects again. */
const retryMs = 1_000;

/** Writing to a thousand readers takes 200 ms. */
const wakeInSlices = createSlices();

interface Reading extends EventReader {
	/** The id of the next event for this reader. */
	next: number;
	/** The length of the events from `next` on. */
	unreadChars: number;
	/** Whether it was too slow in the latest wait. It is not waited for again until it has read everything. */
	isLate: boolean;
	/** The reader waits here while it has all events. */
	pause: Pause;
	drop(): void;
}

/** `firstId` must be higher than the ids of all earlier buffers of the workspace. */
export function createEventBuffer(firstId: number): EventBuffer {
	const readers = new Set<Reading>();
	/** The event texts with the ids from `oldestId` to `nextId - 1`. */
	const texts: string[] = [];
	let oldestId = firstId;
	let nextId = firstId;
	let chars = 0;
	let idleSinceMs = monotonicMs();
	let isClosed = false;
	let isWaking = false;
	/** The readers that the sender waits for, and where it waits. */
	const awaited = new Set<Reading>();
	const catchingUp = createPause();

	const release = (reader: Reading) => {
		if (awaited.delete(reader) && awaited.size === 0) catchingUp.wake();
	};
	const close = (reader: Reading) => {
		if (readers.delete(reader) && readers.size === 0) idleSinceMs = monotonicMs();
		release(reader);
		reader.pause.wake();
	};
	const evict = () => {
		chars -= texts.shift()?.length ?? 0;
		oldestId += 1;
	};
	/** The events that wait for the reader, up to the size of a piece. */
	const take = (reader: Reading): string => {
		let piece = '';
		while (reader.next < nextId && piece.length < maxPieceChars) {
			piece += texts[reader.next - oldestId] ?? '';
			reader.next += 1;
		}
		reader.unreadChars -= piece.length;
		return piece;
	};
	async function* read(reader: Reading, greeting: string): AsyncGenerator<string, void> {
		yield greeting;
		while (readers.has(reader)) {
			const piece = take(reader);
			if (piece !== '') {
				yield piece;
				continue;
			}
			reader.isLate = false;
			release(reader);
			if (!(await reader.pause.wait(heartbeatMs))) yield ':\n\n';
		}
	}
	/** Returns the first id for a new reader, and the `gap` event if the reader missed events. */
	const positionAfter = (lastEventId: string | undefined): { next: number; gap: string } => {
		if (lastEventId === undefined) return { next: nextId, gap: `id: ${nextId - 1}\n\n` };
		const isId = /^\d{1,16}$/.test(lastEventId);
		const after = isId ? Number(lastEventId) : nextId - 1;
		if (isId && after >= oldestId - 1 && after < nextId) return { next: after + 1, gap: '' };
		// A higher id comes from another process, and another text is no id: send a gap, and start with new events.
		const next = after < oldestId ? oldestId : nextId;
		return { next, gap: textOf('gap', next - 1, { after: String(after) }) };
	};

	const send: EventBuffer['send'] = (event, data) => {
		const text = textOf(event, nextId, data);
		nextId += 1;
		texts.push(text);
		chars += text.length;
		while (texts.length > maxEvents || chars > maxChars) evict();
		for (const reader of [...readers]) {
			reader.unreadChars += text.length;
			if (reader.next < oldestId) reader.drop();
		}
		if (!isWaking) void wakeReaders();
	};
	const isFarBehind = ({ next, unreadChars, isLate }: Reading) =>
		!isLate && (nextId - next > maxEvents / 2 || unreadChars > maxChars / 2);
	const catchUp = async (isHurried: boolean) => {
		for (const reader of readers) {
			if (!reader.isLate && reader.next < nextId) awaited.add(reader);
		}
		await catchingUp.wait(isHurried ? hurriedMs : catchUpMs);
		for (const reader of awaited) reader.isLate = true;
		awaited.clear();
	};
	const wakeReaders = async () => {
		isWaking = true;
		let wokenFor = 0;
		while (wokenFor < nextId) {
			// All events of one event-loop turn are sent in one piece.
			await nextTurn();
			wokenFor = nextId;
			await wakeInSlices(wakeEach());
			// Under load, each write to a reader costs more than its events.
			await sleep(gatherMs);
		}
		isWaking = false;
	};
	function* wakeEach(): Steps<void> {
		for (const reader of readers) {
			if (reader.next === nextId) continue;
			reader.pause.wake();
			yield afterWrites();
		}
	}

	return {
		send,
		waitForReaders(isHurried) {
			for (const reader of readers) if (isFarBehind(reader)) return catchUp(isHurried);
		},
		sendGap: () => send('gap', { after: String(nextId - 1) }),
		open(lastEventId) {
			const { next, gap } = positionAfter(lastEventId);
			const dropping = new AbortController();
			const reader: Reading = {
				next,
				unreadChars: texts.slice(next - oldestId).join('').length,
				isLate: false,
				dropped: dropping.signal,
				pause: createPause(),
				drop() {
					dropping.abort();
					close(reader);
				},
				close: () => close(reader),
				pieces: { [Symbol.asyncIterator]: () => read(reader, `retry: ${retryMs}\n${gap || '\n'}`) },
			};
			if (!isClosed) readers.add(reader);
			return reader;
		},
		forget() {
			while (texts.length > 0) evict();
			nextId += 1;
			oldestId = nextId;
			for (const reader of [...readers]) reader.drop();
		},
		idleMs: () => (readers.size > 0 ? 0 : monotonicMs() - idleSinceMs),
		close() {
			isClosed = true;
			for (const reader of [...readers]) close(reader);
		},
	};
}

function textOf<Name extends EventName>(event: Name, id: number, data: EventData[Name]): string {
	return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
