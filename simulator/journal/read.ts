/** Reads the journal: a page of entries, newest first; a single entry; or the entries after one, oldest first. */
import { isoTime } from '../contract/clock.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { JournalEntry, JournalFilter, JournalView } from '../contract/journal.ts';
import { warnings } from '../contract/warnings.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import type { CallOrder } from '../domain/call-order.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { textOfHeader } from '../wire/request-headers.ts';
import { assumptionsOf } from '../wire/write.ts';
import { readClock } from '../workspaces/clock.ts';
import { readBodies } from './body-pages.ts';
import type { CallRecord } from './call-record.ts';
import type { CallCounts, Journal } from './journal.ts';
import type { Queue } from './queue.ts';

/** A journal entry, with its bodies as the stored texts. */
export interface RecordedCall {
	entry: JournalEntry;
	request: string | null;
	response: string | null;
	/** The headers of the entry, with one character for each byte. */
	headerBytes: CallRecord['headers'];
	order: CallOrder;
	/** The number of the call among those with its name in the payment's history; 0 if it is not in it. */
	callNumber: number;
	/** Who ended the connection before the response; null if it did not end before. */
	closedBy: ClosedBy | null;
	/** How long before the response was ready the client had disconnected, in milliseconds; 0 if it had not. */
	goneMs: number;
}

/** A journal entry in the order of its calls. */
export type OrderedCall = Pick<RecordedCall, 'entry' | 'order'>;

interface JournalPage {
	/** The calls of the page: at most `limit`, and about `maxPageBytes`. */
	calls: RecordedCall[];
	/** Whether an older entry matches the filter. */
	hasMore: boolean;
	/** The counters of the whole workspace, whatever the filter. */
	counters: JournalView['counters'];
	/** How many entries of the workspace were dropped. */
	dropped: number;
}

/** The most bytes of the records in a page. Their JSON is about as long. */
const maxPageBytes = 500_000;

/** Reads a page. `cursor` selects older entries. */
export function readJournal(
	journal: Pick<Journal, 'of'>,
	secret: string,
	filter: JournalFilter & { limit: number },
): JournalPage {
	const calls = journal.of(secret);
	const found: CallRecord[] = [];
	let bytes = 0;
	let hasMore = false;
	const { cursor = Number.POSITIVE_INFINITY } = filter;
	const records = calls?.records;
	const older = records && indexAfter(records, cursor - 1);
	for (const record of records?.newestFirst(older) ?? []) {
		if (!matches(record, filter)) continue;
		bytes += record.bytes;
		hasMore = found.length === filter.limit || (found.length > 0 && bytes > maxPageBytes);
		if (hasMore) break;
		found.push(record);
	}
	const counters = viewCounters(calls?.counters ?? new Map());
	return { calls: found.map(viewRecord), hasMore, counters, dropped: calls?.dropped ?? 0 };
}

/** Reads one entry; null if the id is unknown or the entry was dropped. */
export function readCall(
	journal: Pick<Journal, 'of'>,
	secret: string,
	id: number,
): RecordedCall | null {
	const records = journal.of(secret)?.records;
	const record = records?.at(indexAfter(records, id - 1));
	return record?.id === id ? viewRecord(record) : null;
}

/**
 * Returns a function that reads the journal forward. Readers at the same position share the parsed entries, because
 * parsing bodies is slow.
 */
export function createForwardReader(journal: Pick<Journal, 'of'>) {
	const latest = createLruCache<OrderedCall, CallRecord>(maxParsed);
	/** Returns the oldest entry with a higher id; null if there is none. */
	return (secret: string, id: number): OrderedCall | null => {
		const records = journal.of(secret)?.records;
		const record = records?.at(indexAfter(records, id));
		if (record === undefined) return null;
		const known = latest.get(record) ?? withoutTexts(viewRecord(record));
		latest.put(record, known);
		return known;
	};
}

const withoutTexts = ({ entry, order }: OrderedCall): OrderedCall => ({ entry, order });

/**
 * The most parsed entries that are kept. An entry may have 100 kB, and takes several times as much memory when it is
 * parsed.
 */
const maxParsed = 8;

/** The index of the oldest record with a higher id. Ids increase, with gaps for calls that were not recorded. */
function indexAfter(records: Queue<CallRecord>, id: number): number {
	let low = 0;
	let high = records.size();
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((records.at(middle) as CallRecord).id <= id) low = middle + 1;
		else high = middle;
	}
	return low;
}

function matches(record: CallRecord, filter: JournalFilter): boolean {
	const { endpoint, status, transactionId } = filter;
	return (
		(endpoint === undefined || record.endpoint === endpoint) &&
		(status === undefined || record.status === status) &&
		(transactionId === undefined || record.transactionId === transactionId)
	);
}

function viewCounters(counters: CallCounts): JournalView['counters'] {
	return [...counters].sort().flatMap(([endpoint, byStatus]) => {
		const inOrder = [...byStatus].sort(([one], [other]) => one - other);
		return inOrder.map(([status, calls]) => ({ endpoint, status, calls }));
	});
}

function viewRecord(record: CallRecord): RecordedCall {
	const { notes, wallMs } = record;
	const { request, response } = readBodies(record.bodies);
	const { warnings: codes = [], cause = null, problem = null } = notes;
	const entry: JournalEntry = {
		id: record.id,
		at: isoTime(readClock(record.clock, wallMs)),
		wallAt: isoTime(wallMs),
		method: record.method,
		path: record.path,
		endpoint: record.endpoint,
		requestId: record.requestId,
		status: record.status,
		gone: record.closedBy !== null,
		...shownFaults(record.faults),
		resent: record.isResent,
		problem,
		transactionId: record.transactionId,
		paymentReference: record.paymentReference,
		authorization: record.authorization ? 'present' : 'absent',
		idempotencyKey: record.idempotencyKey ? 'present' : 'absent',
		headers: textsOf(record.headers),
		request: parsed(request),
		response: parsed(response),
		timing: {
			queueMs: toHundredths(record.queueMs),
			serviceMs: toHundredths(record.serviceMs),
			injectedMs: toHundredths(record.injectedMs),
			ownMs: toHundredths(record.ownMs),
		},
		assumptions: assumptionsOf(notes, record),
		warnings: codes.map((code) => ({ code, text: warnings[code] })),
		cause,
	};
	const { headers: headerBytes, order, callNumber, closedBy, goneMs } = record;
	return { entry, request, response, headerBytes, order, callNumber, closedBy, goneMs };
}

function textsOf(headers: CallRecord['headers']): JournalEntry['headers'] {
	return Object.fromEntries(
		Object.entries(headers).map(([name, bytes]) => [name, bytes && textOfHeader(bytes)]),
	);
}

/** The fields about faults of a journal entry and of a `call` event. */
export function shownFaults(faults: readonly FaultHit[]): Pick<JournalEntry, 'fault' | 'faults'> {
	return { fault: faults.at(-1) ?? null, ...(faults.length > 1 ? { faults: [...faults] } : {}) };
}

/** A body that is not JSON is shown as text. */
function parsed(body: string | null): unknown {
	if (body === null) return null;
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

/** Rounds milliseconds to two decimals. */
export function toHundredths(ms: number): number {
	return Math.round(ms * 100) / 100;
}
