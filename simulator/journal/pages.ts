/** The journal as its readers see it: pages of entries, newest first, whichever process answered the calls. */
import type { JournalEntry, JournalFilter, JournalView } from '../contract/journal.ts';
import { endpointOf, viewCounters } from './counters.ts';
import type { Booking, Journal, JournalLimits } from './journal.ts';
import { viewBooking } from './view.ts';

/** `cursor`: only older ones. */
export type PageWanted = JournalFilter & { limit: number };

export interface JournalPage {
	/** At most as many as were wanted. */
	entries: JournalEntry[];
	/** Of the whole workspace, whatever was filtered. */
	counters: JournalView['counters'];
}

/** What the whole server has booked. */
export interface JournalReader {
	page(workspace: string, wanted: PageWanted): Promise<JournalPage>;
	/** Forgets the entries of a workspace, and its counters; how many entries there were. */
	clear(workspace: string): Promise<number>;
	/** By the settings of the whole server as they were last read. */
	limitTo(limits: JournalLimits): void;
}

/** Of a process that is the whole server. */
export function ownPages(journal: Journal): JournalReader {
	return {
		page: async (workspace, wanted) => pageOf(journal, workspace, wanted),
		clear: async (workspace) => journal.clear(workspace),
		limitTo: journal.limitTo,
	};
}

export function pageOf(journal: Journal, workspace: string, wanted: PageWanted): JournalPage {
	const record = journal.of(workspace);
	const found: Booking[] = [];
	for (const booking of record?.ring.newestFirst() ?? []) {
		if (found.length === wanted.limit) break;
		if (fits(booking, wanted)) found.push(booking);
	}
	return {
		entries: found.map((booking) => viewBooking(booking, journal.worker)),
		counters: viewCounters(record?.counters ?? new Map()),
	};
}

function fits(booking: Booking, wanted: PageWanted): boolean {
	const { endpoint, status, transactionId, cursor } = wanted;
	return (
		(cursor === undefined || booking.id < cursor) &&
		(endpoint === undefined || endpointOf(booking.arrived) === endpoint) &&
		(status === undefined || booking.status === status) &&
		(transactionId === undefined || booking.arrived.transactionId === transactionId)
	);
}
