/**
 * The bounded record of calls, one for each workspace within one limit for all. A call is booked before the bytes of its
 * answer leave; what is kept is what was there anyway, and whoever reads it works out the rest.
 */
import type { Settings } from '../contract/settings.ts';
import type { Reply } from '../wire/call.ts';
import type { Arrived, CallRecorder } from '../wire/locals.ts';
import { shownPath } from '../wire/shown-path.ts';
import { mayHoldCard, withoutCardData } from './card-data.ts';
import { countCall } from './counters.ts';
import type { Ring } from './ring.ts';
import { createRing } from './ring.ts';
import type { Place, Texts } from './texts.ts';
import { createTexts } from './texts.ts';

/** One call as it is kept. */
export interface Booking {
	readonly id: number;
	readonly wallMs: number;
	readonly ownMs: number;
	readonly injectedMs: number;
	readonly arrived: Arrived;
	readonly status: number;
	readonly notes: Reply['notes'];
	/** The body of a documented call as it was sent. */
	readonly sent: Place | null;
	/** JSON as it was told; null for a page. */
	readonly told: Place | null;
	/** What it takes in memory, roughly. */
	readonly bytes: number;
}

/** The calls of one workspace. */
export interface Record {
	/** Of the latest call. */
	latestId: number;
	bytes: number;
	readonly ring: Ring<Booking>;
	readonly texts: Texts;
	/** Calls by endpoint and status. */
	readonly counters: Map<string, number>;
}

export interface Journal extends CallRecorder {
	/** Which process of the server books here. */
	readonly worker: number;
	/** Null when the workspace has none yet. */
	of(workspace: string): Record | null;
	records(): Iterable<readonly [workspace: string, record: Record]>;
	/** Forgets the entries of a workspace, and its counters; how many entries there were. */
	clear(workspace: string): number;
	/** Forgets the entries of a workspace up to this id; the counters stay. */
	forget(workspace: string, upToId: number): void;
	/** Of all workspaces. */
	kept(): { entries: number; bytes: number };
	limits(): JournalLimits;
	limitTo(limits: JournalLimits): void;
}

/** Those of the whole server. */
export type JournalLimits = Pick<Settings['limits'], 'journalBytes' | 'journalEntries'>;

interface JournalOptions {
	wallNow(): number;
	limits: JournalLimits;
	worker: number;
	/** What the call after this one is known by: a higher number, the workspace's own, and at first more than 0. */
	idAfter(latestId: number): number;
}

/** Beside the texts: the entry, and what is known of the call. */
const entryBytes = 600;

/** Beyond so many workspaces, the one that was heard of first is forgotten. */
const mostRecords = 1_000;

export function createJournal({ wallNow, worker, idAfter, ...begun }: JournalOptions): Journal {
	const records = new Map<string, Record>();
	let { limits } = begun;
	let entries = 0;
	let bytes = 0;

	const dropOldest = (record: Record) => {
		const gone = record.ring.shift();
		if (!gone) return;
		entries -= 1;
		bytes -= gone.bytes;
		record.bytes -= gone.bytes;
		if (gone.sent) record.texts.release(gone.sent);
		if (gone.told) record.texts.release(gone.told);
	};
	const clear = (workspace: string) => {
		const record = records.get(workspace);
		if (!record) return 0;
		entries -= record.ring.size();
		bytes -= record.bytes;
		records.delete(workspace);
		return record.ring.size();
	};
	const recordOf = (workspace: string): Record => {
		const known = records.get(workspace);
		if (known) return known;
		if (records.size >= mostRecords) clear(String(records.keys().next().value));
		const record = {
			latestId: 0,
			bytes: 0,
			ring: createRing<Booking>(),
			texts: createTexts(),
			counters: new Map(),
		};
		records.set(workspace, record);
		return record;
	};
	/** Whoever has more than a fair share pays: a busy workspace does not push out what a quiet one did. */
	const payerFor = (record: Record): Record => {
		if (record.bytes * records.size >= bytes && record.ring.size() > 0) return record;
		return [...records.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most));
	};

	const makeRoom = (record: Record) => {
		const { journalEntries, journalBytes } = limits;
		while (entries > journalEntries || bytes > journalBytes) dropOldest(payerFor(record));
	};

	return {
		limitTo(next) {
			if (next === limits) return;
			limits = next;
			for (const record of records.values()) makeRoom(record);
		},
		book(arrived, reply, ownMs) {
			const { mode } = arrived.settings.journal;
			if (mode === 'off') return;
			const record = recordOf(arrived.workspace);
			record.latestId = idAfter(record.latestId);
			countCall(record.counters, arrived, reply.status);
			if (mode === 'counters') return;
			// That of a documented call holds nothing of the caller's.
			if (arrived.call === null) arrived.path = shownPath(arrived.path);
			const { contentType, text, notes, status, injectedMs = 0 } = reply;
			const isPage = contentType.startsWith('text/html');
			const told = isPage || text === '' ? null : record.texts.keep(text);
			const sent = keepSent(arrived, record.texts);
			const size = entryBytes + lengthOf(sent) + lengthOf(told);
			record.ring.push({
				id: record.latestId,
				wallMs: wallNow(),
				ownMs,
				injectedMs,
				arrived,
				status,
				notes,
				sent,
				told,
				bytes: size,
			});
			record.bytes += size;
			entries += 1;
			bytes += size;
			makeRoom(record);
		},
		worker,
		of: (workspace) => records.get(workspace) ?? null,
		records: () => records,
		clear,
		forget(workspace, upToId) {
			const record = records.get(workspace);
			while (record && (record.ring.oldest()?.id ?? Number.POSITIVE_INFINITY) <= upToId) {
				dropOldest(record);
			}
		},
		kept: () => ({ entries, bytes }),
		limits: () => limits,
	};
}

/** The call itself lets it go. */
function keepSent(arrived: Arrived, texts: Texts): Place | null {
	const { sent } = arrived;
	arrived.sent = null;
	if (sent === null) return null;
	return texts.keep(mayHoldCard(sent) ? withoutCardData(sent) : sent);
}

function lengthOf(place: Place | null): number {
	return place === null ? 0 : place.to - place.from;
}
