/** Reads the journal for `GET /_sandbox/journal`: one page of entries, newest first. */
import type { JournalEntry, JournalFilter, JournalView } from '../contract/journal.ts';
import { warnings } from '../contract/warnings.ts';
import { assumptionsOf } from '../wire/write.ts';
import { readClock } from '../workspaces/clock.ts';
import { bodiesOf } from './body-pages.ts';
import type { CallRecord } from './call-record.ts';
import type { Counters, Journal } from './journal.ts';

interface JournalPage {
	/** At most `limit` entries, and about `mostPageBytes`. */
	entries: JournalEntry[];
	/** Whether an older entry fits the filter. */
	hasMore: boolean;
	/** Of the whole workspace, without the filter. */
	counters: JournalView['counters'];
}

/** The most bytes of the records of a page; the JSON is about as long. */
const mostPageBytes = 500_000;

/** `cursor` selects older entries. */
export function readJournal(
	journal: Pick<Journal, 'of'>,
	secret: string,
	filter: JournalFilter & { limit: number },
): JournalPage {
	const calls = journal.of(secret);
	const found: CallRecord[] = [];
	let bytes = 0;
	let hasMore = false;
	const { cursor } = filter;
	const isOlder = cursor === undefined ? undefined : ({ id }: CallRecord) => id < cursor;
	for (const record of calls?.records.newestFirst(isOlder) ?? []) {
		if (!matches(record, filter)) continue;
		bytes += record.bytes;
		hasMore = found.length === filter.limit || (found.length > 0 && bytes > mostPageBytes);
		if (hasMore) break;
		found.push(record);
	}
	const counters = viewCounters(calls?.counters ?? new Map());
	return { entries: found.map(viewRecord), hasMore, counters };
}

function matches(record: CallRecord, filter: JournalFilter): boolean {
	const { endpoint, status, transactionId } = filter;
	return (
		(endpoint === undefined || record.endpoint === endpoint) &&
		(status === undefined || record.status === status) &&
		(transactionId === undefined || record.transactionId === transactionId)
	);
}

function viewCounters(counters: Counters): JournalView['counters'] {
	return [...counters].sort().map(([key, calls]) => {
		const [endpoint, status] = key.split(' ') as [JournalEntry['endpoint'], string];
		return { endpoint, status: Number(status), calls };
	});
}

function viewRecord(record: CallRecord): JournalEntry {
	const { notes, wallMs } = record;
	const { request, response } = bodiesOf(record.bodies);
	const { warnings: codes = [], cause = null, problem = null } = notes;
	return {
		id: record.id,
		at: iso(readClock(record.clock, wallMs)),
		wallAt: iso(wallMs),
		method: record.method,
		path: record.path,
		endpoint: record.endpoint,
		requestId: record.requestId,
		status: record.status,
		gone: record.gone,
		fault: record.fault,
		resent: record.isResent,
		problem,
		transactionId: record.transactionId,
		authorization: record.authorization ? 'present' : 'absent',
		idempotencyKey: record.idempotencyKey ? 'present' : 'absent',
		request: parsed(request),
		response: parsed(response),
		timing: {
			queueMs: round(record.queueMs),
			serviceMs: round(record.serviceMs),
			injectedMs: round(record.injectedMs),
			ownMs: round(record.ownMs),
		},
		assumptions: assumptionsOf(notes, record),
		warnings: codes.map((code) => ({ code, text: warnings[code] })),
		cause,
	};
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

/** To hundredths of a millisecond. */
function round(ms: number): number {
	return Math.round(ms * 100) / 100;
}

function iso(ms: number): string {
	return new Date(ms).toISOString();
}
